package io.github.deltamaint.cli;

import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.vacuum.QuarantineRun;
import java.util.List;
import picocli.CommandLine.Command;

@Command(name = "quarantine", description = "Shows what vacuums have moved aside.")
final class QuarantineCommand extends TableCommand {

    QuarantineCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        List<QuarantineRun> runs = maintenance.quarantine().runs();
        root().print(runs, () -> {
            TextTable text = new TextTable("run", "created", "version", "files", "size");
            runs.forEach(run -> text.row(run.run(), run.created(), run.readVersion(), run.files(), run.size()));
            text.printTo(out());
        });
    }
}
