package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TableReader;
import io.github.deltamaint.testsupport.TableRows;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** All judges of the default build at once. */
final class Judges {

    private Judges() {}

    private static Map<String, TableReader> all() {
        Map<String, TableReader> judges = new LinkedHashMap<>();
        judges.put("Delta Kernel", new KernelReader());
        judges.put("DuckDB", new DuckDbReader(DuckDb.shared()));
        judges.put("parquet-java", new ParquetJavaReader());
        return judges;
    }

    /** Fails unless every judge reads exactly these rows. */
    static void assertEveryoneReads(Path table, TableRows expected) {
        all().forEach((name, judge) ->
                assertThat(judge.rows(table).texts()).as("what %s reads", name).isEqualTo(expected.texts()));
    }

    /** Fails unless every statement about every active file is true to the microsecond, and every bound as tight as can be. */
    static void assertStatisticsAreTrue(Path table) {
        StatisticsChecker.Report report =
                StatisticsChecker.check(DuckDb.shared(), NaiveLog.latest(table), StatisticsChecker.Timestamps.EXACT);
        assertThat(report.wrong()).as("wrong statistics").isEmpty();
        assertThat(report.loose()).as("loose statistics").isEmpty();
    }
}
