package io.github.deltamaint.cli;

import io.github.deltamaint.Scan;
import io.github.deltamaint.TableMaintenance;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "scan", description = "Prints rows, each as a JSON object on a line of its own.")
final class ScanCommand extends TableCommand {

    @Option(names = "--version", paramLabel = "N", description = "The version to read (default: the latest).")
    private @Nullable Long version;

    @Option(names = "--where", paramLabel = "EXPR", description = "Only rows that satisfy this predicate.")
    private @Nullable String where;

    @Option(names = "--columns", paramLabel = "C", split = ",", description = "Only these columns.")
    private @Nullable List<String> columns;

    @Option(names = "--limit", paramLabel = "N", description = "At most this many rows.")
    private @Nullable Long limit;

    ScanCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        Scan scan = maintenance.scan();
        if (version != null) {
            scan.version(version);
        }
        if (where != null) {
            scan.where(where);
        }
        if (columns != null) {
            scan.columns(columns.toArray(String[]::new));
        }
        if (limit != null) {
            scan.limit(limit);
        }
        Lines lines = new Lines();
        try {
            scan.forEach(lines::print);
        } catch (OutputClosed e) {
            return; // said at the end, as for every command
        }
        out().flush();
    }

    /** Prints rows, and stops the scan when nobody takes them any more. */
    private final class Lines {
        private static final int ROWS_BETWEEN_CHECKS = 1000;

        private int rows;

        void print(Map<String, @Nullable Object> row) {
            out().println(RowJson.toJson(row));
            if (++rows % ROWS_BETWEEN_CHECKS == 0 && out().checkError()) {
                throw new OutputClosed();
            }
        }
    }

    private static final class OutputClosed extends RuntimeException {}
}
