package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.LayoutAdvice;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A curve goes together with what else a table of Delta Spark may have: deletion vectors, row tracking, column mapping, fields of structs, any types, an order within row groups. */
class ClusteringInteropTest {
    private static final DataSize TARGET = DataSize.kibibytes(8);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "dv_deletes, false",
        "row_tracking, false",
        "row_tracking_dv, true",
        "cm_id, true",
        "cm_name, false",
        "nested, true",
        "all_types, false",
        "partitioned_by_date, true",
    })
    void everyoneReadsTheRowsThatWereThere(String name, boolean vOrder) {
        Fixture fixture = Fixtures.named(name);
        Path table = fixture.copyTo(directory);
        ParquetJavaReader reader = new ParquetJavaReader();
        List<String> before = reader.rows(table).texts();
        boolean hasIds = fixture.rowIds().isPresent();
        List<String> ids = hasIds ? reader.rowsWithIds(table).texts() : List.of();
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());
        List<String> columns = maintenance.advise(List.of()).columns().stream()
                .map(LayoutAdvice.ColumnFacts::name)
                .toList();
        String first = columns.get(0);
        String last = columns.get(columns.size() - 1);

        OptimizeResult result = maintenance
                .optimize()
                .zOrderBy(first, last)
                .vOrder(vOrder)
                .targetFileSize(TARGET)
                .execute();

        assertThat(result.isNoOp()).isFalse();
        assertThat(reader.rows(table).texts()).isEqualTo(before);
        Judges.assertEveryoneReads(table, reader.rows(table));
        Judges.assertStatisticsAreTrue(table);
        if (hasIds) {
            assertThat(reader.rowsWithIds(table).texts()).isEqualTo(ids);
        }
        assertThat(maintenance
                        .optimize()
                        .zOrderBy(first, last)
                        .vOrder(vOrder)
                        .targetFileSize(TARGET)
                        .execute()
                        .isNoOp())
                .isTrue();
    }
}
