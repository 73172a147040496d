package io.github.deltamaint.cli;

import io.github.deltamaint.AutoCompact;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.DataSize;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "auto-compact",
        description = "Compacts small files after a writer's commit, where the table asks for it and there are enough.")
final class AutoCompactCommand extends TableCommand {

    @Option(
            names = "--since",
            paramLabel = "VERSION",
            description = "Only partitions to which versions after this one have added rows.")
    private @Nullable Long since;

    @Option(
            names = "--min-num-files",
            paramLabel = "N",
            description = "Leave partitions with fewer small files alone (default: 50).")
    private @Nullable Integer minNumFiles;

    @Option(
            names = "--max-file-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "The size that files should have; below half of it they are small (default: delta.targetFileSize,"
                            + " else 128MB).")
    private @Nullable DataSize maxFileSize;

    @Option(names = "--always", description = "Also if the table does not ask for it.")
    private boolean always;

    @Mixin
    private final ChangeOptions change = new ChangeOptions();

    AutoCompactCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        AutoCompact compact = maintenance.autoCompact().listener(new ProgressBar(root().console()));
        if (since != null) {
            compact.since(since);
        }
        if (minNumFiles != null) {
            compact.minNumFiles(minNumFiles);
        }
        if (maxFileSize != null) {
            compact.maxFileSize(maxFileSize);
        }
        if (always) {
            compact.always();
        }
        change.note(compact::userMetadata);
        if (change.isDryRun()) {
            OptimizeCommand.print(root(), compact.plan());
        } else {
            OptimizeCommand.print(root(), compact.execute());
        }
    }
}
