package io.github.deltamaint.cli;

import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.TableMaintenance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "clustering",
        description =
                "Shows how many files queries for values of some columns have to read, by the statistics of the files.")
final class ClusteringCommand extends TableCommand {

    @Option(names = "--columns", paramLabel = "C,…", split = ",", required = true, description = "The columns.")
    private String[] columns = {};

    ClusteringCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        ClusteringReport report = maintenance.clustering(columns);
        root().print(report, () -> ClusteringText.print(out(), report));
    }
}
