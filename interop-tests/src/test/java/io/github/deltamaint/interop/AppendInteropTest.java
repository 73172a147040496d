package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.deltamaint.Append;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.NaiveLog;
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

    @Tag("spark")
    @ParameterizedTest
    @FixtureSource("read")
    void deltaSparkReadsEveryRowTwice(Fixture fixture) {
        assumeFalse(fixture.name().equals("variant"), "its rows cannot be read");
        Path copy = fixture.copyTo(directory);
        SparkTable spark = SparkTable.of(copy);
        List<String> before = spark.read().texts();
        assumeTrue(appendOwnRows(copy), "refused by name");
        assertThat(spark.read().texts()).isEqualTo(twice(before));
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
