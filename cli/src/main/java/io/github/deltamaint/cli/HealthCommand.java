package io.github.deltamaint.cli;

import io.github.deltamaint.Finding;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "health", description = "Says how the table is, and what to do about it.")
final class HealthCommand extends TableCommand {
    /** How many commits the page shows. */
    private static final int HISTORY = 200;

    @Mixin
    private final LookOptions look = new LookOptions();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also writes a page with pictures, which needs nothing else, into this file.")
    private @Nullable Path html;

    HealthCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        TableHealth health = maintenance.health(look.toOptions());
        if (html != null) {
            write(html, health.toHtml(maintenance.history(HISTORY)));
        }
        root().print(health, () -> {
            printFigures(health);
            printFindings(health);
        });
    }

    private static void write(Path file, String page) {
        try {
            Files.writeString(file, page);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot write the page to " + file + ": " + e, e);
        }
    }

    private void printFigures(TableHealth health) {
        TableHealth.Files files = health.files();
        TextTable text = new TextTable();
        text.row("table", health.path());
        text.row("version", health.version());
        text.row(
                "files",
                String.format(
                        Locale.ROOT,
                        "%d (%s): smallest %s, median %s, average %s, largest %s",
                        files.metrics().totalFiles(),
                        files.metrics().totalSize(),
                        files.metrics().min(),
                        files.median(),
                        files.metrics().average(),
                        files.metrics().max()));
        text.row("small files", files.small() + " (" + files.smallSize() + "), target " + health.targetFileSize());
        text.row("rows", files.rows().isPresent() ? files.rows().getAsLong() : "unknown");
        text.row("deleted rows", files.deletedRows() + " in " + files.withDeletionVectors() + " files");
        text.row(
                "partitions",
                health.partitions().count() + " of " + health.partitions().averageSize() + " on average");
        TableHealth.Log log = health.log();
        text.row(
                "log",
                log.commitsSinceCheckpoint() + " commits (" + log.bytesSinceCheckpoint() + ") "
                        + (log.checkpointVersion().isPresent()
                                ? "after the checkpoint of version "
                                        + log.checkpointVersion().getAsLong()
                                : "and no checkpoint"));
        text.row(
                "removed files",
                health.removed().files() + " (" + health.removed().size() + "), "
                        + health.removed().expired() + " of them past the retention");
        printOptional(health, text);
        text.printTo(out());
        out().println();
        printHistogram(health);
    }

    private static void printOptional(TableHealth health, TextTable text) {
        if (health.layout().vOrderWanted().orElse(false)) {
            text.row("without V-Order", health.layout().filesWithoutVOrder() + " files");
        }
        health.layout()
                .rowGroups()
                .ifPresent(groups -> text.row(
                        "row groups",
                        String.format(Locale.ROOT, "%d of %.0f rows on average", groups.count(), groups.avgRows())));
        health.clustering()
                .ifPresent(report -> text.row(
                        "clustering",
                        String.format(
                                Locale.ROOT,
                                "queries for 1 %% of the rows read %.1f of %d files",
                                report.onePercent().files(),
                                report.numFiles())));
        health.storage()
                .ifPresent(stored -> text.row(
                        "to vacuum",
                        stored.expired() + " files (" + stored.expiredSize() + ") of old versions, " + stored.orphans()
                                + " (" + stored.orphanSize() + ") of none; version "
                                + stored.history().firstReadable() + " and later are readable"));
    }

    private void printHistogram(TableHealth health) {
        TextTable text = new TextTable("file size", "files", "bytes");
        long from = 0;
        for (TableHealth.SizeClass range : health.files().histogram()) {
            if (range.files() > 0) {
                text.row(
                        DataSize.ofBytes(from)
                                + range.below().map(below -> " to " + below).orElse(" and more"),
                        range.files(),
                        range.size());
            }
            from = range.below().map(DataSize::bytes).orElse(from);
        }
        text.printTo(out());
        out().println();
    }

    private void printFindings(TableHealth health) {
        if (health.findings().isEmpty()) {
            out().println("the table is well");
        }
        for (Finding finding : health.findings()) {
            out().println(finding.severity() + " "
                    + finding.problem().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + finding.evidence());
            out().println("  " + finding.advice());
            finding.remedy()
                    .ifPresent(remedy -> out().println("  " + remedy.command()
                            + cost("rewrites", remedy.filesToRewrite(), remedy.bytesToRewrite())
                            + cost("deletes", remedy.filesToDelete(), remedy.bytesToDelete())));
        }
    }

    private static String cost(String verb, long files, long bytes) {
        return files == 0 ? "" : "   (" + verb + " " + files + " files, " + DataSize.ofBytes(bytes) + ")";
    }
}
