package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.Append;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TableRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Other engines read the rows that we appended: every table of Delta Spark once more with all its rows. */
class AppendInteropTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @FixtureSource("read")
    void deltaKernelReadsEveryRowTwiceAndStatisticsAreTrue(Fixture fixture) throws Exception {
        assumeFalse(fixture.name().equals("variant"), "its rows cannot be read");
        Path copy = fixture.copyTo(directory);
        Set<Path> filesBefore = files(copy);
        List<String> before = new KernelReader().rows(copy).texts();
        assumeTrue(appendOwnRows(copy), "refused by name");
        assertThat(new KernelReader().rows(copy).texts()).isEqualTo(twice(before));
        assertThat(StatisticsChecker.check(
                                DuckDb.shared(), NaiveLog.latest(copy), filesBefore, StatisticsChecker.Timestamps.EXACT)
                        .wrong())
                .isEmpty();
    }

    @ParameterizedTest
    @FixtureSource("read")
    void duckDbReadsEveryRowTwice(Fixture fixture) {
        assumeFalse(fixture.name().equals("variant"), "its rows cannot be read");
        Path copy = fixture.copyTo(directory);
        DuckDbReader reader = new DuckDbReader(DuckDb.shared());
        List<String> before = reader.rows(copy).texts();
        assumeTrue(appendOwnRows(copy), "refused by name");
        assertThat(reader.rows(copy).texts()).isEqualTo(twice(before));
    }

    @Tag("delta-rs")
    @ParameterizedTest
    @FixtureSource("read")
    void deltaRsReadsEveryRowTwice(Fixture fixture) throws Exception {
        assumeFalse(fixture.name().equals("variant"), "its rows cannot be read");
        assumeFalse(
                Set.of("all_types", "int96_timestamps").contains(fixture.name()),
                "delta-rs cannot tell the timestamps of Spark's files (INT96, of the years 1 and 9999) from others, and reads ours right");
        DeltaRs deltaRs = DeltaRs.shared();
        Path copy = fixture.copyTo(directory);
        JsonNode before = deltaRs.rows(copy);
        assumeFalse(
                before.has("error"),
                () -> "delta-rs cannot read it: " + before.path("error").asText());
        assumeTrue(appendOwnRows(copy), "refused by name");
        assertThat(texts(deltaRs.rows(copy))).isEqualTo(twice(texts(before)));
    }

    private static List<String> texts(JsonNode answer) {
        assertThat(answer.path("error").asText()).isEmpty();
        List<String> texts = new ArrayList<>();
        answer.get("rows").forEach(row -> texts.add(row.asText()));
        return texts.stream().sorted().toList();
    }

    @Tag("spark")
    @ParameterizedTest
    @FixtureSource("read")
    void deltaSparkReadsEveryRowTwice(Fixture fixture) throws Exception {
        assumeFalse(fixture.name().equals("variant"), "its rows cannot be read");
        Path copy = fixture.copyTo(directory);
        // Delta Spark has said what was in the table before, as a sum; Delta Kernel is quicker to give the rows of it.
        TableRows before = new KernelReader().rows(copy);
        assertThat(before.contentSha256()).isEqualTo(fixture.contentSha256().orElseThrow());
        assumeTrue(appendOwnRows(copy), "refused by name");
        SparkTable spark = SparkTable.of(copy);
        assertThat(spark.read().texts()).isEqualTo(twice(before.texts()));
        assertThat(spark.wrongStatistics()).isEmpty();
    }

    private static List<String> twice(List<String> rows) {
        return Stream.concat(rows.stream(), rows.stream()).sorted().toList();
    }

    /** Whether it was possible; refusals are tested elsewhere. */
    private static boolean appendOwnRows(Path path) {
        TableMaintenance table = DeltaMaintenance.table(path.toString());
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        try (Append append = table.append()) {
            table.scan().forEach(rows::add);
            rows.forEach(append::row);
            append.commit();
            return true;
        } catch (UnsupportedTableFeatureException e) {
            return false;
        }
    }

    private static Set<Path> files(Path table) throws Exception {
        try (Stream<Path> files = Files.walk(table)) {
            return files.filter(Files::isRegularFile).collect(Collectors.toSet());
        }
    }
}
