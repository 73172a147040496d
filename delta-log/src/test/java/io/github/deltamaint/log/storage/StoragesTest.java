package io.github.deltamaint.log.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.testing.ClassPathWithoutHadoop;
import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.log.testing.MemoryStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
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

    /** What is done without Hadoop: a local file is written, and a remote path is asked for. */
    static String writeHereAndThere(String directory) throws IOException {
        try (Storages storages = Storages.create()) {
            storages.forPath(directory).putIfAbsent(directory + "/x", new byte[] {1});
            storages.forPath("hdfs://host/lake");
            return "opened";
        } catch (UnsupportedStorageException e) {
            return e.getMessage();
        }
    }

    @Test
    void namesHadoopWhenThatIsMissingAndStillServesLocalPaths(@TempDir Path directory) throws Exception {
        try (ClassPathWithoutHadoop there = new ClassPathWithoutHadoop()) {
            assertThat((String) there.call(StoragesTest.class, "writeHereAndThere", directory.toString()))
                    .startsWith("hdfs://host/lake: needs Hadoop on the class path")
                    .contains("Add io.github.deltamaint:delta-maintenance-hadoop and"
                            + " org.apache.hadoop:hadoop-hdfs-client");
        }
        assertThat(directory.resolve("x")).hasBinaryContent(new byte[] {1});
    }
}
