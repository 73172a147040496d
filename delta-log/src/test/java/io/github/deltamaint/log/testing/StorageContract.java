package io.github.deltamaint.log.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every storage has to do, whatever it is made of. */
public abstract class StorageContract {
    private Storage storage;
    private String root;

    /** A storage, new for each test. */
    protected abstract Storage open() throws IOException;

    /** An existing empty directory in it. */
    protected abstract String root();

    /** Whether it has directories that are more than the beginning of names. */
    protected boolean hasDirectories() {
        return true;
    }

    @BeforeEach
    void openStorage() throws IOException {
        storage = open();
        root = root();
    }

    @AfterEach
    void closeStorage() throws IOException {
        storage.close();
    }

    /** Characters that no name in it can have. */
    protected String impossibleCharacters() {
        return "";
    }

    private String path(String relative) {
        return relative.isEmpty() ? root : StoragePaths.resolve(root, relative);
    }

    private void write(String relative, String content) throws IOException {
        try (ByteSink sink = storage.create(path(relative))) {
            sink.write(content.getBytes(UTF_8), 0, content.getBytes(UTF_8).length);
            assertThat(sink.position()).isEqualTo(content.getBytes(UTF_8).length);
            assertThat(sink.name()).isEqualTo(path(relative));
        }
    }

    private String read(String relative) throws IOException {
        return new String(storage.read(path(relative)), UTF_8);
    }

    private List<String> list(String directory, String startAfter) throws IOException {
        List<String> names = new ArrayList<>();
        try (FileListing listing = storage.list(path(directory), startAfter)) {
            for (FileStatus status = listing.next(); status != null; status = listing.next()) {
                names.add(status.name() + (status.isDirectory() ? "/" : ""));
            }
        }
        return names;
    }

    private List<String> listRecursively(Set<String> closed) throws IOException {
        List<String> paths = new ArrayList<>();
        try (FileListing listing = storage.listRecursively(root, directory -> !closed.contains(directory.name()))) {
            for (FileStatus status = listing.next(); status != null; status = listing.next()) {
                paths.add(status.path().substring(root.length() + 1) + (status.isDirectory() ? "/" : ""));
            }
        }
        return paths;
    }

    @Test
    void readsWhatWasWritten() throws IOException {
        write("a/b/c.txt", "hello");
        assertThat(read("a/b/c.txt")).isEqualTo("hello");
        FileStatus status = storage.status(path("a/b/c.txt"));
        assertThat(status.path()).isEqualTo(path("a/b/c.txt"));
        assertThat(status.size()).isEqualTo(5);
        assertThat(status.isDirectory()).isFalse();
        assertThat(status.modificationTimeMillis()).isPositive();
        assertThat(storage.status(path("a/b")).isDirectory()).isTrue();
    }

    @Test
    void readsByPosition() throws IOException {
        write("x", "0123456789");
        for (ByteSource source : List.of(storage.open(path("x")), storage.open(path("x"), 10))) {
            assertThat(source.length()).isEqualTo(10);
            assertThat(source.name()).isEqualTo(path("x"));
            byte[] buffer = new byte[6];
            source.readFully(3, buffer, 1, 4);
            assertThat(new String(buffer, 1, 4, UTF_8)).isEqualTo("3456");
            assertThatThrownBy(() -> source.readFully(8, buffer, 0, 3)).isInstanceOf(EOFException.class);
            source.close();
            source.close();
        }
    }

    @Test
    void takesNamesLiterally() throws IOException {
        List<String> names = Stream.of(
                        "a b", "a%20b", "a+b", "p=%23", "#x", "?y", "[z]", "{w}", "ü€😀", "a:b", "a;b,c@d&e=f", "100%")
                .filter(name ->
                        name.chars().noneMatch(c -> impossibleCharacters().indexOf(c) >= 0))
                .toList();
        for (String name : names) {
            write("d/" + name + "/f", name);
        }
        for (String name : names) {
            assertThat(read("d/" + name + "/f")).isEqualTo(name);
        }
        assertThat(list("d", ""))
                .containsExactlyInAnyOrderElementsOf(
                        names.stream().map(name -> name + "/").toList());
        List<FailedDelete> failures = storage.deleteAll(
                names.stream().map(name -> path("d/" + name + "/f")).toList());
        assertThat(failures).isEmpty();
        for (String name : names) {
            if (hasDirectories()) {
                assertThat(list("d/" + name, "")).isEmpty();
            }
        }
    }

    @Test
    void listsOneDirectorySortedByName() throws IOException {
        for (String name : List.of("b", "a", "B", "a0", "a-", ".hidden", "sub/x")) {
            write(name, "");
        }
        assertThat(list("", "")).containsExactly(".hidden", "B", "a", "a-", "a0", "b", "sub/");
        assertThat(list("", "a")).containsExactly("a-", "a0", "b", "sub/");
        assertThat(list("", "a-x")).containsExactly("a0", "b", "sub/");
        assertThat(list("", "zzz")).isEmpty();
    }

