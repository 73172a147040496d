package io.github.deltamaint.log.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.testing.StorageContract;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on Hadoop's raw local file system, whose renames replace: it is served as a store with a single writer. */
class HadoopStorageTest extends StorageContract {

    @TempDir
    Path directory;

    @Override
    protected Storage open() throws IOException {
        RawLocalFileSystem fileSystem = new RawLocalFileSystem();
        fileSystem.initialize(URI.create("file:///"), new Configuration(false));
        return HadoopStorage.of(fileSystem, "file", "", true);
    }

    @Override
    protected String root() {
        return "file:" + directory;
    }

    @Test
    void opensTheFileSystemOfAScheme() throws IOException {
        try (HadoopStorage storage = HadoopStorage.open("file:" + directory, Map.of(), true)) {
            storage.putIfAbsent(root() + "/x", new byte[] {1});
            assertThat(directory.resolve("x")).exists();
        }
    }
}
