package io.github.deltamaint.log.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.testing.StorageContract;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStorageTest extends StorageContract {

    @TempDir
    Path directory;

    @Override
    protected Storage open() {
        return new LocalStorage();
    }

    @Override
    protected String root() {
        return directory.toString();
    }

    private List<String> listed() throws IOException {
        List<String> names = new ArrayList<>();
        try (FileListing listing = new LocalStorage().listRecursively(directory.toString(), any -> true)) {
            for (FileStatus status = listing.next(); status != null; status = listing.next()) {
                names.add(directory.relativize(Path.of(status.path())).toString());
            }
        }
        return names;
    }

    @Test
    void neitherListsNorEntersLinksToDirectories(@TempDir Path elsewhere) throws IOException {
        Files.writeString(elsewhere.resolve("precious"), "data");
        Files.createSymbolicLink(directory.resolve("link"), elsewhere);
        Files.writeString(directory.resolve("own"), "data");
        assertThat(listed()).containsExactly("own");
        assertThatThrownBy(() -> new LocalStorage()
                        .deleteEmptyDirectory(directory.resolve("link").toString()))
                .isInstanceOf(NotDirectoryException.class);
        assertThat(directory.resolve("link")).exists();
    }

    @Test
    void listsALinkToAFileAsThatFileAndDeletesTheLinkAlone(@TempDir Path elsewhere) throws IOException {
        Path target = Files.writeString(elsewhere.resolve("target"), "four");
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);
        assertThat(listed()).containsExactly("link");
        assertThat(new LocalStorage().status(link.toString()).size()).isEqualTo(4);
        assertThat(new LocalStorage().deleteAll(List.of(link.toString()))).isEmpty();
        assertThat(link).doesNotExist();
        assertThat(target).exists();
    }

    @Test
    void passesOverLinksThatLeadNowhere() throws IOException {
        Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("no"));
        assertThat(listed()).isEmpty();
    }

    @Test
    void passesOverLinksThatLeadInCircles() throws IOException {
        Files.createSymbolicLink(directory.resolve("a"), directory.resolve("b"));
        Files.createSymbolicLink(directory.resolve("b"), directory.resolve("a"));
        Files.createSymbolicLink(directory.resolve("up"), directory);
        assertThat(listed()).isEmpty();
    }

    @Test
    void saysWhichEntriesAreLinks(@TempDir Path elsewhere) throws IOException {
        Files.createSymbolicLink(directory.resolve("link"), Files.writeString(elsewhere.resolve("target"), "four"));
        Files.createSymbolicLink(directory.resolve("folder"), elsewhere);
        Files.writeString(directory.resolve("own"), "data");
        LocalStorage storage = new LocalStorage();
        List<String> links = new ArrayList<>();
        try (FileListing listing = storage.list(directory.toString(), "")) {
            for (FileStatus status = listing.next(); status != null; status = listing.next()) {
                if (status.isLink()) {
                    links.add(status.name());
                }
            }
        }
        assertThat(links).containsExactly("folder", "link");
        assertThat(storage.status(directory.resolve("link").toString()).isLink())
                .isTrue();
        assertThat(storage.realPath(directory.resolve("folder/target").toString()))
                .isEqualTo(elsewhere.toRealPath().resolve("target").toString());
    }

    @Test
    void movesALinkAndNotWhatItLeadsTo(@TempDir Path elsewhere) throws IOException {
        Path target = Files.writeString(elsewhere.resolve("target"), "four");
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);
        new LocalStorage().move(link.toString(), directory.resolve("moved/link").toString());
        assertThat(Files.isSymbolicLink(directory.resolve("moved/link"))).isTrue();
        assertThat(link).doesNotExist();
        assertThat(target).hasContent("four");
    }

    @Test
    void finishesAMoveThatWasCutShort() throws IOException {
        Path source = Files.writeString(directory.resolve("a"), "content");
        Files.createLink(directory.resolve("b"), source);
        new LocalStorage().move(source.toString(), directory.resolve("b").toString());
        assertThat(source).doesNotExist();
        assertThat(directory.resolve("b")).hasContent("content");
    }

    @Test
    void doesNotPutOverADanglingLink() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("0.json"), directory.resolve("no"));
        assertThatThrownBy(() -> new LocalStorage().putIfAbsent(link.toString(), new byte[1]))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void keepsItsWordWhenTheThreadIsInterrupted() throws IOException {
        String path = directory.resolve("0.json").toString();
        Thread.currentThread().interrupt();
        try {
            new LocalStorage().putIfAbsent(path, "content".getBytes(UTF_8));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(directory.resolve("0.json")).hasContent("content");
        assertThat(listed()).containsExactly("0.json");
    }

    /** Rounds of several writers and a reader: one wins, and nobody sees a part of the content. */
    @Test
    void letsExactlyOneOfManyWritersWin() throws Exception {
        int writers = 4;
        int rounds = 60;
        byte[][] contents = new byte[writers][];
        for (int i = 0; i < writers; i++) {
            contents[i] = String.valueOf((char) ('a' + i)).repeat(50_000).getBytes(UTF_8);
        }
        CyclicBarrier start = new CyclicBarrier(writers);
        AtomicInteger[] winners = new AtomicInteger[rounds];
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int round = 0; round < rounds; round++) {
            winners[round] = new AtomicInteger();
        }
        for (int i = 0; i < writers; i++) {
            byte[] content = contents[i];
            Thread thread = new Thread(() -> {
                LocalStorage storage = new LocalStorage();
                try {
                    for (int round = 0; round < rounds; round++) {
                        start.await();
                        String path = directory.resolve(round + ".json").toString();
                        try {
                            storage.putIfAbsent(path, content);
                            winners[round].incrementAndGet();
                        } catch (FileAlreadyExistsException lost) {
                            byte[] seen = storage.read(path);
                            assertThat(seen).hasSize(50_000);
                            assertThat(seen[0]).isEqualTo(seen[49_999]);
                        }
                    }
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join(60_000);
        }
        assertThat(failures).isEmpty();
        assertThat(winners).allSatisfy(count -> assertThat(count).hasValue(1));
        assertThat(listed()).hasSize(rounds);
    }
}
