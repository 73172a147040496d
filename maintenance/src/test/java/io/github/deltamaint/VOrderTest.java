package io.github.deltamaint;

import static io.github.deltamaint.Tables.activeFiles;
import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.common.DataSize.ofBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.parquet.LayoutMarks;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.RowGroupLayout.Decision;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The V-Order-style layout from the call to the files, judged by parquet-java and a naive replay of the log. */
class VOrderTest {
    private static final int FILE_ROWS = 4_000;

    @TempDir
    Path directory;

    private TestTable table(Map<String, String> properties) {
        TestTable.Builder builder = TestTable.in(directory);
        properties.forEach(builder::property);
        return builder.append(categories(1)).append(categories(2)).append(categories(3));
    }

    /** Rows that some order makes much smaller. */
    private static Columns categories(long seed) {
        Random random = new Random(seed);
        Long[] stores = new Long[FILE_ROWS];
        Long[] products = new Long[FILE_ROWS];
        String[] regions = new String[FILE_ROWS];
        for (int i = 0; i < FILE_ROWS; i++) {
            stores[i] = (long) random.nextInt(20);
            products[i] = (long) random.nextInt(30);
            regions[i] = "region " + stores[i] % 4;
        }
        return new Columns().longs("store", stores).strings("region", regions).longs("product", products);
    }

    private List<NaiveFile> files() {
        return NaiveLog.latest(directory).files();
    }

