package io.github.deltamaint.cli;

import io.github.deltamaint.LayoutAdvice;
import io.github.deltamaint.TableMaintenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "advise", description = "Shows by which columns rows should be ordered so that queries read few files.")
final class AdviseCommand extends TableCommand {
    private static final int SHOWN = 10;

    @Option(
            names = "--predicates",
            paramLabel = "FILE",
            description =
                    "What is asked: one predicate per line; lines that are empty or begin with -- are passed over."
                            + " Without it, single values of each column are taken.")
    private @Nullable Path predicates;

    AdviseCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        LayoutAdvice advice = maintenance.advise(predicates == null ? List.of() : read(predicates));
        root().print(advice, () -> {
            out().printf(
                            Locale.ROOT,
                            "at present %.1f of %d files are read on average; by %d sampled rows, of about %d files it would be:%n",
                            advice.currentFilesRead(),
                            advice.numFiles(),
                            advice.sampledRows(),
                            advice.targetFiles());
            TextTable text = new TextTable();
            text.row("files read", "ordered by", "why");
            advice.orders().stream()
                    .limit(SHOWN)
                    .forEach(order -> text.row(
                            String.format(Locale.ROOT, "%.1f", order.filesRead()),
                            String.join(", ", order.columns()),
                            order.reason()));
            text.printTo(out());
        });
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("--"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read predicates from " + file, e);
        }
    }
}
