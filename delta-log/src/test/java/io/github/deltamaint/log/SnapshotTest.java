package io.github.deltamaint.log;

import static io.github.deltamaint.log.TestLog.add;
import static io.github.deltamaint.log.TestLog.domain;
import static io.github.deltamaint.log.TestLog.file;
import static io.github.deltamaint.log.TestLog.files;
import static io.github.deltamaint.log.TestLog.metadata;
import static io.github.deltamaint.log.TestLog.remove;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.common.TableNotFoundException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CheckpointMetadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.actions.SidecarFile;
import io.github.deltamaint.log.testing.CountingStorage;
import io.github.deltamaint.log.testing.FaultyStorage;
import io.github.deltamaint.log.testing.MemoryStorage;
import io.github.deltamaint.log.testing.StorageOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files of a log make up a version, what is not tolerated, and what a snapshot costs. */
class SnapshotTest {
    private static final Protocol V2 =
            new Protocol(3, 7, Optional.of(List.of("v2Checkpoint")), Optional.of(List.of("v2Checkpoint")));

    /** Version n adds the file fn; versions 0 to 5. */
    private static TestLog sixVersions() {
        TestLog log = new TestLog().commit(V2, metadata(Map.of()));
        for (int version = 1; version <= 5; version++) {
            log.commit(add("f" + version));
        }
        return log;
    }

    private static byte[] checkpoint(long version, Action... files) {
        List<Action> actions =
                new ArrayList<>(List.of(new CheckpointMetadata(version, Map.of()), V2, metadata(Map.of())));
        actions.addAll(Arrays.asList(files));
        return ActionJson.write(actions);
    }

    /** A checkpoint that gives itself away by a file that no commit has. */
    private static TestLog withCheckpoint(TestLog log, long version) {
        List<Action> files = new ArrayList<>();
        for (long each = 1; each <= version; each++) {
            files.add(add("f" + each));
        }
        files.add(add("checkpoint" + version));
        log.storage.put(
                file(String.format("%020d.checkpoint.aaaa.json", version)),
                checkpoint(version, files.toArray(Action[]::new)));
        return log;
    }

    private static void hint(TestLog log, String text) {
        log.storage.put(file("_last_checkpoint"), text.getBytes(UTF_8));
    }

    private static void delete(TestLog log, String... names) {
        log.storage.deleteAll(Arrays.stream(names).map(TestLog::file).toList());
    }

    private static String commit(long version) {
        return String.format("%020d.json", version);
    }

