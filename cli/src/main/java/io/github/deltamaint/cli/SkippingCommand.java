package io.github.deltamaint.cli;

import io.github.deltamaint.SkippingReport;
import io.github.deltamaint.SkippingReport.Part;
import io.github.deltamaint.TableMaintenance;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "skipping",
        description = "Shows what readers have to read for a predicate, and what they can skip by statistics.")
final class SkippingCommand extends TableCommand {

    @Option(names = "--where", paramLabel = "EXPR", required = true, description = "The predicate, over any columns.")
    private String where = "";

    SkippingCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        SkippingReport report = maintenance.skipping(where);
        root().print(report, () -> {
            TextTable text = new TextTable();
            text.row("", "all", "to read", "skipped");
            add(text, "files", report.files());
            add(text, "row groups of these", report.rowGroups());
            add(text, "pages of these", report.pages());
            add(text, "rows", report.rows());
            add(text, "bytes", report.bytes());
            text.printTo(out());
        });
    }

    private static void add(TextTable text, String name, Part part) {
        text.row(name, part.all(), part.read(), String.format(Locale.ROOT, "%.1f %%", 100 * part.skipped()));
    }
}
