package io.github.deltamaint.log.storage.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.UnsupportedStorageException;
import io.github.deltamaint.log.storage.hadoop.ObjectStoreFileSystem.Conditions;
import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which primitive each scheme is served with, and what becomes of its failures. */
class AtomicWritesTest {
    private static final byte[] CONTENT = "content".getBytes(UTF_8);
    private static final byte[] OTHER = "other".getBytes(UTF_8);

    @TempDir
    Path directory;

    private static HadoopStorage storage(ObjectStoreFileSystem store) {
        return HadoopStorage.of(store, store.getUri().getScheme(), "bucket", false);
    }

    /** One that has made its first commit, so that requests count from the next one on. */
    private static HadoopStorage provenStorage(ObjectStoreFileSystem store) throws IOException {
        HadoopStorage storage = storage(store);
        storage.putIfAbsent(store.getUri() + "/first", CONTENT);
        store.requests.clear();
        return storage;
    }

    /** What becomes of the next rename. */
    private enum Answers {
        TRUE,
        LOST,
        /** The client repeats it, and finds the source gone. */
        REPEATED,
        FAILED
    }

    /** A file system that renames like HDFS: never onto a file that is there. */
    private static class RenamingFileSystem extends RawLocalFileSystem {
        Answers answers = Answers.TRUE;
        String failRenamesTo = "";

        RenamingFileSystem() throws IOException {
            initialize(URI.create("file:///"), new Configuration(false));
        }

        @Override
        public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) throws IOException {
            Answers answer = answers;
            answers = Answers.TRUE;
            if (answer == Answers.FAILED) {
                throw new IOException("connection refused");
            }
            if (to.getName().equals(failRenamesTo)) {
                failRenamesTo = "";
                throw new IOException("disk full");
            }
            boolean renamed = exists(from) && !exists(to) && super.rename(local(from), local(to));
            if (answer == Answers.LOST) {
                throw new IOException("connection reset");
            }
            return renamed && answer != Answers.REPEATED;
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
    @ValueSource(strings = {"s3", "s3a", "gs"})
    void letsTheObjectStoreDecide(String scheme) throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem(scheme, Conditions.KEPT);
        try (HadoopStorage storage = storage(store)) {
            String path = scheme + "://bucket/log/0.json";
            storage.putIfAbsent(path, CONTENT);
            assertThat(store.object("/log/0.json")).isEqualTo(CONTENT);
            assertThatThrownBy(() -> storage.putIfAbsent(path, OTHER)).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(storage.read(path)).isEqualTo(CONTENT);
        }
    }

