package io.github.deltamaint.cli;

import io.github.deltamaint.Purge;
import io.github.deltamaint.TableMaintenance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "purge", description = "Takes deleted rows and dropped columns out of the files.")
final class PurgeCommand extends TableCommand {

    @Mixin
    private final RewriteOptions rewrite = new RewriteOptions();

    @Mixin
    private final ChangeOptions change = new ChangeOptions();

    PurgeCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        Purge purge = maintenance.purge().listener(new ProgressBar(root().console()));
        rewrite.configure(purge::where, purge::targetFileSize, purge::verify);
        change.note(purge::userMetadata);
        if (change.isDryRun()) {
            OptimizeCommand.print(root(), purge.plan());
        } else {
            OptimizeCommand.print(root(), purge.execute());
        }
    }
}
