package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.log.Pin;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.QuarantineResult;
import io.github.deltamaint.vacuum.RetainedHistory;
import io.github.deltamaint.vacuum.UnsafeRetentionException;
import io.github.deltamaint.vacuum.VacuumMode;
import io.github.deltamaint.vacuum.VacuumPlan;
import io.github.deltamaint.vacuum.VacuumResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** VACUUM through the facade. What may go is tested where it is decided. */
class VacuumTest {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    private static final Instant REMOVED = Instant.parse("2024-01-03T00:00:00Z");

    @TempDir
    Path directory;

    private TestTable table;
    private Path removed;

    /** Version 1 and 2 add a file each, version 3 removes the first; in January. A file that was never committed lies beside. */
    @BeforeEach
    void makeTable() {
        table = TestTable.in(directory).startingAt(START).append(Tables.rows("West", 0, 3));
        table.append(Tables.rows("West", 3, 3));
        removed = table.files().get(0).file();
        table.at(REMOVED).remove(table.files().get(0));
        table.orphan("left-over.parquet", START);
    }

    private TableMaintenance daysAfter(int days) {
        MaintenanceContext context = MaintenanceContext.builder()
                .clock(Clock.fixed(REMOVED.plus(Duration.ofDays(days)), ZoneOffset.UTC))
                .build();
        return DeltaMaintenance.table(directory.toString(), context);
    }

    private static List<Candidate> candidates(VacuumPlan plan) {
        return StreamSupport.stream(plan.candidates().spliterator(), false).toList();
    }

    private JsonNode commitInfo(long version) {
        return Tables.actions(directory, version, "commitInfo").get(0);
    }

