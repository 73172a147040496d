package io.github.deltamaint.vacuum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.log.Pin;
import io.github.deltamaint.log.TablePins;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.VectorStorage;
import io.github.deltamaint.vacuum.Candidate.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Each thing that protects a file from VACUUM, by itself, against logs and folders that mean no good. */
class VacuumProtectionTest {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    private static final Instant NOW = START.plus(Duration.ofDays(30));
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path parent;

    private Path directory = Path.of("");

    @SuppressWarnings("NullAway.Init") // made before each test
    private TestTable table;

    private static Columns rows(String region, long first) {
        return new Columns().longs("id", first, first + 1, first + 2).strings("region", region, region, region);
    }

    private TestTable.Builder builder() {
        directory = parent.resolve("table");
        return TestTable.in(directory)
                .feature("deletionVectors", "changeDataFeed")
                .partitionedBy("region")
                .startingAt(START);
    }

    @BeforeEach
    void makeTable() {
        table = builder().append(rows("West", 0));
    }

    private Vacuums vacuums() {
        return Vacuums.of(directory, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private VacuumPlan plan(UnaryOperator<VacuumSettings.Builder> settings) {
        return vacuums().plan(settings);
    }

    private VacuumPlan plan() {
        return plan(UnaryOperator.identity());
    }

    private VacuumPlan lite() {
        return plan(settings -> settings.mode(VacuumMode.LITE));
    }

    private static Map<String, Reason> reasons(VacuumPlan plan) {
        Map<String, Reason> reasons = new TreeMap<>();
        plan.candidates().forEach(candidate -> reasons.put(candidate.path(), candidate.reason()));
        return reasons;
    }

    private static long kept(VacuumPlan plan, KeptFiles.Reason reason) {
        return plan.kept().stream()
                .filter(kept -> kept.reason() == reason)
                .mapToLong(KeptFiles::files)
                .sum();
    }

    private String relative(Path file) {
        return directory.relativize(file).toString();
    }

    private static Instant daysBefore(int days) {
        return NOW.minus(Duration.ofDays(days));
    }

    private Path stray(String path) {
        table.orphan(path, START);
        return directory.resolve(path);
    }

    private Path vector() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("deletion_vector"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String remove(String path, Instant deleted) {
        ObjectNode remove = JSON.createObjectNode();
        remove.putObject("remove")
                .put("path", path)
                .put("deletionTimestamp", deleted.toEpochMilli())
                .put("dataChange", true);
        return remove.toString();
    }

    private static String add(String path) {
        ObjectNode action = JSON.createObjectNode();
        ObjectNode add = action.putObject("add");
        add.put("path", path).put("size", 1).put("modificationTime", 0).put("dataChange", true);
        add.putObject("partitionValues").put("region", "West");
        return action.toString();
    }

    // --- what versions need

    @Test
    void liveFilesStayHoweverOldAndStrayOnesGo() {
        stray("region=West/left-over.parquet");
        VacuumPlan plan = plan();
        assertThat(reasons(plan)).isEqualTo(Map.of("region=West/left-over.parquet", Reason.UNREFERENCED));
        assertThat(kept(plan, KeptFiles.Reason.LIVE)).isEqualTo(1);
    }

    @Test
    void directoriesAboveAnythingStayHoweverOld() throws IOException {
        table.orphan("a/b/young.parquet", daysBefore(1));
        table.orphan("c/d/old.parquet", START);
        for (String old : List.of("a/b", "a", "c/d", "c")) {
            Files.setLastModifiedTime(directory.resolve(old), FileTime.from(START));
        }
        assertThat(reasons(plan())).isEqualTo(Map.of("c/d/old.parquet", Reason.UNREFERENCED));
    }

    @Test
    void aFileThatComesBackUnderALinkedNameStays() throws IOException {
        Path back = stray("region=West/back.parquet");
        Files.createSymbolicLink(directory.resolve("linked"), directory.resolve("region=West"));
        VacuumPlan plan = plan();
        assertThat(reasons(plan)).containsKey("region=West/back.parquet");
        table.commitRaw(add("linked/back.parquet"));
        plan.execute();
        assertThat(back).exists();
    }

    /** Otherwise nobody who goes by the log would look at that version again. */
    @Test
    void whatStaysForAVersionThatIsKeptIsFoundByTheNextVacuumFromTheLog() {
        TestFile kept = table.files().get(0);
        table.append(rows("East", 10));
        TestFile other = table.files().get(1);
        table.remove(kept);
        table.remove(other);
        VacuumPlan first = plan(settings -> settings.mode(VacuumMode.LITE).keepVersions(1));
        assertThat(reasons(first)).containsOnlyKeys(relative(other.file()));
        first.execute();
        assertThat(reasons(lite())).containsKey(relative(kept.file()));
    }

    @Test
    void aTombstoneThatSaysYoungProtectsWhateverItsCommitSays() {
        TestFile file = table.files().get(0);
        table.commitRaw(remove(file.path(), daysBefore(1)));
        assertThat(reasons(plan())).isEmpty();
        assertThat(kept(plan(), KeptFiles.Reason.RETAINED_VERSION)).isEqualTo(1);
        assertThat(reasons(lite())).isEmpty();
    }

    @Test
    void aYoungTombstoneProtectsThoughALaterOneSaysOld() {
        TestFile file = table.files().get(0);
        table.commitRaw(remove(file.path(), daysBefore(1)));
        table.commitRaw(remove(file.path(), START));
        assertThat(reasons(plan())).isEmpty();
    }

    @Test
    void aTombstoneProtectsThatOnlyACheckpointHas() {
        table.at(daysBefore(1)).remove(table.files().get(0));
        table.append(rows("East", 10)).checkpoint().deleteCommitsBefore(3);
        assertThat(reasons(plan())).isEmpty();
        assertThat(kept(plan(), KeptFiles.Reason.RETAINED_VERSION)).isEqualTo(1);
    }

    @Test
    void aYoungCommitProtectsWhateverItsTombstoneSays() {
        TestFile file = table.files().get(0);
        table.at(daysBefore(1)).commitRaw(remove(file.path(), Instant.EPOCH));
        assertThat(reasons(plan())).isEmpty();
        assertThat(reasons(lite())).isEmpty();
    }

    @Test
    void whatIsOlderGoesWithItsVersionAsTheReason() {
        TestFile file = table.files().get(0);
        table.remove(file);
        for (VacuumPlan plan : List.of(plan(), lite())) {
            assertThat(plan.candidates()).singleElement().satisfies(candidate -> {
                assertThat(candidate.path()).isEqualTo(relative(file.file()));
                assertThat(candidate.reason()).isEqualTo(Reason.TOMBSTONED);
                assertThat(candidate.removedVersion()).hasValue(2);
            });
        }
    }

    @Test
    void aLongerRetentionThanTheTablesReallyKeepsMoreThanTombstonesDo() {
        table.remove(table.files().get(0));
        table.at(daysBefore(20)).append(rows("East", 10));
        table.at(daysBefore(10)).remove(table.files().get(0)).checkpoint();
        assertThat(reasons(plan())).hasSize(2);
        assertThat(reasons(plan(settings -> settings.retain(Duration.ofDays(15)))))
                .hasSize(1);
        assertThat(reasons(plan(settings -> settings.retain(Duration.ofDays(31)))))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "INLINE")
    void deletionVectorsOfLiveFilesStayAndOldOnesGo(VectorStorage storage) throws Exception {
        table.deleteRows(table.files().get(0), storage, 0);
        Path first = vector();
        table.touchData(START);
        assertThat(reasons(plan())).isEmpty();
        table.deleteRows(table.files().get(0), VectorStorage.INLINE, 1);
        table.touchData(START);
        assertThat(reasons(plan())).containsOnlyKeys(relative(first));
        assertThat(reasons(lite())).contains(java.util.Map.entry(relative(first), Reason.TOMBSTONED));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "INLINE")
    void deletionVectorsOfRetainedVersionsStay(VectorStorage storage) {
        table.deleteRows(table.files().get(0), storage, 0);
        table.at(daysBefore(1)).remove(table.files().get(0));
        table.touchData(START);
        assertThat(reasons(plan())).isEmpty();
        assertThat(reasons(lite())).isEmpty();
        assertThat(kept(plan(), KeptFiles.Reason.RETAINED_VERSION)).isEqualTo(2);
    }

    private void changeData(String name) {
        stray(name);
        ObjectNode cdc = JSON.createObjectNode();
        cdc.putObject("cdc")
                .put("path", name)
                .put("size", 6)
                .put("dataChange", false)
                .putObject("partitionValues");
        table.commitRaw(cdc.toString());
    }

    @Test
    void changeDataOfRetainedVersionsStaysAndOlderGoes() {
        changeData("_change_data/old.parquet");
        table.at(daysBefore(1));
        changeData("_change_data/young.parquet");
        VacuumPlan plan = plan();
        assertThat(reasons(plan)).isEqualTo(Map.of("_change_data/old.parquet", Reason.EXPIRED_CHANGE_DATA));
        assertThat(kept(plan, KeptFiles.Reason.CHANGE_DATA)).isEqualTo(1);
        assertThat(reasons(lite())).isEqualTo(reasons(plan));
    }

    @Test
    void versionsThatAreCutOffFromTheLatestByAGapStayWhenTheyAreRetained() throws Exception {
        table.at(daysBefore(3)).append(rows("East", 10)).checkpoint();
        table.at(daysBefore(2)).commitRaw(remove(table.files().get(0).path(), START));
        table.at(daysBefore(1)).append(rows("East", 20)).checkpoint();
        Files.delete(table.commitFile(3));
        table.touchData(START);
        assertThat(reasons(plan())).isEmpty();
    }

    @Test
    void namedAndPinnedVersionsStay() {
        table.remove(table.files().get(0));
        VacuumPlan named = plan(settings -> settings.keepVersions(1));
        assertThat(reasons(named)).isEmpty();
        assertThat(kept(named, KeptFiles.Reason.KEPT_VERSION)).isEqualTo(1);
        pins().put(new Pin(1, "ann", START, Optional.of(NOW.plusSeconds(1))));
        assertThat(reasons(plan())).isEmpty();
        assertThat(reasons(lite())).isEmpty();
        pins().remove(1, "ann");
        pins().put(new Pin(1, "bob", START, Optional.of(NOW)));
        assertThat(reasons(plan())).hasSize(1);
        assertThatThrownBy(() -> plan(settings -> settings.keepVersions(9)))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("version 9 is to be kept");
    }

    private TablePins pins() {
        return new TablePins(vacuums().log().storage(), vacuums().log().tablePath());
    }

    // --- what else is there

    @Test
    void youngFilesStayWhoeverWroteThem() throws Exception {
        Path young = stray("region=West/being-written.parquet");
        Files.setLastModifiedTime(young, FileTime.from(daysBefore(7)));
        Path old = stray("region=West/left-over.parquet");
        Files.setLastModifiedTime(old, FileTime.from(daysBefore(7).minusMillis(1)));
        VacuumPlan plan = plan();
        assertThat(reasons(plan)).containsOnlyKeys("region=West/left-over.parquet");
        assertThat(kept(plan, KeptFiles.Reason.YOUNG)).isEqualTo(1);
    }

    @Test
    void hiddenNamesStayExceptThoseOfPartitionsChangeDataAndIndexes() {
        table = TestTable.in(parent.resolve("hidden"))
                .columns(new Columns().longs("id").strings("_p").type())
                .partitionedBy("_p")
                .startingAt(START)
                .create();
        directory = parent.resolve("hidden");
        for (String name : List.of(
                "_hidden/x",
                ".dot/x",
                "_x",
                ".x",
                "folder/_hidden/x",
                "_p/x",
                "_q=1/x",
                "_delta_log/x",
                "_delta_log/_p=1/x",
                "_delta_log=1/x",
                "_changes/x",
                "folder/_p=1/.x")) {
            stray(name);
        }
        List<String> gone = List.of("_change_data/x", "_delta_index/x", "_p=1/x", "folder/_p=2/x", "x");
        gone.forEach(this::stray);
        VacuumPlan plan = plan();
        assertThat(reasons(plan).keySet()).containsExactlyInAnyOrderElementsOf(gone);
        assertThat(plan.execute().filesDeleted()).isEqualTo(gone.size());
        assertThat(directory.resolve("_delta_log/_p=1/x")).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "other/_delta_log/00000000000000000000.json",
                "other/.hoodie/x",
                "other/metadata/v1.metadata.json"
            })
    void otherTablesBelowStay(String sign) {
        stray(sign);
        stray("other/part.parquet");
        stray("other/region=West/part.parquet");
        stray("others/part.parquet");
        VacuumPlan plan = plan();
        assertThat(reasons(plan)).containsOnlyKeys("others/part.parquet");
        assertThat(kept(plan, KeptFiles.Reason.OTHER_TABLE)).isPositive();
        assertThat(reasons(plan(settings -> settings.inventory(inventory())))).containsOnlyKeys("others/part.parquet");
    }

    /** Everything that is there, as a store would list it. */
    private String inventory() {
        StringBuilder csv = new StringBuilder("path,length,isDir,modificationTime\n");
        try (Stream<Path> contents = Files.walk(directory)) {
            for (Path each : contents.filter(each -> !each.equals(directory)).toList()) {
                csv.append(each)
                        .append(",1,")
                        .append(Files.isDirectory(each))
                        .append(',')
                        .append(Files.getLastModifiedTime(each).toMillis())
                        .append('\n');
            }
            return Files.writeString(parent.resolve("inventory.csv"), csv).toString();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void linksAndWhatTheyLeadToStay() throws Exception {
        Path outside = Files.createDirectory(parent.resolve("outside"));
        Path precious = Files.writeString(outside.resolve("precious.parquet"), "x");
        Files.setLastModifiedTime(precious, FileTime.from(START));
        Path target = stray("target.parquet");
        Files.createSymbolicLink(directory.resolve("link.parquet"), target);
        Files.createSymbolicLink(directory.resolve("region=Away"), outside);
        stray("left-over.parquet");
        String inventory = inventory();
        Files.writeString(
                Path.of(inventory), directory + "/region=Away/precious.parquet,1,false,1\n", StandardOpenOption.APPEND);
        for (VacuumPlan plan : List.of(plan(), plan(settings -> settings.inventory(inventory)))) {
            assertThat(reasons(plan)).doesNotContainKeys("region=Away/precious.parquet", "region=Away");
        }
        VacuumPlan plan = plan();
        assertThat(reasons(plan)).containsOnlyKeys("left-over.parquet");
        plan.execute();
        assertThat(precious).exists();
        assertThat(target).exists();
    }

    @Test
    void aLiveFileBehindALinkStaysUnderItsRealName() throws Exception {
        Path real = Files.createDirectories(directory.resolve("real"));
        Files.createSymbolicLink(directory.resolve("region=Linked"), real);
        stray("real/part.parquet");
        table.commitRaw(add("region=Linked/part.parquet"));
        assertThat(reasons(plan())).isEmpty();
        table.commitRaw(remove("region=Linked/part.parquet", START));
        assertThat(reasons(lite())).isEmpty();
        assertThat(kept(lite(), KeptFiles.Reason.LINKED)).isEqualTo(1);
    }

    @Test
    void aDirectoryThatBecameALinkSinceThePlanIsNotFollowed() throws Exception {
        Path outside = Files.createDirectory(parent.resolve("outside"));
        Path precious = Files.writeString(outside.resolve("part.parquet"), "x");
        Path there = stray("folder/part.parquet");
        VacuumPlan plan = plan();
        Files.delete(there);
        Files.delete(directory.resolve("folder"));
        Files.createSymbolicLink(directory.resolve("folder"), outside);
        VacuumResult result = plan.execute();
        assertThat(precious).exists();
        assertThat(result.failures())
                .singleElement()
                .satisfies(failure ->
                        assertThat(failure.cause()).hasMessageContaining("a link is among the directories above it"));
    }

    // --- logs that mean no good

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../neighbour.parquet",
                "region=West/../../neighbour.parquet",
                "region=West/%2E%2E/../../neighbour.parquet",
                "_delta_log/00000000000000000000.json",
                "./_delta_log/00000000000000000000.json",
                "region=West/../_delta_log/00000000000000000000.json",
                "%5Fdelta_log/00000000000000000000.json",
                "_hidden/x.parquet",
                "s3://bucket/neighbour.parquet",
            })
    void aLogThatRemovesWhatIsNotTheTablesDeletesNothing(String path) throws Exception {
        Path neighbour = Files.writeString(parent.resolve("neighbour.parquet"), "x");
        Files.setLastModifiedTime(neighbour, FileTime.from(START));
        stray("_hidden/x.parquet");
        table.commitRaw(remove(path, START));
        assertThat(reasons(lite())).isEmpty();
        assertThat(reasons(plan())).isEmpty();
        assertThat(lite().execute().filesDeleted()).isZero();
        assertThat(plan().execute().filesDeleted()).isZero();
        assertThat(neighbour).exists();
        assertThat(directory.resolve("_hidden/x.parquet")).exists();
        assertThat(table.commitFile(0)).exists();
    }

    @Test
    void aPathThatLeadsUpIsNoReasonToDeleteForTheLogAlone() {
        stray("left-over.parquet");
        table.commitRaw(remove("region=West/../left-over.parquet", START));
        assertThat(reasons(lite())).isEmpty();
        assertThat(kept(lite(), KeptFiles.Reason.OUTSIDE)).isEqualTo(1);
        assertThat(reasons(plan())).containsOnlyKeys("left-over.parquet");
    }

    @Test
    void absolutePathsProtectWhatIsBelowTheTableAndSayWhatIsElsewhere() throws Exception {
        Path inside = stray("inside.parquet");
        Path elsewhere = Files.writeString(parent.resolve("elsewhere.parquet"), "x");
        table.commitRaw(add(inside.toUri().toString()), add(elsewhere.toUri().toString()));
        VacuumPlan plan = plan();
        assertThat(reasons(plan)).isEmpty();
        assertThat(plan.warnings()).anyMatch(warning -> warning.contains("outside the table's directory"));
        table.commitRaw(
                remove(elsewhere.toUri().toString(), START),
                remove(inside.toUri().toString(), START));
        assertThat(reasons(plan())).containsOnlyKeys("inside.parquet");
        assertThat(reasons(lite())).containsOnlyKeys("inside.parquet");
        lite().execute();
        assertThat(elsewhere).exists();
        assertThat(inside).doesNotExist();
    }

    @Test
    void theTablesOwnPathInAnotherStoreIsAnError() {
        table.commitRaw(add("s3a://bucket" + directory + "/part.parquet"));
        assertThatThrownBy(this::plan)
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("in another store");
    }

    @Test
    void aPathThatNobodyUnderstandsStopsTheVacuum() {
        table.commitRaw(add("region=West/%zz.parquet"));
        assertThatThrownBy(this::plan)
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("Nothing is deleted");
    }

    @Test
    void pathsAreDecodedExactlyOnce() {
        table.append(rows("50%", 10)).append(rows("%41", 20));
        table.touchData(START);
        assertThat(reasons(plan())).isEmpty();
        TestFile percent = table.files().get(table.files().size() - 1);
        table.remove(percent);
        assertThat(reasons(plan())).containsOnlyKeys(relative(percent.file()));
        assertThat(reasons(lite())).containsOnlyKeys(relative(percent.file()));
        assertThat(lite().execute().filesDeleted()).isEqualTo(1);
        assertThat(percent.file()).doesNotExist();
    }

    @Test
    void aListingWithoutLiveFilesThatWouldLoseMostOfItsFilesIsRefused() throws Exception {
        stray("a.parquet");
        stray("b.parquet");
        Files.delete(table.files().get(0).file());
        assertThatThrownBy(this::plan)
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("1 live files are missing")
                .hasMessageContaining("maxShare");
        assertThat(reasons(plan(settings -> settings.maxShare(1)))).hasSize(2);
    }

    // --- what happens between plan and deletion

    @Test
    void aFileThatComesBackToLifeBetweenPlanAndDeletionStays() {
        TestFile file = table.files().get(0);
        stray("left-over.parquet");
        table.remove(file);
        VacuumPlan plan = plan();
        assertThat(plan.filesToDelete()).isEqualTo(2);
        table.commit(commit -> commit.action("add", file.add().deepCopy()));
        VacuumResult result = plan.execute();
        assertThat(result.filesDeleted()).isEqualTo(1);
        assertThat(result.filesKept()).isEqualTo(1);
        assertThat(file.file()).exists();
    }

    @Test
    void aVersionThatIsPinnedBetweenPlanAndDeletionStays() {
        TestFile file = table.files().get(0);
        table.remove(file);
        VacuumPlan plan = plan();
        pins().put(new Pin(1, "ann", NOW, Optional.empty()));
        assertThat(plan.execute().filesKept()).isEqualTo(1);
        assertThat(new ParquetJavaReader().rows(directory, 1).texts()).hasSize(3);
    }

    @Test
    void anotherTableInTheSamePlaceIsNotVacuumedByTheOldPlan() throws Exception {
        Path stray = stray("left-over.parquet");
        VacuumPlan plan = plan();
        ObjectNode metadata = NaiveLog.latest(directory).metadata().deepCopy();
        metadata.put("id", "another");
        table.commitRaw(JSON.writeValueAsString(JSON.createObjectNode().set("metaData", metadata)));
        assertThatThrownBy(plan::execute)
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("replaced by another");
        assertThat(stray).exists();
    }

    @Test
    void aRetentionThatWasRaisedSinceThePlanCounts() {
        Path stray = stray("left-over.parquet");
        VacuumPlan plan = plan();
        table.properties(Map.of("delta.deletedFileRetentionDuration", "interval 20 days"));
        assertThatThrownBy(plan::execute).isInstanceOf(UnsafeRetentionException.class);
        assertThat(stray).exists();
    }

    @Test
    void lessThanTheTablesRetentionNeedsAReasonThatTheHistoryKeeps() {
        stray("left-over.parquet");
        assertThatThrownBy(() -> plan(settings -> settings.retain(Duration.ofDays(6))))
                .isInstanceOf(UnsafeRetentionException.class);
        VacuumResult result = plan(settings ->
                        settings.retain(Duration.ofDays(6)).allowUnsafeRetention("nobody reads at night"))
                .execute();
        JsonNode start = info(result.versions().get(0));
        assertThat(start.get("operation").asText()).isEqualTo("VACUUM START");
        assertThat(start.get("operationParameters").get("unsafeRetentionReason").asText())
                .isEqualTo("nobody reads at night");
        assertThat(start.get("operationParameters").get("retentionCheckEnabled").asText())
                .isEqualTo("false");
        assertThat(start.get("operationParameters")
                        .get("specifiedRetentionMillis")
                        .asLong())
                .isEqualTo(Duration.ofDays(6).toMillis());
    }

    private JsonNode info(long version) {
        return NaiveLog.commit(directory, version).get(0).get("commitInfo");
    }

    @Test
    void startAndEndHaveTheirTimesOnTablesThatRecordThem() {
        directory = parent.resolve("timed");
        table = TestTable.in(directory)
                .feature("inCommitTimestamp")
                .property("delta.enableInCommitTimestamps", "true")
                .startingAt(START)
                .append(new Columns().longs("id", 1L));
        stray("left-over.parquet");
        VacuumResult result = plan().execute();
        assertThat(result.versions()).hasSize(2);
        long start = info(result.versions().get(0)).get("inCommitTimestamp").asLong();
        assertThat(start).isGreaterThanOrEqualTo(NOW.toEpochMilli());
        assertThat(info(result.versions().get(1)).get("inCommitTimestamp").asLong())
                .isGreaterThan(start);
        assertThat(info(result.versions().get(1))
                        .get("operationParameters")
                        .get("status")
                        .asText())
                .isEqualTo("COMPLETED");
    }

    @Test
    void aCancelledVacuumEndsAsFailedAndTheNextOneDoesTheRest() {
        for (int i = 0; i < 50; i++) {
            stray("left-over-" + i + ".parquet");
        }
        CancellationToken token = CancellationToken.create();
        VacuumPlan plan =
                plan(settings -> settings.maxConcurrency(1).cancellation(token).listener(new VacuumListener() {
                    @Override
                    public void removed(long files, long bytes) {
                        token.cancel();
                    }
                }));
        assertThatThrownBy(plan::execute)
                .isInstanceOfSatisfying(
                        OperationCancelledException.class,
                        e -> assertThat(e.filesDeleted()).isBetween(1L, 49L));
        assertThat(info(NaiveLog.latest(directory).version())
                        .get("operationParameters")
                        .get("status")
                        .asText())
                .isEqualTo("FAILED");
        plan().execute();
        assertThat(reasons(plan())).isEmpty();
        assertThat(new ParquetJavaReader().rows(directory).texts())
                .isEqualTo(table.rows().texts());
    }

    @Test
    void whatIsGoneAlreadyCountsAsDeleted() throws Exception {
        Path stray = stray("left-over.parquet");
        VacuumPlan plan = plan();
        Files.delete(stray);
        assertThat(plan.execute().filesDeleted()).isEqualTo(1);
    }

    @Test
    void theNoteOfTheLastVacuumSavesWorkAndADamagedOneCostsIt() throws Exception {
        table.remove(table.files().get(0));
        table.append(rows("East", 10));
        plan().execute();
        Path note = directory.resolve("_delta_log/_last_vacuum_info");
        assertThat(JSON.readTree(note.toFile())
                        .get("latestCommitVersionOutsideOfRetentionWindow")
                        .asLong())
                .isEqualTo(3);
        long commitsRead = lite().commitsRead();
        Files.writeString(note, "{\"latestCommitVersionOutside");
        assertThat(lite().commitsRead()).isEqualTo(commitsRead + 4);
        // As Delta Spark leaves it after a full vacuum.
        Files.writeString(note, "{}");
        table.checkpoint().deleteCommitsBefore(2);
        assertThatThrownBy(this::lite)
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("cannot vacuum from the log alone");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"path,length,isDir\n", "path,length,isDir,modificationTime\nx,1,maybe,0\n", "", "no header\n"})
    void anInventoryThatIsNoneIsAnErrorThatNamesIt(String content) throws Exception {
        Path file = Files.writeString(parent.resolve("inventory.csv"), content);
        assertThatThrownBy(() -> plan(settings -> settings.inventory(file.toString())))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("inventory.csv");
    }

    @Test
    void anInventoryCannotDeleteWhatTheListingWouldNot() throws Exception {
        Path neighbour = Files.writeString(parent.resolve("neighbour.parquet"), "x");
        table.remove(table.files().get(0)).append(rows("East", 10));
        stray("left-over.parquet");
        Path file = Files.writeString(
                parent.resolve("inventory.csv"),
                "path,length,isDir,modificationTime\n"
                        + directory + "/left-over.parquet,6,false,1\n"
                        + directory + "/_delta_log/00000000000000000000.json,6,false,1\n"
                        + directory + "/../neighbour.parquet,1,false,1\n"
                        + neighbour + ",1,false,1\n"
                        + directory + "/.hidden/x,1,false,1\n"
                        + directory + "/" + relative(table.files().get(0).file()) + ",1,false,1\n");
        VacuumPlan plan = plan(settings -> settings.inventory(file.toString()));
        assertThat(reasons(plan)).containsOnlyKeys("left-over.parquet");
        plan.execute();
        assertThat(neighbour).exists();
    }

    @Test
    void thePlanSaysWhatQuarantineCosts() {
        stray("left-over.parquet");
        assertThat(plan().cost()).isEqualTo("deletes 1 files (6 bytes)");
        assertThat(plan(settings -> settings.quarantine(true)).cost())
                .isEqualTo("renames 1 files (6 bytes) to quarantine; they take room until they are purged");
    }
}
