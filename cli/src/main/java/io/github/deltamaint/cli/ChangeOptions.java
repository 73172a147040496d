package io.github.deltamaint.cli;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all commands have that change a table by a plan. */
final class ChangeOptions {

    @Option(names = "--user-metadata", paramLabel = "TEXT", description = "A note for the history of the table.")
    private @Nullable String userMetadata;

    @Option(names = "--dry-run", description = "Shows the plan and changes nothing.")
    private boolean dryRun;

    /** Hands on the note, if there is one. */
    void note(Consumer<String> change) {
        if (userMetadata != null) {
            change.accept(userMetadata);
        }
    }

    boolean isDryRun() {
        return dryRun;
    }
}