    @Test
    void aPlanSaysWhatWouldGoAndChangesNothing() throws Exception {
        TreeSnapshot before = TreeSnapshot.of(directory);
        long size = Files.size(removed);
        VacuumPlan plan = daysAfter(8).vacuum().plan();
        assertThat(plan.readVersion()).isEqualTo(3);
        assertThat(plan.mode()).isEqualTo(VacuumMode.FULL);
        assertThat(plan.retention()).isEqualTo(Duration.ofDays(7));
        assertThat(plan.cutoff()).isEqualTo(REMOVED.plus(Duration.ofDays(1)));
        assertThat(plan.firstVersionAfter()).hasValue(3);
        assertThat(candidates(plan)).anySatisfy(candidate -> {
            assertThat(candidate.path()).isEqualTo(directory.relativize(removed).toString());
            assertThat(candidate.size().bytes()).isEqualTo(size);
            assertThat(candidate.reason()).isEqualTo(Candidate.Reason.TOMBSTONED);
            assertThat(candidate.removedVersion()).hasValue(3);
        });
        assertThat(candidates(plan)).anySatisfy(candidate -> {
            assertThat(candidate.path()).isEqualTo("left-over.parquet");
            assertThat(candidate.reason()).isEqualTo(Candidate.Reason.UNREFERENCED);
        });
        assertThat(candidates(plan)).hasSize(2);
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void deletesWhatThePlanSaidBetweenTwoCommitsLikeThoseOfDeltaSpark() {
        VacuumResult result = daysAfter(8).vacuum().userMetadata("tidy").execute();
        assertThat(result.versions()).containsExactly(4L, 5L);
        assertThat(result.filesDeleted()).isEqualTo(2);
        assertThat(result.failureCount()).isZero();
        assertThat(removed).doesNotExist();
        assertThat(directory.resolve("left-over.parquet")).doesNotExist();
        assertThat(Tables.judge(directory)).isEqualTo(table.rows().texts());

        JsonNode start = commitInfo(4);
        assertThat(start.get("operation").asText()).isEqualTo("VACUUM START");
        assertThat(start.get("operationParameters"))
                .hasToString("{\"retentionCheckEnabled\":true,\"defaultRetentionMillis\":604800000}");
        assertThat(start.get("operationMetrics").get("numFilesToDelete").asText())
                .isEqualTo("2");
        assertThat(start.get("isBlindAppend").asBoolean()).isTrue();
        assertThat(start.get("userMetadata").asText()).isEqualTo("tidy");
        JsonNode end = commitInfo(5);
        assertThat(end.get("operation").asText()).isEqualTo("VACUUM END");
        assertThat(end.get("operationParameters").get("status").asText()).isEqualTo("COMPLETED");
        assertThat(end.get("operationMetrics"))
                .hasToString("{\"numDeletedFiles\":\"2\",\"numVacuumedDirectories\":\"1\"}");
        assertThat(NaiveLog.commit(directory, 4)).hasSize(1);
    }

    @Test
    void aSecondRunFindsNothingAndCommitsNothing() {
        daysAfter(8).vacuum().execute();
        TreeSnapshot before = TreeSnapshot.of(directory);
        VacuumResult result = daysAfter(8).vacuum().execute();
        assertThat(result.isNoOp()).isTrue();
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void lessThanTheTablesRetentionNeedsAReasonThatGoesIntoTheHistory() {
        assertThatThrownBy(
                        () -> daysAfter(1).vacuum().retain(Duration.ofHours(1)).execute())
                .isInstanceOf(UnsafeRetentionException.class)
                .hasMessageContaining("PT168H")
                .hasMessageContaining("allowUnsafeRetention");
        assertThat(removed).exists();

        daysAfter(1)
                .vacuum()
                .retain(Duration.ofHours(1))
                .allowUnsafeRetention("nobody reads it")
                .execute();
        assertThat(removed).doesNotExist();
        assertThat(commitInfo(4).get("operationParameters"))
                .hasToString("{\"retentionCheckEnabled\":false,\"defaultRetentionMillis\":604800000,"
                        + "\"specifiedRetentionMillis\":3600000,\"unsafeRetentionReason\":\"nobody reads it\"}");
    }

    @Test
    void aLongerRetentionReallyKeepsMore() {
        VacuumPlan plan = daysAfter(8).vacuum().retain(Duration.ofDays(9)).plan();
        assertThat(candidates(plan)).extracting(Candidate::path).containsExactly("left-over.parquet");
    }

    @Test
    void theLogAloneShowsWhatWasRemoved() {
        VacuumPlan plan = daysAfter(8).vacuum().lite().plan();
        assertThat(plan.listings()).isZero();
        assertThat(candidates(plan))
                .extracting(Candidate::path)
                .containsExactly(directory.relativize(removed).toString());
        plan.execute();
        assertThat(removed).doesNotExist();
        assertThat(daysAfter(8).vacuum().lite().execute().isNoOp()).isTrue();
    }

    @Test
    void theRetainedHistorySaysHowFarBackTheTableCanBeReadNowAndAfterAVacuum() throws Exception {
        RetainedHistory before = daysAfter(8).retainedHistory();
        assertThat(before).isEqualTo(new RetainedHistory(3, OptionalLong.of(0), 0, Duration.ofDays(7), 3));
        assertThat(daysAfter(6).retainedHistory().firstAfterVacuum()).isEqualTo(2);

        daysAfter(8).vacuum().execute();

        assertThat(daysAfter(8).retainedHistory().firstReadable()).isEqualTo(3);
        assertThat(daysAfter(8).scan().version(3).digest().rows()).isEqualTo(3);
        assertThatThrownBy(() -> daysAfter(8).scan().version(2).digest()).isInstanceOf(CorruptTableException.class);
        // Delta Spark's full vacuum leaves no version in its note.
        Files.delete(directory.resolve("_delta_log/_last_vacuum_info"));
        RetainedHistory after = daysAfter(8).retainedHistory();
        assertThat(after.firstReadable()).isEqualTo(3);
        assertThat(after.firstInLog()).hasValue(0);
        assertThat(after.latestVersion()).isEqualTo(5);
    }

    @Test
    void aVacuumThatDeletedNothingTakesNoHistoryAway() {
        table.commitRaw("{\"commitInfo\":{\"timestamp\":"
                + REMOVED.plus(Duration.ofDays(30)).toEpochMilli()
                + ",\"operation\":\"VACUUM START\",\"operationParameters\":{\"retentionCheckEnabled\":false,"
                + "\"defaultRetentionMillis\":604800000,\"specifiedRetentionMillis\":0},"
                + "\"operationMetrics\":{\"numFilesToDelete\":\"0\"}}}");
        assertThat(daysAfter(31).retainedHistory().firstReadable()).isZero();
        table.commitRaw("{\"commitInfo\":{\"timestamp\":"
                + REMOVED.plus(Duration.ofDays(30)).toEpochMilli()
                + ",\"operation\":\"VACUUM START\",\"operationParameters\":{\"retentionCheckEnabled\":false,"
                + "\"defaultRetentionMillis\":604800000,\"specifiedRetentionMillis\":0},"
                + "\"operationMetrics\":{\"numFilesToDelete\":\"4\"}}}");
        assertThat(daysAfter(31).retainedHistory().firstReadable()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void historyThatTheLogCannotRebuildIsNotReadable() {
        table.checkpoint();
        table.append(Tables.rows("West", 50, 3));
        table.deleteCommitsBefore(3);
        RetainedHistory history = daysAfter(1).retainedHistory();
        assertThat(history.firstInLog()).hasValue(3);
        assertThat(history.firstReadable()).isEqualTo(3);
        assertThat(history.firstAfterVacuum()).isEqualTo(3);
    }

    @Test
    void aPinnedVersionStaysReadableUntilThePinIsGoneOrExpires() {
        TableMaintenance maintenance = daysAfter(8);
        Pin pin = maintenance.pin(2, "report", Optional.of(REMOVED.plus(Duration.ofDays(30))));
        assertThat(maintenance.pins()).containsExactly(pin);
        maintenance.vacuum().execute();
        assertThat(removed).exists();
        assertThat(maintenance.scan().version(2).digest().rows()).isEqualTo(6);
        assertThat(candidates(daysAfter(29).vacuum().plan())).isEmpty();
        assertThat(candidates(daysAfter(30).vacuum().plan())).hasSize(1);

        assertThat(maintenance.unpin(2, "somebody else")).isFalse();
        assertThat(maintenance.unpin(2, "report")).isTrue();
        assertThat(maintenance.pins()).isEmpty();
        maintenance.vacuum().execute();
        assertThat(removed).doesNotExist();
    }

    @Test
    void whatCannotBeReadCannotBePinned() {
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThatThrownBy(() -> daysAfter(8).pin(4, "report", Optional.empty()))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("version 4 cannot be pinned");
        assertThatThrownBy(() -> daysAfter(8).pin(3, "report", Optional.of(REMOVED)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> daysAfter(8).pin(3, " ", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aNamedVersionStaysReadableInThisRun() {
        assertThat(candidates(daysAfter(8).vacuum().keepVersions(2).plan()))
                .extracting(Candidate::path)
                .containsExactly("left-over.parquet");
    }

    @Test
    void whatWentToQuarantineComesBackOrGoesForGood() {
        TableMaintenance maintenance = daysAfter(8);
        VacuumPlan plan = maintenance.vacuum().quarantine().plan();
        assertThat(plan.cost()).startsWith("renames 2 files");
        String run = plan.execute().quarantineRun().orElseThrow();
        assertThat(removed).doesNotExist();
        assertThat(maintenance.quarantine().runs()).singleElement().satisfies(each -> {
            assertThat(each.run()).isEqualTo(run);
            assertThat(each.files()).isEqualTo(2);
        });

        QuarantineResult back = maintenance.quarantine().restore(run, CancellationToken.none());
        assertThat(back.files()).isEqualTo(2);
        assertThat(maintenance.scan().version(2).digest().rows()).isEqualTo(6);
        assertThat(maintenance.quarantine().runs()).isEmpty();

        maintenance.vacuum().quarantine().execute();
        Instant now = REMOVED.plus(Duration.ofDays(8));
        assertThat(maintenance.quarantine().purge(now, CancellationToken.none()).files())
                .isZero();
        assertThat(maintenance
                        .quarantine()
                        .purge(now.plusSeconds(1), CancellationToken.none())
                        .files())
                .isEqualTo(2);
        assertThat(maintenance.quarantine().runs()).isEmpty();
    }

    @Test
    void listenersHearWhatHappens() {
        List<String> heard = new ArrayList<>();
        daysAfter(8)
                .vacuum()
                .listener(new MaintenanceListener() {
                    @Override
                    public void vacuumListed(long files, long directories) {
                        heard.add("listed " + files + " " + directories);
                    }

                    @Override
                    public void vacuumPlanned(VacuumPlan plan) {
                        heard.add("planned " + plan.candidateCount());
                    }

                    @Override
                    public void vacuumRemoved(long files, long bytes) {
                        if (files == 2) {
                            heard.add("removed " + files);
                        }
                    }

                    @Override
                    public void commitFinished(long version) {
                        heard.add("committed " + version);
                        throw new IllegalStateException("a listener that fails");
                    }
                })
                .execute();
        assertThat(heard).containsExactly("listed 3 1", "planned 2", "committed 4", "removed 2", "committed 5");
    }

    @Test
    void aCancelledVacuumSaysWhatIsGone() {
        CancellationToken token = CancellationToken.create();
        token.cancel();
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThatThrownBy(() -> daysAfter(8).vacuum().cancellation(token).execute())
                .isInstanceOf(OperationCancelledException.class)
                .hasMessageContaining("nothing was changed");
        assertThat(before.differenceNow(directory)).isEmpty();
    }
}
