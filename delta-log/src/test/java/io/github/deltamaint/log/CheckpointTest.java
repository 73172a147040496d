package io.github.deltamaint.log;

import static io.github.deltamaint.log.TestLog.add;
import static io.github.deltamaint.log.TestLog.domain;
import static io.github.deltamaint.log.TestLog.file;
import static io.github.deltamaint.log.TestLog.files;
import static io.github.deltamaint.log.TestLog.info;
import static io.github.deltamaint.log.TestLog.metadata;
import static io.github.deltamaint.log.TestLog.start;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.parquet.ByteSink;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Checkpoints on demand and after commits, and what becomes of them when things go wrong. */
class CheckpointTest {
    private static final String HINT = file("_last_checkpoint");

    /** What a commit listener hears of checkpoints. */
    private static final class Heard implements CommitListener {
        private final List<String> events = new ArrayList<>();

        @Override
        public void commitFinished(long version) {
            events.add("committed " + version);
        }

        @Override
        public void checkpointFinished(CheckpointResult checkpoint) {
            events.add("checkpoint " + checkpoint.version());
        }

        @Override
        public void checkpointFailed(long version, Throwable cause) {
            events.add("failed " + version + " " + cause.getClass().getSimpleName());
        }
    }

    private static String checkpoint(long version) {
        return file(String.format("%020d.checkpoint.parquet", version));
    }

    private static String hint(TestLog log) throws IOException {
        return new String(log.storage.read(HINT), UTF_8);
    }

    private static List<String> tombstones(Snapshot snapshot) {
        try (CloseableIterator<RemoveFile> removes = snapshot.tombstones()) {
            List<String> paths = new ArrayList<>();
            removes.forEachRemaining(remove -> paths.add(remove.path()));
            return paths;
        }
    }

    /** Nothing but the newest checkpoint and what points to it. */
    private static void deleteCommits(TestLog log) {
        log.storage.deleteAll(log.storage.paths().stream()
                .filter(path -> path.endsWith(".json"))
                .toList());
    }

    private static void commit(TestLog log, CommitListener listener, Action... actions) {
        start(log.log(), log.snapshot()).listener(listener).commit(CommitRequest.of(info("WRITE"), List.of(actions)));
    }

    @Test
    void aCheckpointReplacesTheCommitsBeforeIt() throws IOException {
        TestLog log = TestLog.withFiles();
        log.commit(add("a").remove(true).withDeletionTimestamp(log.clock.millis()), domain("stranger", "{\"k\":1}"))
                .commit(new SetTransaction("app", 7, OptionalLong.of(5)));
        Snapshot before = log.snapshot();

        CheckpointResult result = log.log().checkpoint(before);

        assertThat(result.version()).isEqualTo(3);
        assertThat(result.alreadyExisted()).isFalse();
        assertThat(result.numOfAddFiles()).isEqualTo(2);
        assertThat(result.files()).containsExactly("00000000000000000003.checkpoint.parquet");
        assertThat(result.size().bytes())
                .isEqualTo(log.storage.status(checkpoint(3)).size());
        deleteCommits(log);
        Snapshot after = log.snapshot();
        assertThat(files(after)).containsExactly("b", "c");
        assertThat(tombstones(after)).containsExactly("a");
        assertThat(after.domainMetadata()).isEqualTo(before.domainMetadata()).containsKey("stranger");
        assertThat(after.setTransactions()).isEqualTo(before.setTransactions()).containsKey("app");
        assertThat(after.metadata()).isEqualTo(before.metadata());
        assertThat(hint(log)).startsWith("{\"version\":3,\"size\":7,\"sizeInBytes\":");
    }

    @Test
    void expiredTombstonesAndRemovedDomainsAreLeftOut() {
        TestLog log = TestLog.withFiles();
        log.commit(add("a").remove(true).withDeletionTimestamp(log.clock.millis()), domain("gone", "{}"));
        log.commit(new DomainMetadata("gone", "{}", true));
        log.clock.advance(Duration.ofDays(7));
        log.commit(add("b").remove(true).withDeletionTimestamp(log.clock.millis()));
        log.log().checkpoint(log.snapshot());
        deleteCommits(log);
        assertThat(tombstones(log.snapshot())).containsExactly("b");
        assertThat(log.snapshot().domainMetadata()).isEmpty();
    }

    @Test
    void oneThatIsThereIsLeftAlone() throws IOException {
        TestLog log = TestLog.withFiles();
        log.log().checkpoint(log.snapshot());
        long written = log.storage.status(checkpoint(1)).modificationTimeMillis();
        log.clock.advance(Duration.ofHours(1));

        CheckpointResult again = log.log().checkpoint(log.snapshot());

        assertThat(again.alreadyExisted()).isTrue();
        assertThat(again.numOfAddFiles()).isEqualTo(3);
        assertThat(log.storage.status(checkpoint(1)).modificationTimeMillis()).isEqualTo(written);
    }

