package io.github.deltamaint.cli;

import io.github.deltamaint.FileProblem;
import io.github.deltamaint.Fsck;
import io.github.deltamaint.FsckReport;
import io.github.deltamaint.FsckResult;
import io.github.deltamaint.TableMaintenance;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "fsck", description = "Looks for files that the table needs and that are missing or damaged.")
final class FsckCommand extends TableCommand {

    @Option(names = "--deep", description = "Also reads the footer of every data file.")
    private boolean deep;

    @Option(
            names = "--repair",
            description =
                    "Takes missing data files out of the table; their rows are lost. Without it nothing is changed.")
    private boolean repair;

    FsckCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        Fsck fsck = maintenance.fsck();
        if (deep) {
            fsck.deep();
        }
        if (repair) {
            FsckResult result = fsck.execute();
            root().print(result, () -> {
                print(result.report());
                if (!result.versions().isEmpty()) {
                    out().printf(
                                    Locale.ROOT,
                                    "version %d: %d files taken out of the table%n",
                                    result.versions().get(0),
                                    result.numRemovedFiles());
                }
            });
        } else {
            FsckReport report = fsck.plan();
            root().print(report, () -> {
                print(report);
                if (report.filesToRemove() > 0) {
                    out().println("--repair would take " + report.filesToRemove() + " files out of the table");
                }
            });
        }
    }

    private void print(FsckReport report) {
        out().printf(
                        Locale.ROOT,
                        "version %d: %d files looked at, %d problems%n",
                        report.version(),
                        report.filesChecked(),
                        report.problems().size());
        print(out(), report.problems());
    }

    static void print(PrintWriter out, List<FileProblem> problems) {
        for (FileProblem problem : problems) {
            out.printf(
                    Locale.ROOT,
                    "  %s: %s, %s%n",
                    problem.path(),
                    problem.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    problem.detail());
        }
    }
}
