package io.github.deltamaint.cli;

import io.github.deltamaint.Scan;
import io.github.deltamaint.TableMaintenance;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "scan",
        description = "Prints rows, each as a JSON object on a line of its own.",
        mixinStandardHelpOptions = true)
final class ScanCommand extends TableCommand {

    @Option(names = "--version", paramLabel = "N", description = "The version to read (default: the latest).")
    private @Nullable Long version;

    @Option(names = "--where", paramLabel = "EXPR", description = "Only partitions that satisfy this predicate.")
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
        scan.forEach(row -> out().println(RowJson.toJson(row)));
        out().flush();
    }
}
