package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.FixtureSource;
import io.github.deltamaint.testsupport.TableReader;
import io.github.deltamaint.testsupport.TestTable;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

class KernelReaderTest extends TableReaderContract {

    private final KernelReader reader = new KernelReader();

    @Override
    TableReader reader() {
        return reader;
    }

    @Override
    Map<String, String> misses() {
        String utc = "refuses timestamps that are not adjusted to UTC";
        String lines = "wants exactly one JSON object per line";
        String partition = "cannot parse the partition value of a timestamp without time zone";
        Map<String, String> misses = new TreeMap<>();
        misses.put("variant", "its Parquet reader has no variant");
        misses.put("delta-rs/http_requests", utc);
        misses.put("delta-rs/issue_1374", utc);
        misses.put("trino/trino410__no_stats_various_types", utc);
        misses.put("kernel-rs/partition_cm__id", lines);
        misses.put("kernel-rs/partition_cm__name", lines);
        misses.put("kernel-rs/partition_cm__none", lines);
        misses.put("derived/log-whitespace-crlf", lines);
        misses.put("derived/log-utf8-bom", lines);
        misses.put("duckdb/null_constraints_lists", lines);
        misses.put("kernel-rs/type-widening", "does not widen an integer to a decimal");
        misses.put("kernel-rs/void-column", "has no void type");
        misses.put("trino/databricks131__timestamp_ntz_partition", partition);
        misses.put("trino/databricks153__type_widening_partition", partition);
        misses.put("trino/databricks73__person_without_old_jsons", "wants the commit of the checkpoint's version");
        misses.put("derived/ckpt-truncated-json-complete", "does not fall back from an unreadable checkpoint");
        misses.put("derived/log-dir-noise", "takes foreign files for the end of the log in time travel");
        misses.put("derived/add-size-wrong", "trusts the size in the log");
        misses.put("derived/paths-unencoded-in-log", "refuses paths that are not encoded");
        misses.put("derived/logcompaction-corrupt", "does not fall back from an unreadable compacted commit");
        misses.put("derived/partition-empty-string-is-null", "takes an empty partition value for an empty string");
        return misses;
    }

    @ParameterizedTest
    @FixtureSource("read")
    void agreesOnTheLatestVersion(Fixture fixture) {
        assertThat(reader.latestVersion(fixture.table()))
                .isEqualTo(fixture.version().orElseThrow());
    }

    @Test
    void readsHandWrittenTablesWithColumnMappingAndRowTracking() {
        for (String mode : new String[] {"name", "id"}) {
            TestTable table = TestTable.in(directory.resolve(mode))
                    .columnMapping(mode)
                    .feature("columnMapping", "rowTracking", "domainMetadata")
                    .partitionedBy("region")
                    .append(Columns.sales(0, 10).strings("region", "a", "b", "a", "b", "a", "b", "a", "b", null, ""));
            table.append(Columns.sales(10, 12).strings("region", "a", null));
            assertThat(reader.rows(table.path()).texts()).isEqualTo(table.rows().texts());
        }
    }
}