    private static ParquetMetadata footer(NaiveFile file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file.file()))) {
            return reader.getFooter();
        }
    }

    private static Map<String, String> keyValues(NaiveFile file) throws IOException {
        return footer(file).getFileMetaData().getKeyValueMetaData();
    }

    @Test
    void bringsRowsIntoASmallerOrderAndTellsSo() throws IOException {
        TestTable table = table(Map.of());
        long plain = maintain(table).optimize().plan().tasks().size();
        OptimizePlan plan = maintain(table).optimize().vOrder().plan();

        assertThat(plain).isEqualTo(1);
        assertThat(plan.vOrder()).isTrue();
        assertThat(plan.profile()).hasValue(LayoutProfile.SCAN);
        OptimizeResult result = plan.execute();

        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(result.layouts()).singleElement().satisfies(file -> {
            assertThat(activeFiles(directory)).containsExactly(file.path());
            assertThat(file.rowGroups()).singleElement().satisfies(group -> {
                assertThat(group.decision()).isEqualTo(Decision.SORTED_SMALLER);
                assertThat(group.orderedBy()).isNotEmpty();
                assertThat(group.columns()).hasSize(3);
                assertThat(group.bytes())
                        .isLessThan(group.estimatedBytesAsRead().orElseThrow());
            });
        });
        NaiveFile file = files().get(0);
        assertThat(keyValues(file))
                .containsEntry("deltamaint.layout.order", "automatic")
                .containsEntry("deltamaint.layout.profile", "SCAN")
                .containsKey("deltamaint.layout.columns")
                .noneSatisfy((key, value) -> assertThat(key).contains("vorder"));
        assertThat(file.add().get("tags").get("deltamaint.layout.order").asText())
                .isEqualTo("automatic");
        assertThat(file.add().get("tags").has("VORDER")).isFalse();
    }

    @Test
    void aSecondRunFindsNothingToDoUnlessAllIsAskedFor() {
        TestTable table = table(Map.of());
        maintain(table).optimize().vOrder().execute();

        OptimizePlan again = maintain(table).optimize().vOrder().plan();
        assertThat(again.isEmpty()).isTrue();
        assertThat(again.execute().isNoOp()).isTrue();
        assertThat(maintain(table).optimize().plan().isEmpty()).isTrue();

        OptimizeResult full = maintain(table).optimize().vOrder().full().execute();
        assertThat(full.numTasks()).isEqualTo(1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void filesOfTheRightSizeAreRewrittenForTheirLayout() {
        TestTable table = table(Map.of());
        Optimize optimize = maintain(table).optimize().minFileSize(ofBytes(1)).vOrder();

        OptimizePlan plan = optimize.plan();
        assertThat(plan.tasks()).allSatisfy(task -> assertThat(task.reasons()).contains(Reason.LAYOUT));
        plan.execute();

        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(optimize.plan().isEmpty()).isTrue();
        assertThat(maintain(table).optimize().minFileSize(ofBytes(1)).plan().isEmpty())
                .isTrue();
    }

    @Test
    void theTableMayAskForItAndTheCallMayDecline() {
        for (String key : List.of("delta.parquet.vorder.enabled", "delta.parquet.vorder.default")) {
            TestTable table =
                    TestTable.in(directory.resolve(key)).property(key, "true").append(categories(0));

            assertThat(maintain(table).optimize().vOrder(false).plan().isEmpty())
                    .isTrue();
            OptimizePlan plan = maintain(table).optimize().plan();
            assertThat(plan.vOrder()).isTrue();
            assertThat(plan.execute().layouts()).hasSize(1);
            assertThat(maintain(table).optimize().plan().isEmpty()).isTrue();
        }
    }

    @Test
    void whatMicrosoftsVOrderMarksIsLeftAloneAndLosesTheMarkWhenRewritten() {
        TestTable table = table(Map.of());
        for (TestFile file : table.files()) {
            ObjectNode add = file.add().deepCopy();
            add.putObject("tags").put("VORDER", "true");
            table.commitRaw("{\"add\":" + add + "}");
        }
        Optimize optimize = maintain(table).optimize().minFileSize(ofBytes(1)).vOrder();
        assertThat(optimize.plan().isEmpty()).isTrue();

        OptimizePlan plan = optimize.full().plan();
        assertThat(plan.tasks()).allSatisfy(task -> assertThat(task.reasons()).contains(Reason.FULL));
        plan.execute();
        for (NaiveFile file : files()) {
            assertThat(file.add().get("tags").has("VORDER")).isFalse();
        }
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void theFooterIsBelievedWhereTagsWereLost() throws IOException {
        TestTable table = table(Map.of());
        maintain(table).optimize().vOrder().execute();
        JsonNode add = files().get(0).add().deepCopy();
        ((ObjectNode) add).remove("tags");
        Files.writeString(table.commitFile(table.version() + 2), "{\"add\":" + add + "}\n");

        assertThat(maintain(table).optimize().vOrder().plan().isEmpty()).isTrue();
    }

    @Test
    void profilesDecideHowFilesAreWritten() throws IOException {
        Map<LayoutProfile, String> codecs =
                Map.of(LayoutProfile.DIRECT_LAKE, "SNAPPY", LayoutProfile.SCAN, "ZSTD", LayoutProfile.COMPAT, "SNAPPY");
        for (LayoutProfile profile : LayoutProfile.values()) {
            TestTable table = TestTable.in(directory.resolve(profile.name())).append(categories(0));
            maintain(table).optimize().vOrder().profile(profile).execute();

            NaiveFile file = NaiveLog.latest(table.path()).files().get(0);
            footer(file).getBlocks().get(0).getColumns().forEach(column -> {
                assertThat(column.getCodec().name()).isEqualTo(codecs.get(profile));
                if (profile == LayoutProfile.DIRECT_LAKE) {
                    assertThat(column.getEncodingStats().hasNonDictionaryEncodedPages())
                            .as(column.getPath().toDotString())
                            .isFalse();
                }
            });
            assertThat(keyValues(file)).containsEntry(LayoutMarks.PROFILE, profile.name());
            assertThat(maintain(table)
                            .optimize()
                            .vOrder()
                            .profile(profile)
                            .plan()
                            .isEmpty())
                    .isTrue();
        }
    }

    @Test
    void theTablesCodecCountsMoreThanTheProfiles() throws IOException {
        TestTable table = table(Map.of("delta.parquet.compression.codec", "gzip"));
        maintain(table).optimize().vOrder().execute();

        assertThat(footer(files().get(0))
                        .getBlocks()
                        .get(0)
                        .getColumns()
                        .get(0)
                        .getCodec()
                        .name())
                .isEqualTo("GZIP");
    }

    @Test
    void allOfATableIsOnlyRewrittenForALayout() {
        TestTable table = table(Map.of());
        assertThatThrownBy(() -> maintain(table).optimize().full().plan())
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("none is asked for");
        assertThat(maintain(table)
                        .optimize()
                        .profile(LayoutProfile.COMPAT)
                        .full()
                        .plan()
                        .tasks())
                .hasSize(1);
    }

    @Test
    void alongACurveFilesGetTheSameRowsAndBecomeSmaller() {
        List<Map<String, String>> statistics = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        for (boolean vOrder : List.of(false, true)) {
            TestTable table = TestTable.in(directory.resolve("table-" + vOrder)).append(categories(1));
            table.append(categories(2)).append(categories(3));
            Optimize optimize = maintain(table)
                    .optimize()
                    .zOrderBy("store", "product")
                    .targetFileSize(ofBytes(5_000))
                    .profile(LayoutProfile.SCAN)
                    .vOrder(vOrder);
            OptimizeResult result = optimize.execute();
            assertThat(judge(table.path())).isEqualTo(table.rows().texts());
            assertThat(result.contentDigest()).isPresent();
            if (vOrder) {
                assertThat(result.layouts())
                        .flatExtracting(NewFileLayout::rowGroups)
                        .anySatisfy(group -> assertThat(group.decision()).isEqualTo(Decision.SORTED_SMALLER));
                assertThat(optimize.plan().isEmpty()).isTrue();
            }
            Map<String, String> bounds = new TreeMap<>();
            long size = 0;
            for (NaiveFile file : NaiveLog.latest(table.path()).files()) {
                bounds.merge(file.add().get("stats").asText(), "1", String::concat);
                size += file.add().get("size").asLong();
            }
            statistics.add(bounds);
            sizes.add(size);
        }
        assertThat(statistics.get(0)).hasSizeGreaterThan(3);
        assertThat(statistics.get(1)).isEqualTo(statistics.get(0));
        assertThat(sizes.get(1)).isLessThan(sizes.get(0));
    }

    @Test
    void whatLiesAlongACurveIsRewrittenForItsLayoutIfTheTableAsksForIt() {
        TestTable table = table(Map.of("delta.parquet.vorder.enabled", "true"));
        maintain(table).optimize().zOrderBy("store", "product").vOrder(false).execute();
        Optimize optimize = maintain(table).optimize().zOrderBy("store", "product");

        OptimizePlan plan = optimize.plan();
        assertThat(plan.vOrder()).isTrue();
        assertThat(plan.tasks()).allSatisfy(task -> assertThat(task.reasons()).contains(Reason.LAYOUT));
        plan.execute();

        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(optimize.plan().isEmpty()).isTrue();
        assertThat(optimize.vOrder(false).plan().isEmpty()).isTrue();
    }

    @Test
    void deletedRowsStayDeleted() {
        TestTable table = TestTable.in(directory).feature("deletionVectors").append(categories(0));
        table.deleteRows(table.files().get(0), 0, 17, 3999);

        OptimizeResult result = maintain(table).optimize().vOrder().execute();

        assertThat(result.numDeletedRowsPurged()).isEqualTo(3);
        assertThat(result.layouts().get(0).rowGroups())
                .extracting(RowGroupLayout::rows)
                .containsExactly(3997L);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }
}
