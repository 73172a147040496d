package io.github.deltamaint.cli;

import io.github.deltamaint.cli.demo.Demo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "demo",
        description = "Makes a fragmented sales table, compacts it, and shows what that changes.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    private final DmCommand root;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DIR",
            description = "Where the table goes; must be empty or not exist (default: a new temporary directory).")
    private @Nullable Path directory;

    @Option(names = "--rows", paramLabel = "N", description = "How many rows (default: ${DEFAULT-VALUE}).")
    private long rows = 1_000_000;

    @Option(
            names = "--zorder",
            description =
                    "Puts the rows along a Z-order curve as well, and shows how many files queries read before and after.")
    private boolean zOrder;

    DemoCommand(DmCommand root) {
        this.root = root;
    }

    @Override
    public Integer call() throws IOException {
        if (rows < 1) {
            throw new IllegalArgumentException("--rows must be positive but was " + rows);
        }
        Path place = directory == null
                ? Files.createTempDirectory("delta-maintenance-demo").resolve("sales")
                : directory;
        Demo demo = new Demo(place, rows);
        say("creating a sales table of %,d rows in 200 files at %s", rows, place);
        demo.createTable();
        say("compacting it");
        Demo.Report report = demo.optimize(new ProgressBar(root.console()));
        if (!zOrder) {
            root.print(report, () -> print(report));
            return report.sameRows() ? ExitCode.DONE : ExitCode.FAILED;
        }
        say("putting its rows along a curve");
        Demo.ZOrder ordered = demo.zOrder(report, new ProgressBar(root.console()));
        root.print(new Both(report, ordered), () -> {
            print(report);
            print(report, ordered);
        });
        return report.sameRows() && ordered.sameRows() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private record Both(Demo.Report compacted, Demo.ZOrder zOrder) {}

    private void print(Demo.Report report, Demo.ZOrder ordered) {
        say("");
        say("in the order of %s:", String.join(", ", ordered.columns()));
        TextTable text = new TextTable("", "before", "after");
        text.row("files", report.after().files(), ordered.after().files());
        text.row("size", report.after().size(), ordered.after().size());
        text.row(
                "query: files read",
                report.after().queryFilesRead(),
                ordered.after().queryFilesRead());
        text.row(
                "query: bytes read",
                report.after().queryBytesRead(),
                ordered.after().queryBytesRead());
        text.row("query: time", millis(report.after()), millis(ordered.after()));
        text.printTo(root.console().outWriter());
        ordered.optimize()
                .clustering()
                .ifPresent(change -> ClusteringText.print(root.console().outWriter(), change));
        say(ordered.sameRows() ? "all rows are the same before and after" : "THE ROWS DIFFER: please report this");
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private void say(String format, Object... arguments) {
        if (!root.wantsJson()) {
            root.console().outWriter().println(String.format(Locale.ROOT, format, arguments));
            root.console().outWriter().flush();
        }
    }

    private void print(Demo.Report report) {
        Demo.Side before = report.before();
        Demo.Side after = report.after();
        TextTable text = new TextTable("", "before", "after");
        text.row("version", before.version(), after.version());
        text.row("files", before.files(), after.files());
        text.row("size", before.size(), after.size());
        text.row("average file size", before.averageFileSize(), after.averageFileSize());
        text.row("query: files read", before.queryFilesRead(), after.queryFilesRead());
        text.row("query: bytes read", before.queryBytesRead(), after.queryBytesRead());
        text.row("query: time", millis(before), millis(after));
        text.row("digest of all rows", before.digest(), after.digest());
        text.printTo(root.console().outWriter());
        say(
                "revenue with electronics in the Northeast, June to August 2024: %,.2f in %,d rows",
                report.queryRevenue(), report.queryRows());
        say(report.sameRows() ? "all rows are the same before and after" : "THE ROWS DIFFER: please report this");
        say("look around: ./dm history %1$s, ./dm detail %1$s, ./dm scan %1$s --limit 5", report.table());
    }

    private static String millis(Demo.Side side) {
        return side.queryTime().toMillis() + " ms";
    }
}
