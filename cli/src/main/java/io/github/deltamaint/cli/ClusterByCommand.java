package io.github.deltamaint.cli;

import io.github.deltamaint.ClusterBy;
import io.github.deltamaint.TableMaintenance;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "cluster-by", description = "Shows the table's clustering columns, or changes them.")
final class ClusterByCommand extends TableCommand {

    @Option(
            names = "--columns",
            paramLabel = "C,…",
            split = ",",
            description = "The columns to cluster by from now on, at most four.")
    private String @Nullable [] columns;

    @Option(names = "--none", description = "Takes the clustering columns away.")
    private boolean none;

    ClusterByCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        if (columns != null && none) {
            throw new IllegalArgumentException("--columns and --none exclude each other");
        }
        if (columns != null || none) {
            ClusterBy change = maintenance.clusterBy();
            (columns == null ? change.none() : change.columns(columns)).commit();
        }
        List<String> current = maintenance.clusterBy().current();
        root().print(Map.of("clusteringColumns", current), () -> {
            TextTable text = new TextTable();
            text.row("clustering columns", current.isEmpty() ? "none" : String.join(", ", current));
            text.printTo(out());
        });
    }
}