    @Test
    void refusesAnS3ConnectorWithoutConditions() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("s3a", Conditions.UNKNOWN_TO_CONNECTOR);
        try (HadoopStorage storage = storage(store)) {
            assertThatThrownBy(() -> storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT))
                    .isInstanceOf(UnsupportedStorageException.class)
                    .hasMessageContaining("hadoop-aws 3.4.2 or newer")
                    .hasMessageContaining("singleWriter");
            assertThat(store.object("/log/0.json")).isNull();
        }
    }

    @Test
    void refusesAnS3StoreThatIgnoresConditions() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("s3a", Conditions.IGNORED_BY_STORE);
        try (HadoopStorage storage = storage(store)) {
            assertThatThrownBy(() -> storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT))
                    .isInstanceOf(UnsupportedStorageException.class)
                    .hasMessageContaining("ignores the condition")
                    .hasMessageContaining("singleWriter");
            assertThat(store.keys()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Conditions.class,
            names = {"UNKNOWN_TO_CONNECTOR", "IGNORED_BY_STORE"})
    void takesTheWordOfASingleWriterOnS3(Conditions conditions) throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("s3a", conditions);
        try (HadoopStorage storage = HadoopStorage.of(store, "s3a", "bucket", true)) {
            storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT);
            assertThatThrownBy(() -> storage.putIfAbsent("s3a://bucket/log/0.json", OTHER))
                    .isInstanceOf(FileAlreadyExistsException.class);
            assertThat(store.object("/log/0.json")).isEqualTo(CONTENT);
            assertThat(store.keys()).containsExactly("/log/0.json");
        }
    }

    @Test
    void asksAnS3StoreForProofOnce() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("s3a", Conditions.KEPT);
        try (HadoopStorage storage = storage(store)) {
            storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT);
            assertThat(store.requests).hasSize(5).last().isEqualTo("PUT /log/0.json");
            assertThat(store.keys()).containsExactly("/log/0.json");
            store.requests.clear();
            storage.putIfAbsent("s3a://bucket/log/1.json", CONTENT);
            assertThat(store.requests).containsExactly("PUT /log/1.json");
        }
    }

    @Test
    void writesNothingWhereTheProofFails() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("s3a", Conditions.KEPT);
        try (HadoopStorage storage = storage(store)) {
            store.failNextRequest = true;
            assertThatThrownBy(() -> storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT))
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessageContaining("not written");
            assertThat(store.keys()).isEmpty();
            storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT);
        }
    }

    @Test
    void saysThatItDoesNotKnowWhenTheRequestFails() throws IOException {
        for (String scheme : List.of("s3a", "gs")) {
            ObjectStoreFileSystem store = new ObjectStoreFileSystem(scheme, Conditions.KEPT);
            try (HadoopStorage storage = provenStorage(store)) {
                store.failNextRequest = true;
                assertThatThrownBy(() -> storage.putIfAbsent(scheme + "://bucket/log/1.json", CONTENT))
                        .isInstanceOf(AmbiguousWriteException.class);
                assertThat(store.object("/log/1.json")).isNull();
            }
        }
    }

    @Test
    void saysThatItDoesNotKnowWhenAnAnswerOfGcsIsLost() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("gs", Conditions.KEPT);
        try (HadoopStorage storage = storage(store)) {
            store.loseNextAnswer = true;
            assertThatThrownBy(() -> storage.putIfAbsent("gs://bucket/log/0.json", CONTENT))
                    .isInstanceOf(AmbiguousWriteException.class);
            assertThat(store.object("/log/0.json")).isEqualTo(CONTENT);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void knowsItsOwnS3ObjectByItsTagWhenTheAnswerIsLost(boolean repeated) throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("s3a", Conditions.KEPT);
        try (HadoopStorage storage = provenStorage(store)) {
            store.loseNextAnswer = true;
            store.repeatAfterLostAnswer = repeated;
            storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT);
            assertThat(store.requests).endsWith("HEAD /log/0.json");

            store.loseNextAnswer = true;
            try (ByteSink sink = storage.create("s3a://bucket/data")) {
                sink.write(CONTENT, 0, CONTENT.length);
            }
            assertThat(store.object("/data")).isEqualTo(CONTENT);
        }
    }

    @Test
    void takesNoObjectOfAnotherForItsOwnWhateverItsContent() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("s3a", Conditions.KEPT);
        try (HadoopStorage storage = provenStorage(store)) {
            storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT);
            assertThatThrownBy(() -> storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT))
                    .isInstanceOf(FileAlreadyExistsException.class);
            store.failHeaders = true;
            assertThatThrownBy(() -> storage.putIfAbsent("s3a://bucket/log/0.json", CONTENT))
                    .isInstanceOf(FileAlreadyExistsException.class);
            store.loseNextAnswer = true;
            assertThatThrownBy(() -> storage.putIfAbsent("s3a://bucket/log/1.json", CONTENT))
                    .isInstanceOf(AmbiguousWriteException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3a", "gs"})
    void publishesNothingOfAnAbortedObject(String scheme) throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem(scheme, Conditions.KEPT);
        try (HadoopStorage storage = storage(store)) {
            storage.overwrite(scheme + "://bucket/_last_checkpoint", CONTENT);
            for (ByteSink sink : List.of(
                    storage.createAtomically(scheme + "://bucket/_last_checkpoint"),
                    storage.create(scheme + "://bucket/data"))) {
                sink.write(OTHER, 0, OTHER.length);
                sink.abort();
                sink.close();
            }
            assertThat(store.keys()).containsExactly("/_last_checkpoint");
            assertThat(store.object("/_last_checkpoint")).isEqualTo(CONTENT);
        }
    }

    @Test
    void deletesManyObjectsInOneRequest() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("s3a", Conditions.KEPT);
        try (HadoopStorage storage = storage(store)) {
            for (String key : List.of("a", "b", "locked", "c", "d", "kept")) {
                storage.overwrite("s3a://bucket/" + key, CONTENT);
            }
            store.requests.clear();
            List<FailedDelete> failures = storage.deleteAll(List.of(
                    "s3a://bucket/a",
                    "s3a://bucket/b",
                    "s3a://bucket/locked",
                    "s3a://bucket/c",
                    "s3a://bucket/gone",
                    "s3a://bucket/d",
                    "s3a://bucket/gone too"));
            assertThat(failures).singleElement().satisfies(failure -> {
                assertThat(failure.path()).isEqualTo("s3a://bucket/locked");
                assertThat(failure.cause()).hasMessage("AccessDenied");
            });
            assertThat(store.requests).containsExactly("DELETE 3", "DELETE 3", "DELETE 1");
            assertThat(store.keys()).containsExactly("/kept", "/locked");
        }
    }

    @Test
    void writesToGcsInAThreadThatNobodyInterrupts() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("gs", Conditions.KEPT);
        try (HadoopStorage storage = storage(store)) {
            Thread.currentThread().interrupt();
            storage.putIfAbsent("gs://bucket/log/0.json", CONTENT);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(store.object("/log/0.json")).isEqualTo(CONTENT);
        }
    }

    @Test
    void listsAnObjectStoreByKeysAndLeavesOutWhatIsNotEntered() throws IOException {
        ObjectStoreFileSystem store = new ObjectStoreFileSystem("s3a", Conditions.KEPT);
        try (HadoopStorage storage = storage(store)) {
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
    @ValueSource(strings = {"hdfs", "abfs", "abfss", "wasb", "wasbs", "adl"})
    void renamesWhereRenamingIsAtomic(String scheme) throws IOException {
        try (HadoopStorage storage = HadoopStorage.of(new RenamingFileSystem(), scheme, "host", false)) {
            String path = scheme + "://host" + directory + "/0.json";
            storage.putIfAbsent(path, CONTENT);
            assertThatThrownBy(() -> storage.putIfAbsent(path, OTHER)).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(directory.resolve("0.json")).hasBinaryContent(CONTENT);
            assertThat(Files.list(directory)).hasSize(1);
        }
    }

    @Test
    void knowsItsOwnFileByItsContentWhenTheAnswerToARenameIsLost() throws IOException {
        RenamingFileSystem fileSystem = new RenamingFileSystem();
        try (HadoopStorage storage = HadoopStorage.of(fileSystem, "hdfs", "host", false)) {
            String path = "hdfs://host" + directory + "/0.json";
            fileSystem.answers = Answers.LOST;
            storage.putIfAbsent(path, CONTENT);
            assertThat(directory.resolve("0.json")).hasBinaryContent(CONTENT);
            fileSystem.answers = Answers.LOST;
            assertThatThrownBy(() -> storage.putIfAbsent(path, OTHER)).isInstanceOf(FileAlreadyExistsException.class);
        }
    }

    @Test
    void knowsItsOwnFileWhenTheClientRepeatsARename() throws IOException {
        RenamingFileSystem fileSystem = new RenamingFileSystem();
        try (HadoopStorage storage = HadoopStorage.of(fileSystem, "hdfs", "host", false)) {
            fileSystem.answers = Answers.REPEATED;
            storage.putIfAbsent("hdfs://host" + directory + "/0.json", CONTENT);
            assertThat(directory.resolve("0.json")).hasBinaryContent(CONTENT);
        }
    }

    @Test
    void takesAnEqualFileOfAnotherWriterForTheOthers() throws IOException {
        try (HadoopStorage storage = HadoopStorage.of(new RenamingFileSystem(), "hdfs", "host", false)) {
            storage.putIfAbsent("hdfs://host" + directory + "/0.json", CONTENT);
            assertThatThrownBy(() -> storage.putIfAbsent("hdfs://host" + directory + "/0.json", CONTENT))
                    .isInstanceOf(FileAlreadyExistsException.class);
        }
    }

    @Test
    void saysThatItDoesNotKnowWhenARenameFails() throws IOException {
        RenamingFileSystem fileSystem = new RenamingFileSystem();
        try (HadoopStorage storage = HadoopStorage.of(fileSystem, "hdfs", "host", false)) {
            fileSystem.answers = Answers.FAILED;
            assertThatThrownBy(() -> storage.putIfAbsent("hdfs://host" + directory + "/0.json", CONTENT))
                    .isInstanceOf(AmbiguousWriteException.class);
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void putsTheOldFileBackWhenTheNewOneCannotTakeItsPlace() throws IOException {
        RenamingFileSystem fileSystem = new RenamingFileSystem();
        try (HadoopStorage storage = HadoopStorage.of(fileSystem, "abfs", "host", false)) {
            String path = "abfs://host" + directory + "/_last_checkpoint";
            storage.overwrite(path, CONTENT);
            storage.overwrite(path, OTHER);
            assertThat(directory.resolve("_last_checkpoint")).hasBinaryContent(OTHER);
            fileSystem.failRenamesTo = "_last_checkpoint";
            assertThatThrownBy(() -> storage.overwrite(path, CONTENT)).hasMessageContaining("disk full");
            assertThat(directory.resolve("_last_checkpoint")).hasBinaryContent(OTHER);
            assertThat(Files.list(directory)).hasSize(1);
        }
    }

    @Test
    void trustsNothingBehindAViewThatIsNotHdfs() throws IOException {
        Map<String, String> mount = Map.of("fs.viewfs.mounttable.cluster.link./lake", "file://" + directory);
        try (HadoopStorage storage = HadoopStorage.open("viewfs://cluster/lake", mount, false)) {
            storage.createDirectory("viewfs://cluster/lake/log");
            assertThatThrownBy(() -> storage.putIfAbsent("viewfs://cluster/lake/log/0.json", CONTENT))
                    .isInstanceOf(UnsupportedStorageException.class)
                    .hasMessageContaining("'file behind viewfs'");
        }
        try (HadoopStorage storage = HadoopStorage.open("viewfs://cluster/lake", mount, true)) {
            storage.putIfAbsent("viewfs://cluster/lake/log/0.json", CONTENT);
            assertThat(directory.resolve("log/0.json")).hasBinaryContent(CONTENT);
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
