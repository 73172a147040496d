package io.github.deltamaint.cli;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TestTable;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table that most commands are tried on. */
final class SampleTable {
    private SampleTable() {}

    /** Version 5: two partitions with two files each, one of them with a deletion vector. */
    static TestTable in(Path directory) {
        TestTable table = TestTable.in(directory)
                .feature("deletionVectors")
                .property("owner", "ann")
                .partitionedBy("region")
                .append(rows("West", 0));
        table.append(rows("West", 10)).append(rows(null, 20)).append(rows(null, 30));
        return table.deleteRows(table.files().get(0), 3);
    }

    static Columns rows(@Nullable String region, long first) {
        return rows(region, first, 10);
    }

    private static Columns rows(@Nullable String region, long first, int count) {
        Long[] ids = new Long[count];
        @Nullable String[] regions = new @Nullable String[count];
        for (int i = 0; i < count; i++) {
            ids[i] = first + i;
            regions[i] = region;
        }
        return new Columns().longs("id", ids).strings("region", regions);
    }

    /** Rows of one region, from id 10,000 on. */
    static Columns manyRows(int count) {
        return rows("West", 10_000, count);
    }

    /** The texts of all rows as parquet-java and a naive replay of the log see them. */
    static List<String> judge(Path table) {
        return new ParquetJavaReader().rows(table).texts();
    }
}
