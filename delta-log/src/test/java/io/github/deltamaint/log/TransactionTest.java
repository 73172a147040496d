package io.github.deltamaint.log;

import static io.github.deltamaint.log.TestLog.add;
import static io.github.deltamaint.log.TestLog.domain;
import static io.github.deltamaint.log.TestLog.file;
import static io.github.deltamaint.log.TestLog.files;
import static io.github.deltamaint.log.TestLog.info;
import static io.github.deltamaint.log.TestLog.metadata;
import static io.github.deltamaint.log.TestLog.remove;
import static io.github.deltamaint.log.TestLog.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CommitConflictException.Reason;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.actions.SetTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Commits alone and against others. {@code a} and {@code b} are rewritten to {@code ab}; {@code c} stays. */
class TransactionTest {
    private static final CommitRequest MERGE = request(add("a"), add("b"));

    private static CommitRequest request(AddFile... inputs) {
        List<Action> actions = new ArrayList<>();
        StringBuilder output = new StringBuilder();
        for (AddFile input : inputs) {
            output.append(input.path());
            actions.add(input.remove(false));
        }
        actions.add(add(output.toString()).withDataChange(false));
        return CommitRequest.of(info("OPTIMIZE"), actions);
    }

    @Test
    void writesTheDescriptionFirstThenTheActions() {
        TestLog log = TestLog.withFiles();
        CommitResult result = start(log.log(), log.snapshot()).commit(MERGE);
        assertThat(result.version()).isEqualTo(2);
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(files(log.snapshot())).containsExactly("ab", "c");
        List<Action> actions = log.actions(2);
        CommitInfo info = (CommitInfo) actions.get(0);
        assertThat(info.operation()).contains("OPTIMIZE");
        assertThat(info.readVersion()).hasValue(1);
        assertThat(info.timestamp()).hasValue(log.clock.millis());
        assertThat(info.inCommitTimestamp()).isEmpty();
        assertThat(info.txnId()).contains("00000000-0000-0000-0000-000000000001");
        assertThat(actions.subList(1, 4))
                .isEqualTo(result.committed().actions())
                .containsExactly(
                        add("a").remove(false).withDeletionTimestamp(log.clock.millis()),
                        add("b").remove(false).withDeletionTimestamp(log.clock.millis()),
                        add("ab").withDataChange(false));
    }

    @Test
    void commitsNothingButADescription() {
        TestLog log = TestLog.withFiles();
        CommitResult result = log.log()
                .startTransaction(log.snapshot(), TableOperation.VACUUM)
                .commit(CommitRequest.of(info("VACUUM START"), List.of()));
        assertThat(result.version()).isEqualTo(2);
        assertThat(log.actions(2)).hasSize(1);
    }

