package io.github.deltamaint.interop;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.common.DataSize;
import java.nio.file.Path;

/** A process that puts the rows of a table along a curve with so little memory that it has to spill them, to be killed on its way. */
final class SortProcess {
    static final String BEGINS = "begins";

    private SortProcess() {}

    public static void main(String[] arguments) {
        System.out.println(BEGINS);
        sort(Path.of(arguments[0]), Path.of(arguments[1]));
    }

    /** Sorts all rows anew. */
    static void sort(Path table, Path spill) {
        try (MaintenanceContext context = MaintenanceContext.builder()
                .memoryLimit(DataSize.mebibytes(16))
                .spillDirectory(spill)
                .maxConcurrentRewrites(2)
                .build()) {
            DeltaMaintenance.table(table.toString(), context)
                    .optimize()
                    .zOrderBy("a", "b")
                    .full()
                    .targetFileSize(DataSize.mebibytes(2))
                    .execute();
        }
    }
}
