package io.github.deltamaint.log.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.log.testing.MemoryStorage;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoragesTest {

    @Test
    void servesLocalPathsWithoutHadoopAndOpensEachStorageOnce() throws IOException {
        try (Storages storages = Storages.create()) {
            assertThat(storages.forPath("/lake/a")).isInstanceOf(LocalStorage.class);
            assertThat(storages.forPath("/lake/b")).isSameAs(storages.forPath("/lake/a"));
        }
    }

    @Test
    void usesRegisteredStoragesAndLeavesThemOpen() throws IOException {
        MemoryStorage memory = new MemoryStorage(new ManualClock(Instant.EPOCH));
        Storages storages = Storages.builder().register("mem", memory).build();
        assertThat(storages.forPath("mem://x/y")).isSameAs(memory);
        storages.close();
        assertThatThrownBy(() -> storages.forPath("mem://x/y"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("these storages are closed");
    }

    @Test
    void namesTheConnectorThatIsMissing() {
        assertThatThrownBy(() -> Storages.create().forPath("s3a://bucket/lake"))
                .isInstanceOf(UnsupportedStorageException.class)
                .hasMessageStartingWith("s3a://bucket/lake: ")
                .hasMessageContaining("hadoop-aws");
        assertThatThrownBy(() -> Storages.create().forPath("nosuch://bucket/lake"))
                .isInstanceOf(UnsupportedStorageException.class)
                .hasMessageStartingWith("nosuch://bucket/lake: ")
                .hasMessageContaining("the connector for nosuch");
    }

    @Test
    void namesHadoopWhenThatIsMissingAndStillServesLocalPaths(@TempDir Path directory) throws Exception {
        try (URLClassLoader withoutHadoop = withoutHadoop()) {
            Class<?> storages = withoutHadoop.loadClass(Storages.class.getName());
            Object opened = storages.getMethod("create").invoke(null);
            Object local = storages.getMethod("forPath", String.class).invoke(opened, directory.toString());
            local.getClass()
                    .getMethod("putIfAbsent", String.class, byte[].class)
                    .invoke(local, directory.resolve("x").toString(), new byte[] {1});
            assertThat(directory.resolve("x")).hasBinaryContent(new byte[] {1});
            assertThatThrownBy(() -> storages.getMethod("forPath", String.class).invoke(opened, "hdfs://host/lake"))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .hasMessageStartingWith("hdfs://host/lake: needs Hadoop on the class path")
                    .hasMessageContaining("Add io.github.deltamaint:delta-maintenance-hadoop and"
                            + " org.apache.hadoop:hadoop-hdfs-client");
        }
    }

    /** Loads our classes anew from the class path of the test, less every jar of Hadoop. */
    private static URLClassLoader withoutHadoop() {
        URL[] urls = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("hadoop-"))
                .map(StoragesTest::url)
                .toArray(URL[]::new);
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path, e);
        }
    }
}
