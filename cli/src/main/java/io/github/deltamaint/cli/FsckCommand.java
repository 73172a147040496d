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

@Command(name = "fsck", description = "Looks for damage in the log, and for files that are missing or damaged.")
final class FsckCommand extends TableCommand {

    @Option(
            names = "--deep",
            description = "Also reads the footer of every data file, all commits and all checkpoints.")
    private boolean deep;

    @Option(
            names = "--repair",
            description =
                    "Repairs what can be repaired: takes missing data files out of the table, whose rows are lost, and mends the log. Without it nothing is changed.")
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
                out().printf(
                                Locale.ROOT,
                                "%d repaired, %d left%n",
                                result.repaired().size(),
                                result.unrepaired().size());
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
                long repairs = report.problems().stream()
                        .filter(problem -> problem.repair().isPresent())
                        .count();
                if (repairs > 0) {
                    out().println("--repair would repair " + repairs + " of them");
                }
                if (report.filesToRemove() > 0) {
                    out().println("--repair would take " + report.filesToRemove() + " files out of the table");
                }
            });
        }
    }

    private void print(FsckReport report) {
        if (report.version() < 0) {
            out().printf(
                            Locale.ROOT,
                            "the latest version cannot be read, %d problems%n",
                            report.problems().size());
        } else {
            out().printf(
                            Locale.ROOT,
                            "version %d: %d files looked at, %d problems%n",
                            report.version(),
                            report.filesChecked(),
                            report.problems().size());
        }
        print(out(), report.problems());
    }

    static void print(PrintWriter out, List<FileProblem> problems) {
        for (FileProblem problem : problems) {
            out.printf(
                    Locale.ROOT,
                    "  %s: %s, %s%s%n",
                    problem.path(),
                    problem.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    problem.detail(),
                    problem.repair().map(repair -> " [" + repair + "]").orElse(""));
        }
    }
}