    static Stream<Arguments> harmlessWinners() {
        return Stream.of(
                Arguments.of("a blind append", List.of(add("d")), List.of("ab", "c", "d")),
                Arguments.of("a txn", List.of(new SetTransaction("app", 3, OptionalLong.empty())), List.of("ab", "c")),
                Arguments.of("the removal of another file", List.of(remove(add("c"))), List.of("ab")),
                Arguments.of(
                        "a deletion vector for another file",
                        List.of(remove(add("c")), add("c", "v")),
                        List.of("ab", "c with deletion vector uv@1")),
                Arguments.of("a domain of another", List.of(domain("x", "{}")), List.of("ab", "c")),
                Arguments.of("nothing", List.of(), List.of("ab", "c")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("harmlessWinners")
    void goesOnAtTheNextVersionAfter(String what, List<Action> winner, List<String> files) {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(winner);
        CommitResult result = start(log.log(), read).commit(MERGE);
        assertThat(result.version()).isEqualTo(3);
        assertThat(files(log.snapshot())).isEqualTo(files);
        assertThat(((CommitInfo) log.actions(3).get(0)).readVersion()).hasValue(1);
    }

    static Stream<Arguments> conflictingWinners() {
        Protocol protocol = new Protocol(1, 3, Optional.empty(), Optional.empty());
        return Stream.of(
                Arguments.of("the removal of an input", List.of(remove(add("a"))), Reason.FILES_REMOVED),
                Arguments.of(
                        "a deletion vector for an input",
                        List.of(remove(add("b")), add("b", "v")),
                        Reason.FILES_REMOVED),
                Arguments.of("an input added again", List.of(add("a")), Reason.FILES_ADDED),
                Arguments.of("the output added by another", List.of(add("ab")), Reason.FILES_ADDED),
                Arguments.of(
                        "another rewrite of the same files",
                        List.of(remove(add("a")), remove(add("b")), add("ba")),
                        Reason.FILES_REMOVED),
                Arguments.of("a changed property", List.of(metadata(Map.of("x", "y"))), Reason.METADATA_CHANGED),
                Arguments.of("a changed protocol", List.of(protocol), Reason.PROTOCOL_CHANGED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("conflictingWinners")
    void losesTo(String what, List<Action> winner, Reason reason) {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(winner);
        List<String> before = log.storage.paths();
        assertThatThrownBy(() -> start(log.log(), read).commit(MERGE))
                .isInstanceOfSatisfying(CommitConflictException.class, e -> {
                    assertThat(e.reason()).isEqualTo(reason);
                    assertThat(e.winningVersion()).isEqualTo(2);
                    assertThat(e.isRetryable()).isTrue();
                    assertThat(e.tablePath()).isEqualTo(TestLog.ROOT);
                })
                .hasMessageStartingWith("/lake/t: OPTIMIZE lost to version 2")
                .hasMessageEndingWith("Nothing was changed; run it again");
        assertThat(log.storage.paths()).isEqualTo(before);
    }

    @Test
    void namesTheFilesThatWereTouched() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(info("DELETE"), remove(add("a")), remove(add("c")));
        assertThatThrownBy(() -> start(log.log(), read).commit(MERGE))
                .isInstanceOfSatisfying(
                        CommitConflictException.class,
                        e -> assertThat(e.paths()).containsExactly("a"))
                .hasMessage(
                        "/lake/t: OPTIMIZE lost to version 2 (DELETE), which touched 1 file that it depends on, such as a."
                                + " Nothing was changed; run it again");
    }

    @Test
    void looksAtEveryCommitSinceTheSnapshotNotOnlyAtTheLast() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(remove(add("a"))).commit(add("d")).commit(add("e"));
        assertThatThrownBy(() -> start(log.log(), read).commit(MERGE))
                .isInstanceOfSatisfying(
                        CommitConflictException.class,
                        e -> assertThat(e.winningVersion()).isEqualTo(2));
    }

    @Test
    void comparesPathsByWhatTheyMeanNotBySpelling() {
        TestLog log = TestLog.with(List.of(), Map.of()).commit(add("p=%3a/x"));
        Snapshot read = log.snapshot();
        log.commit(remove(add("p=%3A/x")));
        assertThatThrownBy(() -> start(log.log(), read)
                        .commit(CommitRequest.of(
                                info("OPTIMIZE"),
                                List.of(add("p=%3a/x").remove(false), add("out").withDataChange(false)))))
                .isInstanceOfSatisfying(
                        CommitConflictException.class,
                        e -> assertThat(e.paths()).containsExactly("p=%3a/x"));
    }

    @Test
    void dependsOnFilesThatWereOnlyRead() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(remove(add("c")));
        CommitRequest request =
                new CommitRequest(info("OPTIMIZE"), List.of(add("n").withDataChange(false)), Set.of("c"));
        assertThatThrownBy(() -> start(log.log(), read).commit(request)).isInstanceOf(CommitConflictException.class);
    }

    @Test
    void goesOnWithWhatRemainsWhenTheCallerSaysSo() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(remove(add("a")));
        List<Set<String>> touched = new ArrayList<>();
        CommitRequest both = CommitRequest.of(
                info("OPTIMIZE"),
                List.of(
                        add("a").remove(false),
                        add("a2").withDataChange(false),
                        add("c").remove(false),
                        add("c2").withDataChange(false)));
        CommitResult result = start(log.log(), read)
                .onTouchedFiles((request, paths, winner) -> {
                    touched.add(paths);
                    assertThat(winner).isEqualTo(2);
                    return Optional.of(
                            CommitRequest.of(request.info(), request.actions().subList(2, 4)));
                })
                .commit(both);
        assertThat(touched).containsExactly(Set.of("a"));
        assertThat(result.version()).isEqualTo(3);
        assertThat(result.committed().actions()).hasSize(2);
        assertThat(files(log.snapshot())).containsExactly("b", "c2");
    }

    @Test
    void rejectsARebasedRequestThatStillDependsOnTouchedFiles() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(remove(add("a")));
        assertThatThrownBy(() -> start(log.log(), read)
                        .onTouchedFiles((request, paths, winner) -> Optional.of(request))
                        .commit(MERGE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("still depends on a");
        assertThat(log.storage.paths()).doesNotContain(file(3));
    }

    @Test
    void toleratesThatIdentityColumnsAdvance() {
        String schema = "{\"type\":\"struct\",\"fields\":[{\"name\":\"id\",\"type\":\"long\",\"nullable\":true,"
                + "\"metadata\":{\"delta.identity.start\":1,\"delta.identity.highWaterMark\":%d}}]}";
        TestLog log = new TestLog()
                .commit(
                        new Protocol(1, 6, Optional.empty(), Optional.empty()),
                        metadata(String.format(schema, 10), Map.of()))
                .commit(add("a"), add("b"));
        Snapshot read = log.snapshot();
        log.commit(metadata(String.format(schema, 20), Map.of()), add("d"));
        assertThat(start(log.log(), read).commit(MERGE).version()).isEqualTo(3);

        Snapshot later = log.snapshot();
        log.catchUp().commit(metadata(String.format(schema, 30), Map.of()));
        assertThatThrownBy(() -> log.log()
                        .startTransaction(later, TableOperation.METADATA)
                        .commit(CommitRequest.of(
                                info("SET TBLPROPERTIES"),
                                List.of(later.metadata().withConfiguration(Map.of("k", "v"))))))
                .isInstanceOfSatisfying(
                        CommitConflictException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.METADATA_CHANGED));
    }

    @Test
    void losesToADomainOrApplicationThatBothWrite() {
        TestLog log = TestLog.with(List.of("domainMetadata"), Map.of());
        Snapshot read = log.snapshot();
        log.commit(domain("x", "1"), new SetTransaction("app", 3, OptionalLong.empty()));
        assertThatThrownBy(() -> start(log.log(), read).commit(CommitRequest.of(info("X"), List.of(domain("x", "2")))))
                .isInstanceOfSatisfying(
                        CommitConflictException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.DOMAIN_CHANGED));
        assertThatThrownBy(() -> start(log.log(), read)
                        .commit(CommitRequest.of(
                                info("X"), List.of(new SetTransaction("app", 4, OptionalLong.empty())))))
                .isInstanceOfSatisfying(
                        CommitConflictException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.TRANSACTION_CHANGED));
    }

