package io.github.deltamaint.log.storage.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.UnsupportedStorageException;
import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which primitive each scheme is served with, and what becomes of its failures. */
class AtomicWritesTest {
    private static final byte[] CONTENT = "content".getBytes(UTF_8);

    @TempDir
    Path directory;

    private static HadoopStorage storage(ObjectStoreFileSystem store, String scheme) {
        return HadoopStorage.of(store, scheme, "bucket", false);
    }

    /** A file system that renames like HDFS: never onto a file that is there. */
    private static class RenamingFileSystem extends RawLocalFileSystem {
        boolean loseNextAnswer;

        RenamingFileSystem() throws IOException {
            initialize(URI.create("file:///"), new Configuration(false));
        }

        @Override
        public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) throws IOException {
            if (exists(to)) {
                return false;
            }
            boolean renamed = super.rename(local(from), local(to));
            if (loseNextAnswer) {
                loseNextAnswer = false;
                throw new IOException("connection reset");
            }
            return renamed;
        }

        private static org.apache.hadoop.fs.Path local(org.apache.hadoop.fs.Path path) {
            return new org.apache.hadoop.fs.Path(path.toUri().getPath());
        }

        @Override
        public java.io.File pathToFile(org.apache.hadoop.fs.Path path) {
            return super.pathToFile(local(path));
        }

        @Override
        protected void checkPath(org.apache.hadoop.fs.Path path) {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3", "s3a", "s3n", "gs"})
    void letsTheObjectStoreDecide(String scheme) throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem(true);
        try (HadoopStorage storage = storage(store, scheme)) {
            String path = scheme + "://bucket/log/0.json";
            storage.putIfAbsent(path, CONTENT);
            assertThat(store.object("/log/0.json")).isEqualTo(CONTENT);
            assertThatThrownBy(() -> storage.putIfAbsent(path, "other".getBytes(UTF_8)))
                    .isInstanceOf(FileAlreadyExistsException.class);
            assertThat(storage.read(path)).isEqualTo(CONTENT);
        }
    }

    @Test
    void refusesAnS3ConnectorWithoutConditions() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem(false);
        try (HadoopStorage storage = storage(store, "s3a")) {
            assertThatThrownBy(() -> storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT))
                    .isInstanceOf(UnsupportedStorageException.class)
                    .hasMessageContaining("hadoop-aws 3.4.2 or newer");
            assertThat(store.object("/log/0.json")).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3a", "gs"})
    void saysThatItDoesNotKnowWhenTheAnswerIsLost(String scheme) throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem(true);
        try (HadoopStorage storage = storage(store, scheme)) {
            store.loseNextAnswer = true;
            assertThatThrownBy(() -> storage.putIfAbsent(scheme + "://bucket/log/0.json", CONTENT))
                    .isInstanceOf(AmbiguousWriteException.class);
            assertThat(store.object("/log/0.json")).isEqualTo(CONTENT);
            store.failNextRequest = true;
            assertThatThrownBy(() -> storage.putIfAbsent(scheme + "://bucket/log/1.json", CONTENT))
                    .isInstanceOf(AmbiguousWriteException.class);
            assertThat(store.object("/log/1.json")).isNull();
        }
    }

    @Test
    void reportsItsOwnRepeatedRequestAsAFileThatExists() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem(true);
        try (HadoopStorage storage = storage(store, "s3a")) {
            store.loseNextAnswer = true;
            store.repeatAfterLostAnswer = true;
            assertThatThrownBy(() -> storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT))
                    .isInstanceOf(FileAlreadyExistsException.class);
            assertThat(storage.read("s3a://bucket/log/0.json")).isEqualTo(CONTENT);
        }
    }

    @Test
    void writesToGcsInAThreadThatNobodyInterrupts() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem(true);
        try (HadoopStorage storage = storage(store, "gs")) {
            Thread.currentThread().interrupt();
            storage.putIfAbsent("gs://bucket/log/0.json", CONTENT);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(store.object("/log/0.json")).isEqualTo(CONTENT);
        }
    }

    @Test
    void listsAnObjectStoreByKeysAndLeavesOutWhatIsNotEntered() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem(true);
        try (HadoopStorage storage = storage(store, "s3a")) {
            for (String key : List.of("t/a", "t/b/1", "t/b/_h/2", "t/_delta_log/0.json", "u/x")) {
                try (ByteSink sink = storage.create("s3a://bucket/" + key)) {
                    sink.write(CONTENT, 0, CONTENT.length);
                }
            }
            List<String> listed = new ArrayList<>();
            try (FileListing listing = storage.listRecursively(
                    "s3a://bucket/t", entry -> !entry.name().startsWith("_"))) {
                for (FileStatus entry = listing.next(); entry != null; entry = listing.next()) {
                    listed.add(entry.path());
                }
            }
            assertThat(listed).containsExactlyInAnyOrder("s3a://bucket/t/a", "s3a://bucket/t/b/1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hdfs", "viewfs", "abfs", "abfss", "wasb", "wasbs", "adl"})
    void renamesWhereRenamingIsAtomic(String scheme) throws IOException {
        try (HadoopStorage storage = HadoopStorage.of(new RenamingFileSystem(), scheme, "host", false)) {
            String path = scheme + "://host" + directory + "/0.json";
            storage.putIfAbsent(path, CONTENT);
            assertThatThrownBy(() -> storage.putIfAbsent(path, "other".getBytes(UTF_8)))
                    .isInstanceOf(FileAlreadyExistsException.class);
            assertThat(directory.resolve("0.json")).hasBinaryContent(CONTENT);
            assertThat(Files.list(directory)).hasSize(1);
        }
    }

    @Test
    void saysThatItDoesNotKnowWhenTheAnswerToARenameIsLost() throws IOException {
        RenamingFileSystem fileSystem = new RenamingFileSystem();
        try (HadoopStorage storage = HadoopStorage.of(fileSystem, "hdfs", "host", false)) {
            fileSystem.loseNextAnswer = true;
            assertThatThrownBy(() -> storage.putIfAbsent("hdfs://host" + directory + "/0.json", CONTENT))
                    .isInstanceOf(AmbiguousWriteException.class);
            assertThat(directory.resolve("0.json")).hasBinaryContent(CONTENT);
        }
    }

    @Test
    void refusesOtherSchemesUnlessThereIsOneWriter() throws IOException {
        try (HadoopStorage storage = HadoopStorage.of(new RenamingFileSystem(), "oss", "host", false)) {
            assertThatThrownBy(() -> storage.putIfAbsent("oss://host" + directory + "/0.json", CONTENT))
                    .isInstanceOf(UnsupportedStorageException.class)
                    .hasMessageContaining("no way is known to create a file atomically on 'oss'")
                    .hasMessageContaining("singleWriter");
            assertThat(Files.list(directory)).isEmpty();
        }
        try (HadoopStorage storage = HadoopStorage.of(new RenamingFileSystem(), "oss", "host", true)) {
            storage.putIfAbsent("oss://host" + directory + "/0.json", CONTENT);
            assertThat(directory.resolve("0.json")).hasBinaryContent(CONTENT);
        }
    }
}