    // Which checkpoint

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"version\":2,\"size\":5}",
                "{\"version\":4,\"size\":5}",
                "{\"version\":3,\"size\":5}",
                "{\"version\":99,\"size\":5}",
                "{\"version\":-3}",
                "{\"version\":\"2\"}",
                "{\"version\":2",
                "[]",
                "",
                "{\"size\":2}"
            })
    void startsAtTheNewestCheckpointWhateverTheHintSays(String hint) {
        TestLog log = withCheckpoint(withCheckpoint(sixVersions(), 2), 4);
        hint(log, hint);
        Snapshot snapshot = log.snapshot();
        assertThat(snapshot.version()).isEqualTo(5);
        assertThat(files(snapshot)).contains("checkpoint4", "f5").doesNotContain("checkpoint2");
        assertThat(snapshot.logSegment().checkpointVersion()).hasValue(4);
        assertThat(snapshot.logSegment().commits()).hasSize(1);
    }

    @Test
    void neverUsesACheckpointNewerThanTheVersion() {
        TestLog log = withCheckpoint(withCheckpoint(sixVersions(), 2), 4);
        hint(log, "{\"version\":4,\"size\":5}");
        assertThat(files(log.log().snapshotAt(3))).containsExactly("checkpoint2", "f1", "f2", "f3");
        assertThat(files(log.log().snapshotAt(4))).contains("checkpoint4");
        assertThat(files(log.log().snapshotAt(1))).containsExactly("f1");
    }

    @Test
    void takesACheckpointWithoutContentForAbsent() {
        TestLog log = sixVersions();
        log.storage.put(file("00000000000000000004.checkpoint.parquet"), new byte[0]);
        assertThat(files(log.snapshot())).containsExactly("f1", "f2", "f3", "f4", "f5");
    }

    @Test
    void takesAnIncompleteMultiPartCheckpointForAbsentAndNeverMixesPartsOfDifferentSets() {
        TestLog log = sixVersions();
        log.storage.put(file("00000000000000000004.checkpoint.0000000001.0000000002.parquet"), new byte[1]);
        log.storage.put(file("00000000000000000004.checkpoint.0000000002.0000000003.parquet"), new byte[1]);
        log.storage.put(file("00000000000000000004.checkpoint.0000000003.0000000003.parquet"), new byte[1]);
        CountingStorage counting = new CountingStorage(log.storage);
        Snapshot snapshot = log.log(counting).snapshot();
        assertThat(files(snapshot)).containsExactly("f1", "f2", "f3", "f4", "f5");
        assertThat(snapshot.logSegment().checkpointVersion()).isEmpty();
        assertThat(counting.calls()).noneMatch(call -> call.contains(".checkpoint."));
    }

    @Test
    void fallsBackFromADamagedCheckpointToAnOlderOne() {
        TestLog log = withCheckpoint(sixVersions(), 2);
        log.storage.put(file("00000000000000000004.checkpoint.parquet"), "no Parquet".getBytes(UTF_8));
        hint(log, "{\"version\":4,\"size\":5}");
        assertThat(files(log.snapshot())).containsExactly("checkpoint2", "f1", "f2", "f3", "f4", "f5");
    }

    @Test
    void fallsBackToAnotherCheckpointOfTheSameVersion() {
        TestLog log = withCheckpoint(sixVersions(), 4);
        log.storage.put(file("00000000000000000004.checkpoint.zzzz.json"), "{\"add\":".getBytes(UTF_8));
        delete(log, commit(0), commit(1));
        assertThat(files(log.snapshot())).contains("checkpoint4");
    }

    @Test
    void namesTheDamagedCheckpointThatNothingReplaces() {
        TestLog log = sixVersions();
        log.storage.put(file("00000000000000000004.checkpoint.parquet"), "no Parquet".getBytes(UTF_8));
        delete(log, commit(0), commit(1), commit(2));
        assertThatThrownBy(log::snapshot)
                .isInstanceOfSatisfying(CorruptTableException.class, e -> {
                    assertThat(e.file()).isEqualTo("_delta_log/00000000000000000004.checkpoint.parquet");
                    assertThat(e.version()).hasValue(4);
                })
                .hasMessageStartingWith("/lake/t: _delta_log/00000000000000000004.checkpoint.parquet cannot be read: ")
                .hasMessageEndingWith(", and nothing replaces it: _delta_log/00000000000000000000.json is missing");
    }

    @Test
    void doesNotTakeAFailureOfTheStorageForDamage() {
        TestLog log = withCheckpoint(sixVersions(), 4);
        FaultyStorage faulty = new FaultyStorage(log.storage);
        faulty.failEvery(StorageOperation.READ_RANGE, FaultyStorage.Timing.BEFORE, IOException::new);
        assertThatThrownBy(() -> log.log(faulty).snapshot())
                .isInstanceOf(StorageException.class)
                .hasMessageStartingWith("/lake/t: could not read /lake/t/_delta_log/");
    }

    @Test
    void leavesACheckpointAsideAfterItTurnedOutDamagedWhileItWasRead() {
        TestLog log = sixVersions();
        log.storage.put(
                file("00000000000000000004.checkpoint.aaaa.json"),
                checkpoint(4, new SidecarFile("gone.parquet", 100, 1, Map.of())));
        DeltaLog deltaLog = log.log();
        Snapshot first = deltaLog.snapshot();
        assertThatThrownBy(() -> files(first))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("_delta_log/_sidecars/gone.parquet is missing");
        assertThat(files(deltaLog.snapshot())).containsExactly("f1", "f2", "f3", "f4", "f5");
    }

    // Which commits

    @Test
    void failsOnAGapInsteadOfReadingASmallerTable() {
        TestLog log = withCheckpoint(sixVersions(), 2);
        delete(log, commit(4));
        assertThatThrownBy(log::snapshot)
                .isInstanceOfSatisfying(
                        CorruptTableException.class,
                        e -> assertThat(e.file()).isEqualTo("_delta_log/00000000000000000004.json"))
                .hasMessage("/lake/t: _delta_log/00000000000000000004.json is missing, so version 5 cannot be rebuilt:"
                        + " replay begins at the checkpoint of version 2");
        assertThat(files(log.log().snapshotAt(3))).contains("f3");
    }

    @Test
    void failsWhenTheFirstCommitsAreGoneWithoutACheckpoint() {
        TestLog log = sixVersions();
        delete(log, commit(0));
        assertThatThrownBy(log::snapshot)
                .isInstanceOf(CorruptTableException.class)
                .hasMessage("/lake/t: _delta_log/00000000000000000000.json is missing, so version 5 cannot be rebuilt:"
                        + " no complete checkpoint replaces it");
    }

    @Test
    void doesNotBelieveAGapThatAListingShowsByChance() {
        TestLog log = sixVersions();
        RacyListing racy = new RacyListing(log.storage, file(4));
        assertThat(files(log.log(racy).snapshot())).contains("f4", "f5");
        assertThat(racy.hidden).isZero();
    }

    /** Hides a file in the first listing. */
    private static final class RacyListing extends ForwardingStorage {
        private final String path;
        private int hidden = 1;

        RacyListing(MemoryStorage storage, String path) {
            super(storage);
            this.path = path;
        }

        @Override
        boolean hides(String listed) {
            return hidden > 0 && listed.equals(path) && hidden-- > 0;
        }
    }

    @Test
    void saysThatThereIsNoTable() {
        TestLog log = new TestLog();
        assertThatThrownBy(log::snapshot)
                .isInstanceOf(TableNotFoundException.class)
                .hasMessage(
                        "/lake/t: is not a Delta table: there is no commit and no checkpoint in /lake/t/_delta_log");
        log.storage.put(file("_last_checkpoint"), "{}".getBytes(UTF_8));
        log.storage.put(file("00000000000000000000.crc"), "{}".getBytes(UTF_8));
        assertThatThrownBy(log::snapshot).isInstanceOf(TableNotFoundException.class);
    }

    @Test
    void saysWhichVersionsThereAre() {
        TestLog log = withCheckpoint(sixVersions(), 3);
        assertThatThrownBy(() -> log.log().snapshotAt(6))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessage("/lake/t: there is no version 6; the latest is 5");
        assertThatThrownBy(() -> log.log().snapshotAt(-1))
                .hasMessage("/lake/t: there is no version -1; the latest is 5");
        delete(log, commit(0), commit(1), commit(2));
        assertThatThrownBy(() -> log.log().snapshotAt(2))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessage("/lake/t: version 2 can no longer be read: the log begins with"
                        + " 00000000000000000003.checkpoint.aaaa.json");
    }

    @Test
    void ignoresFilesThatMeanNothing() {
        TestLog log = sixVersions();
        for (String name : List.of(
                ".00000000000000000006.json.x.tmp",
                "00000000000000000006.json.bak",
                "0000000000000000006.json",
                "00000000000000000006.checkpoint",
                "99999999999999999999.json",
                "00000000000000000006.checkpoint.0000000002.0000000001.parquet",
                "00000000000000000004.00000000000000000003.compacted.json",
                "_staged_commits/00000000000000000006.aaaa.json",
                "x.json")) {
            log.storage.put(file(name), "garbage".getBytes(UTF_8));
        }
        assertThat(log.snapshot().version()).isEqualTo(5);
    }

    // Compactions

    private static TestLog withCompaction(TestLog log, String name, Action... actions) {
        log.storage.put(file(name), ActionJson.write(Arrays.asList(actions)));
        return log;
    }

    @Test
    void readsCompactionsInPlaceOfTheCommitsThatTheyCover() {
        TestLog log = withCompaction(
                sixVersions(),
                "00000000000000000002.00000000000000000004.compacted.json",
                add("f2"),
                add("f3"),
                add("compacted"));
        Snapshot snapshot = log.snapshot();
        assertThat(files(snapshot)).containsExactly("compacted", "f1", "f2", "f3", "f5");
        assertThat(snapshot.logSegment().deltas()).hasSize(4);
        assertThat(snapshot.logSegment().commits()).hasSize(6);
        assertThat(files(log.log().snapshotAt(3))).containsExactly("f1", "f2", "f3");
    }

    @Test
    void choosesAmongOverlappingCompactionsAsDeltaSparkDoes() {
        TestLog log = sixVersions();
        withCompaction(log, "00000000000000000001.00000000000000000002.compacted.json", add("first"));
        withCompaction(log, "00000000000000000002.00000000000000000004.compacted.json", add("overlaps"));
        withCompaction(log, "00000000000000000004.00000000000000000005.compacted.json", add("last"));
        assertThat(files(log.snapshot())).containsExactly("f3", "first", "last");
    }

    @Test
    void needsTheCommitsThoughACompactionCoversThem() {
        TestLog log = withCompaction(
                sixVersions(), "00000000000000000002.00000000000000000004.compacted.json", add("compacted"));
        delete(log, commit(3));
        assertThatThrownBy(log::snapshot).isInstanceOf(CorruptTableException.class);
    }

    @Test
    void readsTheCommitsWhenACompactionIsDamaged() {
        TestLog log = sixVersions();
        log.storage.put(
                file("00000000000000000002.00000000000000000004.compacted.json"), "{\"add\":{\"pa".getBytes(UTF_8));
        assertThat(files(log.snapshot())).containsExactly("f1", "f2", "f3", "f4", "f5");
    }

    // What is in a commit

    @Test
    void saysWhereACommitIsBroken() {
        TestLog log =
                sixVersions().commitText("{\"txn\":{\"appId\":\"a\",\"version\":1}}\n{\"add\":{\"path\":\"x\",\"si");
        assertThatThrownBy(log::snapshot)
                .isInstanceOfSatisfying(CorruptTableException.class, e -> {
                    assertThat(e.file()).isEqualTo("_delta_log/00000000000000000006.json");
                    assertThat(e.version()).hasValue(6);
                })
                .hasMessageStartingWith(
                        "/lake/t: _delta_log/00000000000000000006.json is not valid at line 2, column ");
        assertThat(files(log.log().snapshotAt(5))).contains("f5");
    }

    @Test
    void takesAnEmptyCommitForAVersionWithoutChanges() {
        TestLog log = sixVersions().commitText("");
        assertThat(log.snapshot().version()).isEqualTo(6);
        assertThat(files(log.snapshot())).hasSize(5);
    }

    static Stream<Arguments> undefinedCommits() {
        return Stream.of(
                Arguments.of(List.of(V2, V2), "has more than one protocol action; which one counts is undefined"),
                Arguments.of(
                        List.of(metadata(Map.of()), metadata(Map.of("a", "b"))),
                        "has more than one metaData action; which one counts is undefined"),
                Arguments.of(
                        List.of(add("x"), remove(add("x"))),
                        "both adds and removes x; whether the file is active is undefined"),
                Arguments.of(
                        List.of(remove(add("p=%3a")), add("p=%3A")),
                        "both adds and removes p=%3A; whether the file is active is undefined"),
                Arguments.of(List.of(add("x"), add("x")), "adds twice x; whether the file is active is undefined"),
                Arguments.of(
                        List.of(add("x", "v"), add("x", "w")),
                        "adds x with deletion vector uw@1, which is active with another deletion vector because nothing"
                                + " removed the one or the other; its rows would count twice"),
                Arguments.of(
                        List.of(add("f2", "v")),
                        "adds f2, which is active with another deletion vector because nothing removed the one or the"
                                + " other; its rows would count twice"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("undefinedCommits")
    void doesNotGuessWhatACommitMeans(List<Action> actions, String problem) {
        TestLog log = sixVersions().commit(actions);
        assertThatThrownBy(log::snapshot)
                .isInstanceOf(CorruptTableException.class)
                .hasMessageEndingWith(problem);
    }

    @Test
    void acceptsOneTombstoneTwice() {
        TestLog log = sixVersions().commit(remove(add("f2")), remove(add("f2")));
        assertThat(files(log.snapshot())).doesNotContain("f2");
    }

    @Test
    void letsADeletionVectorReplaceAnother() {
        TestLog log =
                sixVersions().commit(remove(add("f2")), add("f2", "v")).commit(remove(add("f2", "v")), add("f2", "w"));
        assertThat(files(log.snapshot()))
                .contains("f2 with deletion vector uw@1")
                .doesNotContain("f2");
    }

    @Test
    void findsAFileThatACheckpointHasTwice() {
        TestLog log = sixVersions();
        log.storage.put(
                file("00000000000000000005.checkpoint.aaaa.json"), checkpoint(5, add("x"), add("y"), add("x", "v")));
        Snapshot snapshot = log.snapshot();
        assertThatThrownBy(() -> files(snapshot))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("has the active file x, more than once in it");
    }

    @Test
    void findsAFileThatACheckpointAndANewerCommitHaveWithDifferentDeletionVectors() {
        TestLog log = sixVersions();
        log.storage.put(file("00000000000000000005.checkpoint.aaaa.json"), checkpoint(5, add("x"), add("y")));
        log.commit(add("x", "v"));
        Snapshot snapshot = log.snapshot();
        assertThatThrownBy(snapshot::counts)
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("has the active file x, once there and once in a newer commit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"protocol", "metaData"})
    void needsProtocolAndMetadata(String missing) {
        TestLog log = new TestLog().commit(missing.equals("protocol") ? metadata(Map.of()) : V2);
        assertThatThrownBy(log::snapshot)
                .isInstanceOf(CorruptTableException.class)
                .hasMessage("/lake/t: the log up to version 0 has no " + missing + " action");
    }

    @Test
    void doesNotInterpretWhatTheProtocolForbidsToInterpret() {
        TestLog log = sixVersions()
                .commit(new Protocol(
                        3,
                        7,
                        Optional.of(List.of("v2Checkpoint", "futureFiles")),
                        Optional.of(List.of("v2Checkpoint", "futureFiles"))))
                .commitText("{\"add\":{\"manifest\":\"files have no path any more\"}}\n");
        assertThatThrownBy(log::snapshot)
                .isInstanceOfSatisfying(
                        UnsupportedTableFeatureException.class,
                        e -> assertThat(e.features()).containsExactly("futureFiles"));
    }

    @Test
    void rejectsAnInvalidProtocol() {
        TestLog log =
                new TestLog().commit(new Protocol(3, 7, Optional.empty(), Optional.of(List.of())), metadata(Map.of()));
        assertThatThrownBy(log::snapshot)
                .isInstanceOf(CorruptTableException.class)
                .hasMessageStartingWith("/lake/t: the protocol of version 0 is invalid: ");
    }

    @Test
    void rejectsASchemaThatIsNone() {
        TestLog log = new TestLog().commit(V2, metadata("{\"type\":\"array\"}", Map.of()));
        assertThatThrownBy(log::snapshot)
                .isInstanceOf(CorruptTableException.class)
                .hasMessageStartingWith("/lake/t: metaData of version 0: the schema cannot be read: ");
    }

    @Test
    void doesNotTakeAMissingPartitionValueForNull() {
        TestLog log = new TestLog()
                .commitText(
                        "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
                                + "{\"metaData\":{\"id\":\"x\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":"
                                + "\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"p\\\",\\\"type\\\":\\\"string\\\","
                                + "\\\"nullable\\\":true,\\\"metadata\\\":{}}]}\",\"partitionColumns\":[\"p\"],\"configuration\":{}}}\n")
                .commit(add("p=1/x"));
        Snapshot snapshot = log.snapshot();
        assertThatThrownBy(() -> files(snapshot))
                .isInstanceOf(CorruptTableException.class)
                .hasMessage("/lake/t: the log has no value of the partition column 'p' for the file p=1/x");
    }

    // What a snapshot says

    @Test
    void forgetsWhatWasRemoved() {
        TestLog log = sixVersions()
                .commit(domain("a", "1"), domain("b", "2"))
                .commit(new io.github.deltamaint.log.actions.DomainMetadata("a", "", true), remove(add("f1")));
        Snapshot snapshot = log.snapshot();
        assertThat(snapshot.domainMetadata()).containsOnlyKeys("b");
        assertThat(files(snapshot)).doesNotContain("f1");
        try (CloseableIterator<RemoveFile> tombstones = snapshot.tombstones()) {
            assertThat(tombstones.next()).isEqualTo(remove(add("f1")).withDataChange(false));
            assertThat(tombstones.hasNext()).isFalse();
        }
    }

    @Test
    void letsTransactionIdentifiersExpire() {
        TestLog log = TestLog.with(List.of(), Map.of("delta.setTransactionRetentionDuration", "interval 1 hours"));
        long now = log.clock.millis();
        log.commit(
                new SetTransaction("none", 1, OptionalLong.empty()),
                new SetTransaction("old", 1, OptionalLong.of(now - 3_600_000)),
                new SetTransaction("young", 1, OptionalLong.of(now)));
        assertThat(log.snapshot().setTransactions()).containsOnlyKeys("young");
    }

    @Test
    void countsFilesBytesAndDeletedRows() {
        TestLog log = sixVersions().commit(remove(add("f1")), add("f1", "v"));
        assertThat(log.snapshot().counts()).isEqualTo(new FileCounts(5, 50, 1, 2));
    }

    @Test
    void streamsFilesInTheSameOrderEveryTimeAndWithoutDataChange() {
        TestLog log = withCheckpoint(sixVersions(), 3);
        List<List<AddFile>> passes = new ArrayList<>();
        for (Snapshot snapshot : List.of(log.snapshot(), log.snapshot())) {
            for (int pass = 0; pass < 2; pass++) {
                List<AddFile> files = new ArrayList<>();
                snapshot.forEachActiveFile(FileProjection.WITH_STATS, files::add);
                passes.add(files);
            }
        }
        assertThat(passes).allSatisfy(pass -> assertThat(pass).isEqualTo(passes.get(0)));
        assertThat(passes.get(0))
                .noneMatch(AddFile::dataChange)
                .allMatch(file -> file.stats().isPresent());
    }

    @Test
    void filtersFiles() {
        Snapshot snapshot = sixVersions().snapshot();
        try (CloseableIterator<AddFile> files = snapshot.activeFiles(
                FileProjection.WITHOUT_STATS, file -> file.path().equals("f3"))) {
            assertThat(files.next().path()).isEqualTo("f3");
            assertThat(files.hasNext()).isFalse();
            assertThatThrownBy(files::next).isInstanceOf(java.util.NoSuchElementException.class);
        }
    }

    @Test
    void acceptsPathsOfUsers(@org.junit.jupiter.api.io.TempDir Path directory) {
        assertThat(TablePath.of(directory + "/a/../b/").root()).isEqualTo(directory + "/b");
        assertThat(TablePath.of("s3a://bucket/x/").logDirectory()).isEqualTo("s3a://bucket/x/_delta_log");
        TablePath table = TablePath.of("/lake/t");
        assertThat(table.toStoragePath("p=%2523/a%20b")).isEqualTo("/lake/t/p=%23/a b");
        assertThat(table.relativize("/lake/t/p=%23/a b")).contains("p=%23/a b");
        assertThat(table.relativize("/lake/tt/x")).isEmpty();
        assertThat(TablePath.toLogPath("p=%23/a b")).isEqualTo("p=%2523/a%20b");
    }

    // What a snapshot costs

    @Test
    void listsOnceAndReadsEachFileOnce() {
        TestLog log = withCheckpoint(sixVersions(), 3);
        hint(log, "{\"version\":3,\"size\":5}");
        CountingStorage counting = new CountingStorage(log.storage);
        Snapshot snapshot = log.log(counting).snapshot();
        assertThat(counting.calls())
                .containsExactly(
                        "READ _last_checkpoint",
                        "LIST _delta_log",
                        "OPEN 00000000000000000005.json",
                        "READ_RANGE 00000000000000000005.json",
                        "OPEN 00000000000000000004.json",
                        "READ_RANGE 00000000000000000004.json",
                        "OPEN 00000000000000000003.checkpoint.aaaa.json",
                        "READ_RANGE 00000000000000000003.checkpoint.aaaa.json");
        counting.reset();
        files(snapshot);
        assertThat(counting.calls())
                .as("small commits are kept, the checkpoint is streamed again")
                .containsExactly(
                        "OPEN 00000000000000000003.checkpoint.aaaa.json",
                        "READ_RANGE 00000000000000000003.checkpoint.aaaa.json");
        counting.reset();
        snapshot.timestamp();
        snapshot.commitInfo();
        snapshot.protocol();
        assertThat(counting.calls()).isEmpty();
    }

    @Test
    void commitsWithOneListingAndOnePut() {
        TestLog log = TestLog.withFiles();
        CountingStorage counting = new CountingStorage(log.storage);
        DeltaLog deltaLog = log.log(counting);
        Snapshot snapshot = deltaLog.snapshot();
        counting.reset();
        TestLog.start(deltaLog, snapshot)
                .commit(CommitRequest.of(TestLog.info("OPTIMIZE"), List.of(add("a").remove(false))));
        assertThat(counting.calls()).containsExactly("LIST _delta_log", "PUT_IF_ABSENT 00000000000000000002.json");
    }

    // History and time travel

    @Test
    void tellsTheHistoryNewestFirst() {
        TestLog log = sixVersions().commit(TestLog.info("WRITE"), add("x"));
        List<HistoryEntry> history = log.log().history(2);
        assertThat(history).extracting(HistoryEntry::version).containsExactly(6L, 5L);
        assertThat(history.get(0).commitInfo().orElseThrow().operation()).contains("WRITE");
        assertThat(history.get(1).commitInfo()).isEmpty();
        assertThat(history.get(0).timestamp()).isEqualTo(TestLog.START.plus(Duration.ofMinutes(7)));
        assertThat(log.log().history(100)).hasSize(7);
        assertThatThrownBy(() -> log.log().history(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void makesFileTimesIncrease() {
        TestLog log = new TestLog().commit(V2, metadata(Map.of()));
        Instant first = log.clock.instant();
        log.clock.set(TestLog.START.minus(Duration.ofDays(1)));
        log.commit(add("a")).commit(add("b"));
        log.clock.set(first.plus(Duration.ofMinutes(10)));
        log.commit(add("c"));
        assertThat(log.log().versions())
                .containsExactly(
                        new VersionTime(0, first),
                        new VersionTime(1, first.plusMillis(1)),
                        new VersionTime(2, first.plusMillis(2)),
                        new VersionTime(3, first.plus(Duration.ofMinutes(11))));
        assertThat(log.log().history(3))
                .extracting(HistoryEntry::timestamp)
                .containsExactly(first.plus(Duration.ofMinutes(11)), first.plusMillis(2), first.plusMillis(1));
        assertThat(log.log().snapshotAt(first.plusMillis(1)).version()).isEqualTo(1);
    }

    @Test
    void travelsToTheNewestVersionAtOrBeforeATime() {
        TestLog log = sixVersions();
        DeltaLog deltaLog = log.log();
        Instant third = TestLog.START.plus(Duration.ofMinutes(3));
        assertThat(deltaLog.snapshotAt(third).version()).isEqualTo(2);
        assertThat(deltaLog.snapshotAt(third.minusMillis(1)).version()).isEqualTo(1);
        assertThat(deltaLog.snapshotAt(third.plusSeconds(59)).version()).isEqualTo(2);
        assertThat(deltaLog.snapshotAt(Instant.parse("2999-01-01T00:00:00Z")).version())
                .isEqualTo(5);
        assertThatThrownBy(() -> deltaLog.snapshotAt(TestLog.START))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessage(
                        "/lake/t: there is no version of 2024-01-01T00:00:00Z or before: the oldest one that the log"
                                + " has is of 2024-01-01T00:01:00Z");
    }

    /** Versions 0 to 2 have file times only, 3 turns recorded times on, 3 to 40 record theirs: 1000 seconds times the version. */
    private static TestLog recordedLater() {
        TestLog log =
                new TestLog().commit(V2, metadata(Map.of())).commit(add("f1")).commit(add("f2"));
        Protocol protocol = new Protocol(
                3, 7, Optional.of(List.of("v2Checkpoint")), Optional.of(List.of("v2Checkpoint", "inCommitTimestamp")));
        log.commitText("{\"commitInfo\":{\"inCommitTimestamp\":3000000}}\n"
                + ActionJson.write(protocol) + "\n"
                + ActionJson.write(metadata(Map.of(
                        "delta.enableInCommitTimestamps",
                        "true",
                        "delta.inCommitTimestampEnablementVersion",
                        "3",
                        "delta.inCommitTimestampEnablementTimestamp",
                        "3000000"))));
        for (int version = 4; version <= 40; version++) {
            log.commitText("{\"commitInfo\":{\"inCommitTimestamp\":" + version * 1_000_000L + "}}\n");
        }
        return log;
    }

    @Test
    void usesRecordedTimesSinceTheTableRecordsThem() {
        TestLog log = recordedLater();
        List<VersionTime> versions = log.log().versions();
        assertThat(versions.get(2).timestamp()).isEqualTo(TestLog.START.plus(Duration.ofMinutes(3)));
        assertThat(versions.get(3).timestamp()).isEqualTo(Instant.ofEpochMilli(3_000_000));
        assertThat(versions.get(40).timestamp()).isEqualTo(Instant.ofEpochMilli(40_000_000));
        assertThat(log.snapshot().timestamp()).isEqualTo(Instant.ofEpochMilli(40_000_000));
        assertThat(log.snapshot().lastModified()).isEqualTo(TestLog.START.plus(Duration.ofMinutes(41)));
        assertThat(log.log().history(1).get(0).timestamp()).isEqualTo(Instant.ofEpochMilli(40_000_000));
    }

    @Test
    void searchesRecordedTimesByHalving() {
        TestLog log = recordedLater();
        CountingStorage counting = new CountingStorage(log.storage);
        DeltaLog deltaLog = log.log(counting);
        for (int version = 3; version <= 40; version++) {
            assertThat(deltaLog.snapshotAt(Instant.ofEpochMilli(version * 1_000_000L + 999_999))
                            .version())
                    .isEqualTo(version);
        }
        counting.reset();
        deltaLog.snapshot();
        long snapshot = counting.count(StorageOperation.OPEN);
        counting.reset();
        deltaLog.snapshotAt(Instant.ofEpochMilli(17_000_000L));
        assertThat(counting.count(StorageOperation.OPEN)).isLessThanOrEqualTo(snapshot + 18 + 7);
    }

    @Test
    void doesNotInventATimeThatShouldBeRecorded() {
        TestLog log = recordedLater().commit(add("x"));
        assertThatThrownBy(() -> log.snapshot().timestamp())
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("00000000000000000041.json does not begin with a commitInfo");
    }

    @Test
    void givesTheActionsOfACommitAsTheyAre() {
        TestLog log = sixVersions();
        assertThat(log.actions(3)).containsExactly(add("f3"));
        assertThatThrownBy(() -> log.log().actions(77))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessage("/lake/t: the log does not have the commit of version 77");
    }
}
