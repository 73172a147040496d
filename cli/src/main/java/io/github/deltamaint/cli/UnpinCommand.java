package io.github.deltamaint.cli;

import io.github.deltamaint.TableMaintenance;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "unpin", description = "Takes a pin away.")
final class UnpinCommand extends TableCommand {

    @Option(names = "--version", paramLabel = "N", required = true, description = "The version that is pinned.")
    private long version;

    @Option(names = "--owner", paramLabel = "NAME", required = true, description = "Who pinned it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String owner;

    UnpinCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        boolean removed = maintenance.unpin(version, owner);
        root().print(
                        Map.of("removed", removed),
                        () -> out().println(removed ? "the pin is gone" : "there was no such pin"));
    }
}
