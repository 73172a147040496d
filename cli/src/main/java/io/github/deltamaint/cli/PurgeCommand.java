package io.github.deltamaint.cli;

import io.github.deltamaint.Purge;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.Verification;
import io.github.deltamaint.common.DataSize;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "purge", description = "Takes deleted rows and dropped columns out of the files.")
final class PurgeCommand extends TableCommand {

    @Option(names = "--where", paramLabel = "EXPR", description = "Only partitions that satisfy this predicate.")
    private @Nullable String where;

    @Option(
            names = "--target-file-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Up to which size files that are rewritten are merged (default: delta.targetFileSize, else by the table's size).")
    private @Nullable DataSize targetFileSize;

    @Option(
            names = "--verify",
            paramLabel = "LEVEL",
            description = "What is proved before the commit: ${COMPLETION-CANDIDATES}.")
    private @Nullable Verification verify;

    @Option(names = "--user-metadata", paramLabel = "TEXT", description = "A note for the history of the table.")
    private @Nullable String userMetadata;

    @Option(names = "--dry-run", description = "Shows the plan and changes nothing.")
    private boolean dryRun;

    PurgeCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        Purge purge = maintenance.purge().listener(new ProgressBar(root().console()));
        if (where != null) {
            purge.where(where);
        }
        if (targetFileSize != null) {
            purge.targetFileSize(targetFileSize);
        }
        if (verify != null) {
            purge.verify(verify);
        }
        if (userMetadata != null) {
            purge.userMetadata(userMetadata);
        }
        if (dryRun) {
            OptimizeCommand.print(root(), purge.plan());
        } else {
            OptimizeCommand.print(root(), purge.execute());
        }
    }
}
