package io.github.deltamaint.log;

import static io.github.deltamaint.log.TestLog.add;
import static io.github.deltamaint.log.TestLog.file;
import static io.github.deltamaint.log.TestLog.files;
import static io.github.deltamaint.log.TestLog.info;
import static io.github.deltamaint.log.TestLog.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CommitStateUnknownException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.storage.AmbiguousWriteException;
import io.github.deltamaint.log.testing.FaultyStorage;
import io.github.deltamaint.log.testing.FaultyStorage.Timing;
import io.github.deltamaint.log.testing.StorageOperation;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The storage fails somewhere during a commit: afterwards the table is as before or as after, and the caller was told the truth. */
class CommitFaultTest {
    private static final CommitRequest REWRITE = CommitRequest.of(
            info("OPTIMIZE"),
            List.of(add("a").remove(false), add("b").remove(false), add("ab").withDataChange(false)));

    private static final List<String> BEFORE = List.of("a", "b", "c");
    private static final List<String> BEFORE_WITH_WINNER = List.of("a", "b", "c", "d");
    private static final List<String> AFTER = List.of("ab", "c");
    private static final List<String> AFTER_WITH_WINNER = List.of("ab", "c", "d");

    /** Each way to fail, with what it means. */
    static Stream<Arguments> failures() {
        List<Arguments> arguments = new ArrayList<>();
        for (boolean winner : List.of(false, true)) {
            for (Timing timing : Timing.values()) {
                arguments.add(Arguments.of("IOException", timing, winner, failure(IOException::new)));
                arguments.add(Arguments.of(
                        "AmbiguousWriteException",
                        timing,
                        winner,
                        failure(path -> new AmbiguousWriteException(path, new IOException("timeout")))));
                arguments.add(Arguments.of(
                        "FileAlreadyExistsException", timing, winner, failure(FileAlreadyExistsException::new)));
            }
        }
        return arguments.stream();
    }

    private static Function<String, IOException> failure(Function<String, IOException> failure) {
        return failure;
    }

    @ParameterizedTest(name = "{0} {1} the operation, winner: {2}")
    @MethodSource("failures")
    void leavesTheTableAsBeforeOrAsAfterWhereverTheStorageFails(
            String what, Timing timing, boolean winner, Function<String, IOException> failure) {
        int operations = run(-1, timing, winner, failure);
        for (int operation = 0; operation < operations; operation++) {
            run(operation, timing, winner, failure);
        }
    }

    /** Commits with a fault at one operation, and returns how many operations there were. */
    private static int run(int operation, Timing timing, boolean winner, Function<String, IOException> failure) {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        if (winner) {
            log.commit(add("d"));
        }
        FaultyStorage faulty = new FaultyStorage(log.storage);
        DeltaLog through = log.log(faulty);
        Snapshot own = through.snapshotAt(read.version());
        int first = faulty.operations();
        if (operation >= 0) {
            faulty.failAt(first + operation, timing, failure);
        }
        List<String> before = winner ? BEFORE_WITH_WINNER : BEFORE;
        List<String> after = winner ? AFTER_WITH_WINNER : AFTER;
        long version = winner ? 3 : 2;
        try {
            CommitResult result = start(through, own).commit(REWRITE);
            assertThat(files(log.snapshot())).as("operation %s", operation).isEqualTo(after);
            assertThat(result.version()).isEqualTo(version);
        } catch (CommitStateUnknownException e) {
            assertThat(files(log.snapshot())).as("operation %s", operation).isIn(before, after);
            assertThat(e.attemptedVersion()).isEqualTo(version);
        } catch (DeltaMaintenanceException e) {
            assertThat(files(log.snapshot()))
                    .as("operation %s: %s", operation, e)
                    .isEqualTo(before);
        }
        assertThat(log.storage.paths().stream().filter(path -> path.contains(".tmp")))
                .isEmpty();
        return faulty.operations() - first;
    }

    @ParameterizedTest
    @EnumSource(Timing.class)
    void neverLeavesHalfACommitWhenTheProcessDies(Timing timing) {
        for (int operation = 0; operation < 20; operation++) {
            TestLog log = TestLog.withFiles();
            FaultyStorage dying = new FaultyStorage(log.storage);
            dying.dieAt(operation, timing);
            try {
                DeltaLog through = log.log(dying);
                start(through, through.snapshot()).commit(REWRITE);
            } catch (DeltaMaintenanceException e) {
                // What it says is of no use to a process that died.
            }
            assertThat(files(log.snapshot())).isIn(BEFORE, AFTER);
        }
    }

    @Test
    void recognisesItsOwnCommitThatTheStorageDeniedToHaveWritten() {
        TestLog log = TestLog.withFiles();
        FaultyStorage faulty = new FaultyStorage(log.storage);
        faulty.failEvery(StorageOperation.PUT_IF_ABSENT, Timing.AFTER, FileAlreadyExistsException::new);
        DeltaLog through = log.log(faulty);
        CommitResult result = start(through, through.snapshot()).commit(REWRITE);
        assertThat(result.version()).isEqualTo(2);
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(log.storage.paths()).doesNotContain(file(3));
    }

    @Test
    void saysThatNothingWasWrittenWhenNothingWas() {
        TestLog log = TestLog.withFiles();
        FaultyStorage full = new FaultyStorage(log.storage);
        full.failEvery(
                StorageOperation.PUT_IF_ABSENT, Timing.BEFORE, path -> new IOException("No space left on device"));
        DeltaLog through = log.log(full);
        Snapshot snapshot = through.snapshot();
        assertThatThrownBy(() -> start(through, snapshot).commit(REWRITE))
                .isInstanceOf(StorageException.class)
                .hasMessage(
                        "/lake/t: could not write the commit " + file(2) + ": IOException: No space left on device");
        assertThat(files(log.snapshot())).isEqualTo(BEFORE);
    }

    @Test
    void repeatsAWriteWhoseFateIsUnknownAndGivesUpWhenItStaysUnknown() {
        TestLog log = TestLog.withFiles();
        FaultyStorage faulty = new FaultyStorage(log.storage);
        faulty.failEvery(
                StorageOperation.PUT_IF_ABSENT,
                Timing.BEFORE,
                path -> new AmbiguousWriteException(path, new IOException("timeout")));
        DeltaLog through = log.log(faulty);
        Snapshot snapshot = through.snapshot();
        assertThatThrownBy(() -> start(through, snapshot).commit(REWRITE))
                .isInstanceOfSatisfying(CommitStateUnknownException.class, e -> {
                    assertThat(e.attemptedVersion()).isEqualTo(2);
                    assertThat(e.txnId()).isEqualTo("00000000-0000-0000-0000-000000000001");
                    assertThat(e.isRetryable()).isFalse();
                })
                .hasMessageContaining("Keep all files that it adds");
    }

    @Test
    void doesNotKnowWhenTheCommitCannotBeReadBack() {
        TestLog log = TestLog.withFiles();
        FaultyStorage faulty = new FaultyStorage(log.storage);
        DeltaLog through = log.log(faulty);
        Snapshot snapshot = through.snapshot();
        faulty.failEvery(StorageOperation.PUT_IF_ABSENT, Timing.AFTER, IOException::new)
                .failEvery(StorageOperation.READ, Timing.BEFORE, IOException::new);
        assertThatThrownBy(() -> start(through, snapshot).commit(REWRITE))
                .isInstanceOf(CommitStateUnknownException.class)
                .hasMessageContaining("it could not be read back");
        assertThat(files(log.snapshot())).isEqualTo(AFTER);
    }
}