    @Test
    void listsEverythingBelowADirectory() throws IOException {
        for (String name : List.of("b/2", "b/1", "a", "b/c/x", "_delta_log/0.json", "b/_hidden/y")) {
            write(name, "");
        }
        assertThat(listRecursively(Set.of()))
                .contains("a", "b/1", "b/2", "b/c/x", "_delta_log/0.json", "b/_hidden/y")
                .doesNotHaveDuplicates();
        assertThat(listRecursively(Set.of("_delta_log", "_hidden")))
                .contains("a", "b/1", "b/2", "b/c/x")
                .doesNotContain("_delta_log/0.json", "b/_hidden/y");
        assertThat(listRecursively(Set.of())).isEqualTo(listRecursively(Set.of()));
    }

    @Test
    void saysWhatIsMissing() {
        assertThatThrownBy(() -> storage.read(path("no"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> storage.status(path("no"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> storage.open(path("no"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> {
                    try (ByteSource source = storage.open(path("no"), 3)) {
                        source.readFully(0, new byte[3], 0, 3);
                    }
                })
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> storage.list(path("no"), "").next()).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void createsOnlyNewFiles() throws IOException {
        write("x", "first");
        assertThatThrownBy(() -> write("x", "second")).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read("x")).isEqualTo("first");
    }

    @Test
    void leavesNothingOfAnAbortedFile() throws IOException {
        storage.createDirectory(path("a"));
        for (ByteSink sink : List.of(storage.create(path("a/x")), storage.createAtomically(path("a/y")))) {
            sink.write(new byte[100_000], 0, 100_000);
            sink.abort();
            sink.abort();
            sink.close();
        }
        assertThat(list("a", "")).isEmpty();
    }

    @Test
    void showsAnAtomicFileOnlyWhenItIsComplete() throws IOException {
        storage.overwrite(path("a/x"), "old".getBytes(UTF_8));
        ByteSink sink = storage.createAtomically(path("a/x"));
        sink.write("new".getBytes(UTF_8), 0, 3);
        assertThat(read("a/x")).isEqualTo("old");
        sink.close();
        sink.close();
        assertThat(read("a/x")).isEqualTo("new");
        assertThat(list("a", "")).containsExactly("x");
    }

    @Test
    void putsOnlyWhatIsAbsent() throws IOException {
        storage.putIfAbsent(path("log/1"), "first".getBytes(UTF_8));
        assertThatThrownBy(() -> storage.putIfAbsent(path("log/1"), "second".getBytes(UTF_8)))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read("log/1")).isEqualTo("first");
        assertThat(list("log", "")).containsExactly("1");
        storage.putIfAbsent(path("log/2"), new byte[0]);
        assertThat(storage.status(path("log/2")).size()).isZero();
    }

    @Test
    void deletesFilesAndCountsMissingOnesAsDeleted() throws IOException {
        write("d/x", "");
        write("d/y", "");
        assertThat(storage.deleteAll(List.of(path("d/x"), path("d/no"), path("no/no"))))
                .isEmpty();
        assertThat(list("d", "")).containsExactly("y");
    }

    @Test
    void neverDeletesADirectoryInPlaceOfAFile() throws IOException {
        storage.createDirectory(path("d"));
        List<FailedDelete> failures = storage.deleteAll(List.of(path("d")));
        if (hasDirectories()) {
            assertThat(failures).singleElement().satisfies(failure -> {
                assertThat(failure.path()).isEqualTo(path("d"));
                assertThat(failure.cause()).hasMessageContaining("is a directory");
            });
        }
        assertThat(storage.status(path("d")).isDirectory()).isTrue();
    }

    @Test
    void deletesOnlyEmptyDirectories() throws IOException {
        write("d/e/x", "");
        assertThat(storage.deleteEmptyDirectory(path("d/e"))).isFalse();
        storage.deleteAll(List.of(path("d/e/x")));
        assertThat(storage.deleteEmptyDirectory(path("d/e"))).isTrue();
        assertThat(storage.deleteEmptyDirectory(path("d/e"))).isTrue();
        storage.createDirectory(path("d/e"));
        storage.createDirectory(path("d/e"));
        assertThat(list("d", "")).containsExactly("e/");
    }

    @Test
    void movesAFileToWhereNothingIs() throws IOException {
        write("d/a b%20c", "hello");
        storage.move(path("d/a b%20c"), path("new/e/a b%20c"));
        assertThat(read("new/e/a b%20c")).isEqualTo("hello");
        assertThat(list("d", "")).isEmpty();
    }

    @Test
    void neverMovesOntoSomething() throws IOException {
        write("x", "x");
        write("y", "y");
        assertThatThrownBy(() -> storage.move(path("x"), path("y"))).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read("x")).isEqualTo("x");
        assertThat(read("y")).isEqualTo("y");
    }

    @Test
    void saysThatThereIsNothingToMove() {
        assertThatThrownBy(() -> storage.move(path("no"), path("y"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void neverMovesADirectoryInPlaceOfAFile() throws IOException {
        storage.createDirectory(path("d"));
        assertThatThrownBy(() -> storage.move(path("d"), path("e"))).isInstanceOf(IOException.class);
        assertThat(storage.status(path("d")).isDirectory()).isTrue();
    }
}