    @Test
    void lastCheckpointNeverGoesBack() throws IOException {
        TestLog log = TestLog.withFiles().commit(add("d")).commit(add("e"));
        Snapshot older = log.log().snapshotAt(2);
        log.log().checkpoint(log.snapshot());
        String newest = hint(log);
        log.log().checkpoint(older);
        assertThat(log.storage.paths()).contains(checkpoint(2));
        assertThat(hint(log)).isEqualTo(newest);
    }

    @Test
    void aHintThatNamesNothingIsReplaced() throws IOException {
        TestLog log = TestLog.withFiles();
        log.storage.put(HINT, "{\"version\":99,\"size\":1}".getBytes(UTF_8));
        log.log().checkpoint(log.snapshot());
        assertThat(hint(log)).startsWith("{\"version\":1,");
    }

    @Test
    void everyTenthCommitIsFollowedByOne() {
        TestLog log = TestLog.withFiles();
        Heard heard = new Heard();
        for (int i = 2; i <= 21; i++) {
            commit(log, heard, add("f" + i));
        }
        assertThat(heard.events)
                .hasSize(22)
                .containsSubsequence("committed 10", "checkpoint 10", "committed 11", "committed 20", "checkpoint 20");
        assertThat(log.storage.paths()).contains(checkpoint(10), checkpoint(20)).doesNotContain(checkpoint(11));
        assertThat(log.snapshot().logSegment().checkpointVersion()).hasValue(20);
        assertThat(files(log.snapshot())).hasSize(23);
    }

    @Test
    void theIntervalIsThatOfTheVersionWhichWasMade() {
        TestLog log = TestLog.withFiles();
        Heard heard = new Heard();
        commit(log, heard, metadata(Map.of("delta.checkpointInterval", "2")));
        assertThat(heard.events).containsExactly("committed 2", "checkpoint 2");
    }

    @Test
    void aCheckpointThatCannotBeWrittenDoesNotFailTheCommit() {
        TestLog log = TestLog.with(List.of(), Map.of("delta.checkpointInterval", "1"));
        Heard heard = new Heard();
        ForwardingStorage full = new ForwardingStorage(log.storage) {
            @Override
            boolean hides(String listed) {
                return false;
            }

            @Override
            public ByteSink create(String path) throws IOException {
                throw new IOException("no space left on device");
            }
        };
        CommitResult result = start(log.log(full), log.snapshot())
                .listener(heard)
                .commit(CommitRequest.of(info("WRITE"), List.of(add("a"))));
        assertThat(result.version()).isEqualTo(1);
        assertThat(heard.events).containsExactly("committed 1", "failed 1 StorageException");
        assertThat(files(log.snapshot())).containsExactly("a");
        assertThat(log.storage.paths()).hasSize(2);
        assertThatThrownBy(() -> log.log(full).checkpoint(log.log(full).snapshot()))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("00000000000000000001.checkpoint.parquet");
    }

    @Test
    void anUnknownIntervalDoesNotFailTheCommit() {
        TestLog log = TestLog.with(List.of(), Map.of("delta.checkpointInterval", "often"));
        Heard heard = new Heard();
        commit(log, heard, add("a"));
        assertThat(heard.events).containsExactly("committed 1", "failed 1 InvalidOperationException");
    }

    @Test
    void oneThatTheStorageDamagesIsNeverPublished() {
        TestLog log = TestLog.withFiles();
        List<String> before = log.storage.paths();
        ForwardingStorage lossy = new ForwardingStorage(log.storage) {
            @Override
            boolean hides(String listed) {
                return false;
            }

            @Override
            public ByteSink create(String path) throws IOException {
                return new DamagingSink(super.create(path));
            }
        };
        assertThatThrownBy(() -> log.log(lossy).checkpoint(log.log(lossy).snapshot()))
                .isInstanceOf(CorruptTableException.class);
        assertThat(log.storage.paths()).isEqualTo(before);
    }

    @Test
    void aDamagedOneIsReplaced() {
        TestLog log = TestLog.withFiles();
        log.storage.put(checkpoint(1), new byte[1000]);
        DeltaLog reader = log.log();
        CheckpointResult result = reader.checkpoint(reader.snapshot());
        assertThat(result.alreadyExisted()).isFalse();
        deleteCommits(log);
        assertThat(files(log.snapshot())).containsExactly("a", "b", "c");
    }

    /** Flips a bit in each file. */
    private static final class DamagingSink implements ByteSink {
        private final ByteSink sink;
        private boolean damaged;

        DamagingSink(ByteSink sink) {
            this.sink = sink;
        }

        @Override
        public String name() {
            return sink.name();
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            byte[] bytes = java.util.Arrays.copyOfRange(buffer, offset, offset + length);
            if (!damaged && length > 100) {
                bytes[length / 2] ^= 4;
                damaged = true;
            }
            sink.write(bytes, 0, length);
        }

        @Override
        public long position() {
            return sink.position();
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }

        @Override
        public void abort() {
            sink.abort();
        }
    }
}
