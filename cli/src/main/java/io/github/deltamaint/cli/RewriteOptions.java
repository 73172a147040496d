package io.github.deltamaint.cli;

import io.github.deltamaint.Verification;
import io.github.deltamaint.common.DataSize;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all commands have that rewrite files which the user chooses. */
final class RewriteOptions {

    @Option(names = "--where", paramLabel = "EXPR", description = "Only partitions that satisfy this predicate.")
    private @Nullable String where;

    @Option(
            names = "--target-file-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "The size that new files should have, such as 128MB (default: delta.targetFileSize, else by the"
                            + " table's size).")
    private @Nullable DataSize targetFileSize;

    @Option(
            names = "--verify",
            paramLabel = "LEVEL",
            description = "What is proved before the commit: ${COMPLETION-CANDIDATES}.")
    private @Nullable Verification verify;

    /** Hands on what the user gave. */
    void configure(Consumer<String> filter, Consumer<DataSize> size, Consumer<Verification> verification) {
        if (where != null) {
            filter.accept(where);
        }
        if (targetFileSize != null) {
            size.accept(targetFileSize);
        }
        if (verify != null) {
            verification.accept(verify);
        }
    }
}
