package io.github.deltamaint.cli;

import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.VersionComparison;
import io.github.deltamaint.VersionComparison.Side;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "verify", description = "Compares the rows of two versions; fails if they are not the same.")
final class VerifyCommand extends TableCommand {

    @Option(names = "--from", required = true, paramLabel = "N", description = "The version to compare.")
    private long from;

    @Option(names = "--to", required = true, paramLabel = "N", description = "The version to compare it with.")
    private long to;

    VerifyCommand(DmCommand root) {
        super(root);
    }

    @Override
    int runFor(TableMaintenance maintenance) {
        VersionComparison comparison = maintenance.verify(from, to);
        root().print(comparison, () -> printText(comparison));
        return comparison.sameRows() ? ExitCode.DONE : ExitCode.FAILED;
    }

    @Override
    void run(TableMaintenance maintenance) {
        runFor(maintenance);
    }

    private void printText(VersionComparison comparison) {
        out().println(
                        comparison.sameRows()
                                ? "versions " + from + " and " + to + " have the same rows"
                                : "versions " + from + " and " + to + " do NOT have the same rows");
        comparison.differences().forEach(difference -> out().println("  " + difference));
        print(comparison.from());
        print(comparison.to());
        out().println("files in both: " + comparison.filesInBoth());
    }

    private void print(Side side) {
        out().println("only in version " + side.version() + ": " + side.files() + " files, " + side.rows()
                + " rows, digest " + side.digest());
    }
}