    @Test
    void toleratesNobodyWhenItIsExclusive() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(info("WRITE"), add("d"));
        assertThatThrownBy(() -> start(log.log(), read).exclusive().commit(MERGE))
                .isInstanceOfSatisfying(
                        CommitConflictException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.VERSION_TAKEN))
                .hasMessage("/lake/t: OPTIMIZE lost to version 2, WRITE was first. Nothing was changed; run it again");
    }

    @Test
    void givesUpAfterSoManyAttempts() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        List<String> events = new ArrayList<>();
        Transaction transaction = start(log.log(), read).maxAttempts(3).listener(new CommitListener() {
            @Override
            public void commitStarted(long version, int attempt) {
                events.add("started " + version + " attempt " + attempt);
                log.commit(add("d" + version));
            }

            @Override
            public void commitConflict(long winningVersion) {
                events.add("conflict " + winningVersion);
            }
        });
        assertThatThrownBy(() -> transaction.commit(MERGE))
                .isInstanceOfSatisfying(
                        CommitConflictException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.ATTEMPTS_EXHAUSTED))
                .hasMessageContaining("in all 3 attempts, last with version 4");
        assertThat(events)
                .containsExactly(
                        "started 2 attempt 1",
                        "conflict 2",
                        "started 3 attempt 2",
                        "conflict 3",
                        "started 4 attempt 3",
                        "conflict 4");
        assertThat(files(log.snapshot())).containsExactly("a", "b", "c", "d2", "d3", "d4");
    }

    @Test
    void doesNotMindAListenerThatThrows() {
        TestLog log = TestLog.withFiles();
        CommitResult result = start(log.log(), log.snapshot())
                .listener(new CommitListener() {
                    @Override
                    public void commitStarted(long version, int attempt) {
                        throw new IllegalStateException("listener");
                    }

                    @Override
                    public void commitFinished(long version) {
                        throw new IllegalStateException("listener");
                    }
                })
                .commit(MERGE);
        assertThat(result.version()).isEqualTo(2);
    }

    @Test
    void canBeCommittedOnce() {
        TestLog log = TestLog.withFiles();
        Transaction transaction = start(log.log(), log.snapshot());
        transaction.commit(MERGE);
        assertThatThrownBy(() -> transaction.commit(MERGE)).isInstanceOf(IllegalStateException.class);
    }

    static Stream<Arguments> contradictions() {
        return Stream.of(
                Arguments.of(List.of(add("x"), add("x")), "more than one add of x"),
                Arguments.of(List.of(add("p=%3A"), add("p=%3a")), "more than one add of p=%3a"),
                Arguments.of(List.of(add("a").remove(false), add("a").remove(true)), "more than one remove of a"),
                Arguments.of(List.of(add("a").remove(false), add("a")), "both an add and a remove of a"),
                Arguments.of(
                        List.of(metadata(Map.of()), metadata(Map.of())), "more than one metaData action in one commit"),
                Arguments.of(
                        List.of(domain("d", "1"), domain("d", "2")),
                        "more than one domainMetadata action of 'd' in one commit"),
                Arguments.of(
                        List.of(domain("delta.rowTracking", "{}")),
                        "the domain delta.rowTracking is written by the transaction itself"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("contradictions")
    void rejectsActionsThatContradictEachOther(List<Action> actions, String problem) {
        TestLog log = TestLog.withFiles();
        assertThatThrownBy(() -> start(log.log(), log.snapshot()).commit(CommitRequest.of(info("X"), actions)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
        assertThat(log.storage.paths()).doesNotContain(file(2));
    }

    static Stream<Arguments> wrongInputs() {
        return Stream.of(
                Arguments.of(
                        List.of(add("z").remove(false)),
                        "/lake/t: cannot remove z: it is not an active file of version 2"),
                Arguments.of(
                        List.of(add("d").remove(false)),
                        "/lake/t: cannot remove d: version 2 has it as d with deletion vector uv@1, which would stay active"),
                Arguments.of(
                        List.of(add("a", "w").remove(false)),
                        "/lake/t: cannot remove a with deletion vector uw@1: version 2 has it as a, which would stay active"),
                Arguments.of(
                        List.of(add("d")),
                        "/lake/t: cannot add d: version 2 has it as d with deletion vector uv@1, which has to be removed in the same commit"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("wrongInputs")
    void neverDoublesRowsByAWrongTombstone(List<Action> actions, String problem) {
        TestLog log = TestLog.withFiles().commit(add("d", "v"));
        assertThatThrownBy(() -> start(log.log(), log.snapshot()).commit(CommitRequest.of(info("X"), actions)))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessage(problem);
        assertThat(log.storage.paths()).doesNotContain(file(3));
    }

    @Test
    void replacesTheDeletionVectorOfAFileAndUpdatesAFileInPlace() {
        TestLog log = TestLog.withFiles();
        AddFile tagged = add("b").withTags(Map.of("k", "v")).withDataChange(false);
        start(log.log(), log.snapshot())
                .commit(CommitRequest.of(info("X"), List.of(add("a").remove(true), add("a", "v"), tagged)));
        assertThat(files(log.snapshot())).containsExactly("a with deletion vector uv@1", "b", "c");
    }

    @Test
    void aFileUpdatedInPlaceIsNotBroughtBackAfterItWasRemoved() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(remove(add("b")));
        assertThatThrownBy(() -> start(log.log(), read)
                        .commit(CommitRequest.of(info("X"), List.of(add("b").withTags(Map.of("k", "v"))))))
                .isInstanceOf(CommitConflictException.class);
    }

    @Test
    void removesNoRowsFromAnAppendOnlyTable() {
        TestLog log = TestLog.with(List.of("appendOnly"), Map.of("delta.appendOnly", "true"))
                .commit(add("a"), add("b"));
        assertThatThrownBy(() -> start(log.log(), log.snapshot())
                        .commit(CommitRequest.of(info("DELETE"), List.of(add("a").remove(true)))))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("the table is append-only");
        assertThat(start(log.log(), log.snapshot()).commit(MERGE).version()).isEqualTo(2);
    }

    @Test
    void changesPropertiesButNoneThatTheRestOfACommitDependsOn() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        DeltaLog deltaLog = log.log();
        assertThatThrownBy(() -> deltaLog.startTransaction(read, TableOperation.METADATA)
                        .commit(CommitRequest.of(
                                info("SET TBLPROPERTIES"),
                                List.of(read.metadata()
                                        .withConfiguration(Map.of("delta.enableInCommitTimestamps", "true"))))))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("delta.enableInCommitTimestamps cannot be changed");
        deltaLog.startTransaction(read, TableOperation.METADATA)
                .commit(CommitRequest.of(
                        info("SET TBLPROPERTIES"),
                        List.of(read.metadata().withConfiguration(Map.of("delta.targetFileSize", "1")))));
        assertThat(log.snapshot().configuration()).containsEntry("delta.targetFileSize", "1");
    }

    @Test
    void refusesTablesThatItCannotWrite() {
        TestLog log = TestLog.with(List.of("neverHeardOf"), Map.of());
        Snapshot snapshot = log.snapshot();
        assertThatThrownBy(() -> log.log().startTransaction(snapshot, TableOperation.VACUUM))
                .isInstanceOfSatisfying(UnsupportedTableFeatureException.class, e -> {
                    assertThat(e.features()).containsExactly("neverHeardOf");
                    assertThat(e.access()).isEqualTo(UnsupportedTableFeatureException.Access.WRITE);
                });
    }

    @Test
    void takesNoSnapshotOfAnotherTable() {
        TestLog log = TestLog.withFiles();
        DeltaLog other = DeltaLog.forTable(log.storage, "/lake/other", log.clock);
        Snapshot snapshot = log.snapshot();
        assertThatThrownBy(() -> other.startTransaction(snapshot, TableOperation.REWRITE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void neverCommitsWhereTheLogWasCleanedUpBeyondTheSnapshot() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(add("d")).commit(add("e"));
        log.storage.deleteAll(List.of(file(0), file(1), file(2)));
        assertThatThrownBy(() -> start(log.log(), read).commit(MERGE))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("the log no longer has the commit of version 1");
        assertThat(log.storage.paths()).doesNotContain(file(2));
    }

    @Test
    void neverFillsAGapInTheLog() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        log.commit(add("d")).commit(add("e"));
        log.storage.deleteAll(List.of(file(2)));
        assertThatThrownBy(() -> start(log.log(), read).commit(MERGE))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("00000000000000000002.json is missing though there is 00000000000000000003.json");
        assertThat(log.storage.paths()).doesNotContain(file(2));
    }

    @Test
    void neverCommitsToAnotherTableThatTookThePlace() {
        TestLog log = TestLog.withFiles();
        Snapshot read = log.snapshot();
        TestLog other = TestLog.withFiles();
        other.clock.advance(Duration.ofDays(1));
        log.storage.put(file(1), "{\"add\":{}}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThatThrownBy(() -> start(log.log(), read).commit(MERGE))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("it was cleaned up or replaced");
    }

    // In-commit timestamps

    private static TestLog withTimes() {
        TestLog log = new TestLog();
        return log.commit(
                        timed(1_000),
                        new Protocol(1, 7, Optional.empty(), Optional.of(List.of("inCommitTimestamp"))),
                        metadata(Map.of("delta.enableInCommitTimestamps", "true")))
                .commit(timed(2_000), add("a"), add("b"));
    }

    private static CommitInfo timed(long time) {
        CommitInfo info = info("WRITE");
        return new CommitInfo(
                OptionalLong.of(time),
                OptionalLong.of(time),
                info.operation(),
                Map.of(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.of("other"),
                Map.of());
    }

    private static long recordedTime(TestLog log, long version) {
        return ((CommitInfo) log.actions(version).get(0)).inCommitTimestamp().orElseThrow();
    }

    @Test
    void recordsTheTimeOfTheCommit() {
        TestLog log = withTimes();
        start(log.log(), log.snapshot()).commit(MERGE);
        assertThat(recordedTime(log, 2)).isEqualTo(log.clock.millis());
        assertThat(log.snapshot().timestamp()).isEqualTo(log.clock.instant());
    }

    @Test
    void recordsATimeAfterThePreviousOneThoughTheClockWasSetBack() {
        TestLog log = withTimes();
        log.clock.set(java.time.Instant.ofEpochMilli(500));
        start(log.log(), log.snapshot()).commit(MERGE);
        assertThat(recordedTime(log, 2)).isEqualTo(2_001);
    }

    @Test
    void recordsTheTimeAnewInEachAttempt() {
        TestLog log = withTimes();
        Snapshot read = log.snapshot();
        long future = log.clock.millis() + 1_000_000;
        log.commit(timed(future), add("d"));
        start(log.log(), read).commit(MERGE);
        assertThat(recordedTime(log, 3)).isEqualTo(future + 1);
    }

    @Test
    void doesNotInventATimeThatAnotherWriterLeftOut() {
        TestLog log = withTimes();
        Snapshot read = log.snapshot();
        log.commit(add("d"));
        assertThatThrownBy(() -> start(log.log(), read).commit(MERGE))
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining(
                        "00000000000000000002.json does not begin with a commitInfo that has an inCommitTimestamp");
    }

    // Row ids

    private static TestLog withRowIds() {
        return TestLog.with(List.of("rowTracking", "domainMetadata"), Map.of());
    }

    private static Transaction append(TestLog log, Snapshot read) {
        return log.log().startTransaction(read, TableOperation.METADATA);
    }

    private static List<OptionalLong> baseRowIds(Snapshot snapshot) {
        List<AddFile> files = new ArrayList<>();
        snapshot.forEachActiveFile(FileProjection.WITHOUT_STATS, files::add);
        return files.stream()
                .sorted(java.util.Comparator.comparing(FileAction::path))
                .map(AddFile::baseRowId)
                .toList();
    }

    @Test
    void assignsRowIdsFromTheHighWaterMarkOn() {
        TestLog log = withRowIds();
        append(log, log.snapshot()).commit(CommitRequest.of(info("WRITE"), List.of(add("x"), add("y"))));
        assertThat(baseRowIds(log.snapshot())).containsExactly(OptionalLong.of(0), OptionalLong.of(5));
        append(log, log.snapshot()).commit(CommitRequest.of(info("WRITE"), List.of(add("z"))));
        assertThat(baseRowIds(log.snapshot()))
                .containsExactly(OptionalLong.of(0), OptionalLong.of(5), OptionalLong.of(10));
        assertThat(log.snapshot().domainMetadata().get("delta.rowTracking"))
                .isEqualTo(new DomainMetadata("delta.rowTracking", "{\"rowIdHighWaterMark\":14}", false));
        AddFile z = (AddFile) log.actions(2).get(2);
        assertThat(z.defaultRowCommitVersion()).hasValue(2);
    }

    @Test
    void assignsRowIdsAnewInEachAttempt() {
        TestLog log = withRowIds();
        Snapshot read = log.snapshot();
        log.commit(
                domain("delta.rowTracking", "{\"rowIdHighWaterMark\":41}"),
                add("d").withRowIds(OptionalLong.of(0), OptionalLong.of(1)));
        CommitResult result = append(log, read).commit(CommitRequest.of(info("WRITE"), List.of(add("x"))));
        AddFile x = (AddFile) result.committed().actions().get(1);
        assertThat(x.baseRowId()).hasValue(42);
        assertThat(x.defaultRowCommitVersion()).hasValue(2);
        assertThat(log.snapshot().domainMetadata().get("delta.rowTracking").configuration())
                .isEqualTo("{\"rowIdHighWaterMark\":46}");
    }

    @Test
    void losesToABackfillOfRowIdsWhateverFilesThatIsAbout() {
        TestLog log = withRowIds();
        Snapshot read = log.snapshot();
        log.commit(
                info("ROW TRACKING BACKFILL"),
                domain("delta.rowTracking", "{\"rowIdHighWaterMark\":4}"),
                add("other").withRowIds(OptionalLong.of(0), OptionalLong.of(1)));

        assertThatThrownBy(() -> append(log, read).commit(CommitRequest.of(info("WRITE"), List.of(add("x")))))
                .isInstanceOfSatisfying(
                        CommitConflictException.class,
                        conflict -> assertThat(conflict.reason()).isEqualTo(CommitConflictException.Reason.FILES_ADDED))
                .hasMessageContaining("WRITE lost to version 1, which gives row ids to files of the table");
        assertThat(log.storage.paths()).doesNotContain(file(2));
        append(log, read).commit(CommitRequest.of(info("VACUUM START"), List.of()));
        assertThat(log.snapshot().version()).isEqualTo(2);
    }

    @Test
    void leavesRowIdsThatAreThere() {
        TestLog log = withRowIds();
        CommitResult result = append(log, log.snapshot())
                .commit(CommitRequest.of(
                        info("WRITE"), List.of(add("x").withRowIds(OptionalLong.of(7), OptionalLong.of(3)))));
        assertThat(result.committed().actions())
                .containsExactly(add("x").withRowIds(OptionalLong.of(7), OptionalLong.of(3)));
    }

    @Test
    void assignsNoRowIdsToAFileWithoutANumberOfRows() {
        TestLog log = withRowIds();
        assertThatThrownBy(() -> append(log, log.snapshot())
                        .commit(CommitRequest.of(
                                info("WRITE"),
                                List.of(AddFile.of("x", Map.of(), 1, 1, true, Optional.of("{\"nullCount\":{}}"))))))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("the new file x has no numRecords");
        assertThat(log.storage.paths()).doesNotContain(file(1));
    }

    @Test
    void assignsNoRowIdsWhileTrackingIsSuspended() {
        TestLog log =
                TestLog.with(List.of("rowTracking", "domainMetadata"), Map.of("delta.rowTrackingSuspended", "true"));
        CommitResult result = append(log, log.snapshot()).commit(CommitRequest.of(info("WRITE"), List.of(add("x"))));
        assertThat(result.committed().actions()).containsExactly(add("x"));
    }

    @Test
    void repeatsRowIdsInTombstones() {
        TestLog log = withRowIds();
        append(log, log.snapshot()).commit(CommitRequest.of(info("WRITE"), List.of(add("x"))));
        List<AddFile> active = new ArrayList<>();
        log.snapshot().forEachActiveFile(FileProjection.WITH_STATS, active::add);
        RemoveFile tombstone = active.get(0).remove(true);
        assertThat(tombstone.baseRowId()).hasValue(0);
        assertThat(tombstone.defaultRowCommitVersion()).hasValue(1);
    }
}
