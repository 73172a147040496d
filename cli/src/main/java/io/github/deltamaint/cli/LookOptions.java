package io.github.deltamaint.cli;

import io.github.deltamaint.Engine;
import io.github.deltamaint.FabricCapacity;
import io.github.deltamaint.HealthOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How closely health looks, and for whom; for one table and for all tables of a lakehouse. */
final class LookOptions {
    @Option(
            names = "--direct-lake",
            paramLabel = "CAPACITY",
            description = "Also the limits of Direct Lake on this Fabric capacity: ${COMPLETION-CANDIDATES}.")
    private @Nullable FabricCapacity directLake;

    @Option(
            names = "--deep",
            description =
                    "Also reads the footers of all data files, all commits and all checkpoints: damage, row groups, V-Order.")
    private boolean deep;

    @Option(
            names = "--storage",
            description =
                    "Also lists the table's directories: files to vacuum, files of no version, log files to clean up.")
    private boolean storage;

    @Option(
            names = "--columns",
            paramLabel = "C,…",
            split = ",",
            description = "By which columns queries filter (default: the clustering columns).")
    private String @Nullable [] columns;

    @Option(
            names = "--engines",
            paramLabel = "E,…",
            split = ",",
            description = "Which engines must be able to use the table: ${COMPLETION-CANDIDATES}.")
    private Engine @Nullable [] engines;

    /** Whether any of them is given. */
    boolean areGiven() {
        return directLake != null || deep || storage || columns != null || engines != null;
    }

    HealthOptions toOptions() {
        HealthOptions options = HealthOptions.defaults();
        if (directLake != null) {
            options = options.withDirectLake(directLake);
        }
        if (columns != null) {
            options = options.withColumns(columns);
        }
        if (engines != null) {
            options = options.withEngines(engines);
        }
        if (deep) {
            options = options.withDeep();
        }
        return storage ? options.withStorage() : options;
    }
}
