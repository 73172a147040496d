package io.github.deltamaint.cli;

import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.log.Pin;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "pin", description = "Keeps a version readable, whatever its age; without options lists the pins.")
final class PinCommand extends TableCommand {

    @Option(names = "--version", paramLabel = "N", description = "The version to keep.")
    private @Nullable Long version;

    @Option(names = "--owner", paramLabel = "NAME", description = "Who needs it.")
    private @Nullable String owner;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "When the pin expires, such as 2027-01-31T00:00:00Z (default: never).")
    private @Nullable OffsetDateTime until;

    PinCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        if ((version == null) != (owner == null) || (version == null && until != null)) {
            throw new IllegalArgumentException("--version and --owner belong together");
        }
        if (version != null && owner != null) {
            maintenance.pin(version, owner, Optional.ofNullable(until).map(OffsetDateTime::toInstant));
        }
        List<Pin> pins = maintenance.pins();
        root().print(pins, () -> {
            TextTable text = new TextTable("version", "owner", "created", "until");
            for (Pin pin : pins) {
                text.row(
                        pin.version(),
                        pin.owner(),
                        pin.created(),
                        pin.until().map(Instant::toString).orElse(""));
            }
            text.printTo(out());
        });
    }
}
