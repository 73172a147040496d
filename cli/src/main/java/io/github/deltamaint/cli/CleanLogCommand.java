package io.github.deltamaint.cli;

import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.log.LogCleanupPlan;
import io.github.deltamaint.log.LogCleanupResult;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "clean-log",
        description = "Deletes commits and checkpoints that no version inside delta.logRetentionDuration needs.")
final class CleanLogCommand extends TableCommand {

    @Option(names = "--dry-run", description = "Shows the plan and changes nothing.")
    private boolean dryRun;

    CleanLogCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        if (dryRun) {
            print(maintenance.cleanUpLog().plan());
        } else {
            print(maintenance.cleanUpLog().execute());
        }
    }

    private void print(LogCleanupPlan plan) {
        root().print(plan, () -> {
            plan.files().forEach(file -> out().println("  delete " + file));
            out().println(plan.nothingToDo()
                    .map(reason -> "nothing to do: " + reason)
                    .orElseGet(() -> plan.files().size() + " files (" + plan.size() + ") would go; version "
                            + plan.firstKeptVersion().getAsLong() + " and later stay readable"));
        });
    }

    private void print(LogCleanupResult result) {
        root().print(result, () -> {
            if (result.firstKeptVersion().isEmpty()) {
                out().println("nothing to do");
                return;
            }
            out().printf(
                            Locale.ROOT,
                            "%d files deleted; version %d and later stay readable%n",
                            result.deletedFiles(),
                            result.firstKeptVersion().getAsLong());
            result.failedFiles().forEach(file -> out().println("  cannot be deleted: " + file));
        });
    }
}
