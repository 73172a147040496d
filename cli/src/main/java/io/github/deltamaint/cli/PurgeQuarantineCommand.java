package io.github.deltamaint.cli;

import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.CancellationToken;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "purge-quarantine", description = "Deletes for good what vacuums moved to quarantine.")
final class PurgeQuarantineCommand extends TableCommand {

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            required = true,
            converter = DurationConverter.class,
            description = "Only runs of before this time, such as 30d.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Duration olderThan;

    PurgeQuarantineCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        Instant before = Instant.now().minus(olderThan);
        QuarantineOutput.print(root(), "deleted", maintenance.quarantine().purge(before, CancellationToken.none()));
    }
}
