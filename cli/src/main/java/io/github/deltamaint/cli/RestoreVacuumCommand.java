package io.github.deltamaint.cli;

import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.CancellationToken;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "restore-vacuum", description = "Puts back what a vacuum moved to quarantine.")
final class RestoreVacuumCommand extends TableCommand {

    @Parameters(index = "1", paramLabel = "RUN", description = "The run, as quarantine lists it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    RestoreVacuumCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        QuarantineOutput.print(root(), "put back", maintenance.quarantine().restore(run, CancellationToken.none()));
    }
}
