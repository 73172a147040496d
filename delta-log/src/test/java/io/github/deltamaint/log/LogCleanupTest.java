package io.github.deltamaint.log;

import static io.github.deltamaint.log.TestLog.add;
import static io.github.deltamaint.log.TestLog.file;
import static io.github.deltamaint.log.TestLog.files;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What cleaning up the log deletes, and what it never does. */
class LogCleanupTest {

    private static String name(long version, String suffix) {
        return String.format("%020d.%s", version, suffix);
    }

    /** Versions 0 to 25 with checkpoints at 10 and 20, all within one hour. */
    private static TestLog log(Map<String, String> properties, List<String> features) {
        TestLog log = TestLog.with(features, properties);
        for (int version = 1; version <= 25; version++) {
            log.commit(add("f" + version));
            if (version % 10 == 0) {
                log.log().checkpoint(log.snapshot());
            }
        }
        return log;
    }

    private static TestLog log() {
        return log(Map.of(), List.of());
    }

    private static List<String> names(TestLog log) {
        return log.storage.paths().stream()
                .map(path -> path.substring(file("").length()))
                .toList();
    }

    @Test
    void theNewestExpiredCheckpointItsCommitAndEverythingLaterStay() {
        TestLog log = log();
        log.storage.put(file(name(3, "crc")), new byte[1]);
        log.storage.put(file(name(20, "crc")), new byte[1]);
        log.storage.put(file(name(5, name(7, "compacted.json"))), new byte[1]);
        log.storage.put(file(name(19, name(20, "compacted.json"))), new byte[1]);
        log.storage.put(file("notes.txt"), new byte[1]);
        log.clock.advance(Duration.ofDays(32));
        List<String> before = files(log.snapshot());

        LogCleanupPlan plan = log.log().planLogCleanup();
        assertThat(plan.firstKeptVersion()).hasValue(20);
        assertThat(plan.files()).hasSize(20 + 1 + 1 + 2).endsWith(name(10, "checkpoint.parquet"));
        LogCleanupResult result = log.log().cleanUpLog();

        assertThat(result.deletedFiles()).isEqualTo(24);
        assertThat(result.failedFiles()).isEmpty();
        List<String> expected = new ArrayList<>(
                LongStream.rangeClosed(20, 25).mapToObj(v -> name(v, "json")).toList());
        expected.addAll(List.of(name(20, "checkpoint.parquet"), name(20, "crc"), "_last_checkpoint", "notes.txt"));
        assertThat(names(log)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(files(log.snapshot())).isEqualTo(before);
        assertThat(files(log.log().snapshotAt(20))).hasSize(20);
        assertThat(log.log().planLogCleanup().isEmpty()).isTrue();
    }

    @Test
    void nothingGoesInsideTheRetention() {
        TestLog log = log();
        log.clock.advance(Duration.ofDays(30));
        LogCleanupPlan plan = log.log().planLogCleanup();
        assertThat(plan.files()).isEmpty();
        assertThat(plan.nothingToDo()).get().asString().startsWith("every version is younger than");
    }

    @Test
    void theVersionThatWasCurrentAtTheCutoffStays() {
        TestLog log = log(Map.of("delta.logRetentionDuration", "interval 2 days"), List.of());
        log.clock.advance(Duration.ofDays(10));
        log.commit(add("late"));
        log.log().checkpoint(log.snapshot());
        log.clock.advance(Duration.ofHours(1));
        // Version 25 was current until an hour ago.
        assertThat(log.log().planLogCleanup().firstKeptVersion()).hasValue(20);
        log.log().cleanUpLog();
        assertThat(files(log.log().snapshotAt(25))).hasSize(25);
    }

    @Test
    void nothingGoesWithoutACheckpoint() {
        TestLog log = TestLog.withFiles();
        for (int i = 0; i < 20; i++) {
            log.commit(add("f" + i));
        }
        log.clock.advance(Duration.ofDays(100));
        assertThat(log.log().planLogCleanup().nothingToDo())
                .get()
                .asString()
                .startsWith("there is no sound checkpoint");
        assertThat(log.log().cleanUpLog().deletedFiles()).isZero();
        assertThat(names(log)).hasSize(22);
    }

    @Test
    void aDamagedCheckpointDoesNotCount() {
        TestLog log = log();
        log.storage.put(file(name(20, "checkpoint.parquet")), new byte[100]);
        log.clock.advance(Duration.ofDays(40));
        assertThat(log.log().planLogCleanup().firstKeptVersion()).hasValue(10);
        log.log().cleanUpLog();
        assertThat(files(log.snapshot())).hasSize(25);
        assertThat(names(log)).contains(name(10, "json")).doesNotContain(name(9, "json"));
    }

    @Test
    void aGapAfterACheckpointKeepsEverythingBeforeIt() {
        TestLog log = log();
        log.storage.deleteAll(List.of(file(name(20, "json"))));
        log.clock.advance(Duration.ofDays(40));
        assertThat(log.log().planLogCleanup().files()).isEmpty();
    }

    @Test
    void aHintThatWouldNameNothingIsChangedFirst() throws Exception {
        TestLog log = log();
        log.storage.put(file("_last_checkpoint"), "{\"version\":10,\"size\":3}".getBytes(UTF_8));
        log.clock.advance(Duration.ofDays(40));
        log.log().cleanUpLog();
        assertThat(new String(log.storage.read(file("_last_checkpoint")), UTF_8))
                .startsWith("{\"version\":20,");
    }

    @Test
    void sidecarsThatNobodyNamesGoOnceTheyAreOld() {
        TestLog log = log();
        log.storage.put(file("_sidecars/old.parquet"), new byte[1]);
        log.clock.advance(Duration.ofDays(40));
        log.storage.put(file("_sidecars/young.parquet"), new byte[1]);
        log.log().cleanUpLog();
        assertThat(names(log)).contains("_sidecars/young.parquet").doesNotContain("_sidecars/old.parquet");
    }

    @Test
    void pinnedVersionsStayReadable() {
        TestLog log = log();
        log.clock.advance(Duration.ofDays(40));
        TablePins pins = new TablePins(log.storage, log.log().tablePath());
        pins.put(new Pin(12, "ann", log.clock.instant(), Optional.empty()));
        assertThat(log.log().planLogCleanup().firstKeptVersion()).hasValue(10);
        log.log().cleanUpLog();
        assertThat(files(log.log().snapshotAt(12))).hasSize(12);
        pins.put(new Pin(5, "bob", log.clock.instant(), Optional.empty()));
        assertThat(log.log().planLogCleanup().nothingToDo()).get().asString().endsWith("is pinned");
    }

    @Test
    void protectedHistoryIsRefused() {
        TestLog log =
                log(Map.of("delta.requireCheckpointProtectionBeforeVersion", "5"), List.of("checkpointProtection"));
        log.clock.advance(Duration.ofDays(40));
        List<String> before = names(log);
        assertThatThrownBy(() -> log.log().cleanUpLog())
                .isInstanceOf(UnsupportedTableFeatureException.class)
                .hasMessageContaining("checkpointProtection");
        assertThat(names(log)).isEqualTo(before);
    }

    @Test
    void aRetentionThatIsNoIntervalIsAnError() {
        TestLog log = log(Map.of("delta.logRetentionDuration", "soon"), List.of());
        assertThatThrownBy(() -> log.log().planLogCleanup())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("delta.logRetentionDuration");
    }

    /** What a commit listener hears of clean-ups. */
    private static final class Heard implements CommitListener {
        private final List<String> events = new ArrayList<>();

        @Override
        public void checkpointFinished(CheckpointResult checkpoint) {
            events.add("checkpoint " + checkpoint.version());
        }

        @Override
        public void checkpointFailed(long version, Throwable cause) {
            events.add("no checkpoint " + version);
        }

        @Override
        public void logCleanedUp(LogCleanupResult result) {
            events.add("deleted " + result.deletedFiles());
        }

        @Override
        public void logCleanupFailed(long version, Throwable cause) {
            events.add("failed " + version + " " + cause.getClass().getSimpleName());
        }
    }

    /** Five more commits after a month, the last of which makes version 30. */
    private static List<String> goOn(TestLog log, Storage storage) {
        log.clock.advance(Duration.ofDays(32));
        Heard heard = new Heard();
        for (int version = 26; version <= 30; version++) {
            Snapshot snapshot = log.log(storage).snapshot();
            assertThat(TestLog.start(log.log(storage), snapshot)
                            .listener(heard)
                            .commit(CommitRequest.of(TestLog.info("WRITE"), List.of(add("f" + version))))
                            .version())
                    .isEqualTo(version);
        }
        return heard.events;
    }

    @Test
    void theLogIsCleanedUpAfterTheCheckpointOfACommit() {
        TestLog log = log();
        assertThat(goOn(log, log.storage)).containsExactly("checkpoint 30", "deleted 21");
        assertThat(names(log))
                .contains(name(20, "json"), name(20, "checkpoint.parquet"), name(30, "checkpoint.parquet"))
                .doesNotContain(name(19, "json"), name(10, "checkpoint.parquet"));
        assertThat(files(log.log().snapshotAt(25))).hasSize(25);
        assertThat(files(log.snapshot())).hasSize(30);
    }

    @Test
    void theLogIsNotCleanedUpAfterACommitWhereTheTableForbidsIt() {
        TestLog switchedOff = log(Map.of("delta.enableExpiredLogCleanup", "false"), List.of());
        assertThat(goOn(switchedOff, switchedOff.storage)).containsExactly("checkpoint 30");
        assertThat(names(switchedOff)).contains(name(0, "json"));
        TestLog protectedHistory =
                log(Map.of("delta.requireCheckpointProtectionBeforeVersion", "5"), List.of("checkpointProtection"));
        assertThat(goOn(protectedHistory, protectedHistory.storage)).containsExactly("checkpoint 30");
        assertThat(names(protectedHistory)).contains(name(0, "json"));
    }

    @Test
    void aCleanUpThatFailsDoesNotFailTheCommit() {
        TestLog log = log();
        ForwardingStorage stubborn = new ForwardingStorage(log.storage) {
            @Override
            boolean hides(String listed) {
                return false;
            }

            @Override
            public List<FailedDelete> deleteAll(Collection<String> paths) {
                if (paths.contains(file(name(0, "json")))) {
                    throw new UncheckedIOException(new IOException("no permission to delete"));
                }
                return super.deleteAll(paths);
            }
        };
        assertThat(goOn(log, stubborn)).containsExactly("checkpoint 30", "failed 30 UncheckedIOException");
        assertThat(files(log.snapshot())).hasSize(30);

        TestLog malformed = log(Map.of("delta.logRetentionDuration", "soon"), List.of());
        assertThat(goOn(malformed, malformed.storage))
                .containsExactly("checkpoint 30", "failed 30 InvalidOperationException");
    }

    @Test
    void aCheckpointIsOnlyReadThroughIfSomethingGoes() {
        TestLog log = log();
        goOn(log, log.storage);
        log.storage.put(file(name(20, "checkpoint.parquet")), new byte[10]);
        assertThat(log.log().planLogCleanup().nothingToDo())
                .get()
                .asString()
                .startsWith("the log begins with the checkpoint of version 20");
        log.storage.put(file(name(19, "crc")), new byte[1]);
        assertThat(log.log().planLogCleanup().nothingToDo())
                .get()
                .asString()
                .startsWith("there is no sound checkpoint");
    }
}
