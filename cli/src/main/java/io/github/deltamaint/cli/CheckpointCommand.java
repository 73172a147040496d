package io.github.deltamaint.cli;

import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.log.CheckpointResult;
import java.util.Locale;
import picocli.CommandLine.Command;

@Command(
        name = "checkpoint",
        description = "Writes the checkpoint of the latest version, so that readers need not go through the commits.")
final class CheckpointCommand extends TableCommand {

    CheckpointCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        CheckpointResult result = maintenance.checkpoint();
        root().print(result, () -> {
            if (result.alreadyExisted()) {
                out().printf(
                                Locale.ROOT,
                                "nothing to do: version %d has a checkpoint of %d files%n",
                                result.version(),
                                result.numOfAddFiles());
            } else {
                out().printf(
                                Locale.ROOT,
                                "version %d: checkpoint of %d files (%s)%n",
                                result.version(),
                                result.numOfAddFiles(),
                                result.size());
            }
        });
    }
}
