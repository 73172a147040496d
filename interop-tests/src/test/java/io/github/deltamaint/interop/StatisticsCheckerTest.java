package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.interop.StatisticsChecker.Timestamps;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsCheckerTest {

    private final DuckDb duckDb = DuckDb.shared();

    @TempDir
    Path directory;

    @ParameterizedTest
    @FixtureSource("read")
    void whatDeltaSparkStatesIsTrueButForTheLastMicroseconds(Fixture fixture) {
        StatisticsChecker.Report report =
                StatisticsChecker.check(duckDb, NaiveLog.latest(fixture.table()), Timestamps.CUT_TO_MILLIS);
        assertThat(report.wrong()).isEmpty();
    }

    @Test
    void deltaSparkCutsTheMaximumOfTimestamps() {
        for (String name : List.of("all_types", "timestamp_ntz")) {
            StatisticsChecker.Report report = StatisticsChecker.check(
                    duckDb, NaiveLog.latest(Fixtures.named(name).table()), Timestamps.EXACT);
            assertThat(report.wrong()).isNotEmpty().allMatch(line -> line.contains(": max of "));
        }
    }

    @Test
    void comparesEveryBoundOfTheSalesTable() {
        TestTable table = TestTable.in(directory).append(Columns.sales(0, 100)).append(Columns.sales(100, 150));
        StatisticsChecker.Report report =
                StatisticsChecker.check(duckDb, NaiveLog.latest(table.path()), Timestamps.EXACT);
        assertThat(report).isEqualTo(new StatisticsChecker.Report(List.of(), List.of(), 2 * 7 * 2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\\\"numRecords\\\":4 | \\\"numRecords\\\":5 | numRecords is 5, the file has 4",
                "\\\"i\\\":-3 | \\\"i\\\":-2 | min of i is -2, real is -3",
                "\\\"i\\\":7 | \\\"i\\\":6 | max of i is 6, real is 7",
                "\\\"i\\\":1} | \\\"i\\\":0} | nullCount of i is 0, real are 1",
                "\\\"s\\\":\\\"zz\\\" | \\\"s\\\":\\\"zy\\\" | max of s is \"zy\", real is zz",
                "\\\"NaN\\\" | 1.5 | max of d is 1.5, real is NaN",
                "00:00:00.001Z | 00:00:00.000Z | max of t is \"2024-01-01T00:00:00.000Z\"",
            })
    void noticesEveryKindOfLie(String truth, String lie, String complaint) throws Exception {
        TestTable table = lyingTable(truth, lie);
        StatisticsChecker.Report report =
                StatisticsChecker.check(duckDb, NaiveLog.latest(table.path()), Timestamps.EXACT);
        assertThat(report.wrong()).singleElement().asString().contains(complaint);
    }

    @Test
    void tellsLooseBoundsFromWrongOnes() throws Exception {
        TestTable table = lyingTable("\\\"i\\\":7", "\\\"i\\\":70");
        StatisticsChecker.Report report =
                StatisticsChecker.check(duckDb, NaiveLog.latest(table.path()), Timestamps.EXACT);
        assertThat(report.wrong()).isEmpty();
        assertThat(report.loose()).singleElement().asString().endsWith("max of i is 70, real is 7");
    }

    private TestTable lyingTable(String truth, String lie) throws Exception {
        TestTable table = TestTable.in(directory)
                .append(new Columns()
                        .strings("s", "a", null, "zz", "z")
                        .column(
                                "n",
                                ValueType.struct("x", ValueType.Primitive.LONG),
                                Arrays.asList(List.of(1), null, null, null))
                        .doubles("d", Double.NaN, 1.5, -0.0, null)
                        .timestamps("t", Instant.parse("2024-01-01T00:00:00.000001Z"), null, null, null)
                        .ints("i", null, 7, -3, 0));
        String text = Files.readString(table.commitFile(1));
        assertThat(text).contains(truth);
        Files.writeString(table.commitFile(1), text.replace(truth, lie));
        return table;
    }
}
