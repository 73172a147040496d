package io.github.deltamaint.internal.health;

import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.Finding;
import io.github.deltamaint.HistoryEntry;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.common.DataSize;
import java.util.List;
import java.util.Locale;

/** The health of a table as an HTML page that needs nothing else: no scripts, no fonts, no network. */
public final class HealthPage {
    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1c2430; --soft: #5d6b7d; --paper: #ffffff; --panel: #f4f6f9; --line: #d9dfe7;
              --before: #9aa9bc; --after: #2f7d5b; --warning: #b26a00; --critical: #b3261e; --info: #3b6ea8; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6ebf2; --soft: #9aa7b8; --paper: #12161c; --panel: #1b212a; --line: #2e3743;
              --before: #66758a; --after: #57b98c; --warning: #e0a04a; --critical: #ef7b73; --info: #7fb0e6; } }
            body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
            h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
            p, figcaption { color: var(--soft); margin: .3rem 0; } figure { margin: 0; }
            table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 500; color: var(--soft); width: 14rem; }
            th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
            .finding { border-left: 4px solid var(--info); background: var(--panel); padding: .6rem .9rem; margin: .6rem 0; }
            .WARNING { border-color: var(--warning); } .CRITICAL { border-color: var(--critical); } .well { border-color: var(--after); }
            code { display: block; margin-top: .3rem; overflow-wrap: anywhere; } svg { width: 100%; height: auto; background: var(--panel); }
            svg text { fill: var(--soft); font: 11px system-ui, sans-serif; } .before { fill: var(--before); } .after { fill: var(--after); }
            .axis { stroke: var(--line); } .cell { fill: var(--critical); } .write { fill: var(--info); } .change { fill: var(--warning); }
            .maintenance { fill: var(--after); } .other { fill: var(--before); } .checkpoint { stroke: var(--after); stroke-dasharray: 3 3; }
            """;

    private final TableHealth health;
    private final List<HistoryEntry> history;
    private final Html page = new Html();

    private HealthPage(TableHealth health, List<HistoryEntry> history) {
        this.health = health;
        this.history = history;
    }

    /** The page. */
    public static String of(TableHealth health, List<HistoryEntry> history) {
        return new HealthPage(health, history).write();
    }

    private String write() {
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .element("title", "Health of " + health.path())
                .raw("\n<style>\n" + STYLE + "</style>\n</head>\n<body>\n");
        page.element("h1", health.path());
        page.raw("<p>version ")
                .figure("/version", health.version(), String.valueOf(health.version()))
                .text(", looked at " + health.checkedAt())
                .raw("</p>\n");
        findings();
        figures();
        HealthPictures pictures = new HealthPictures(page);
        page.element("h2", "File sizes");
        pictures.sizes(health.files().histogram(), health.afterOptimize());
        page.element("h2", "Partitions");
        pictures.partitions(health.partitions());
        health.clustering().ifPresent(report -> {
            page.element("h2", "Clustering");
            clustering(report);
            pictures.depths(report);
        });
        page.element("h2", "The log");
        pictures.timeline(history, health.log());
        return page.raw("</body>\n</html>\n").toString();
    }

    private void findings() {
        page.element("h2", "Findings");
        if (health.findings().isEmpty()) {
            page.raw("<div class=\"finding well\">").text("the table is well").raw("</div>\n");
        }
        for (int i = 0; i < health.findings().size(); i++) {
            Finding finding = health.findings().get(i);
            String at = "/findings/" + i + "/";
            page.raw("<div class=\"finding " + finding.severity() + "\">")
                    .element("strong", words(finding.severity()) + ": " + words(finding.problem()))
                    .raw("<br>")
                    .text(finding.evidence())
                    .raw("<br>")
                    .text(finding.advice());
            finding.remedy().ifPresent(remedy -> remedy(remedy, at + "remedy/"));
            page.raw("</div>\n");
        }
    }

    private void remedy(Finding.Remedy remedy, String at) {
        page.element("code", remedy.command());
        if (remedy.filesToRewrite() > 0) {
            page.text("rewrites ");
            count(at + "filesToRewrite", remedy.filesToRewrite());
            page.text(" files, ");
            size(at + "bytesToRewrite", DataSize.ofBytes(remedy.bytesToRewrite()));
        }
        if (remedy.filesToDelete() > 0) {
            page.text("deletes ");
            count(at + "filesToDelete", remedy.filesToDelete());
            page.text(" files, ");
            size(at + "bytesToDelete", DataSize.ofBytes(remedy.bytesToDelete()));
        }
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void figures() {
        TableHealth.Files files = health.files();
        page.element("h2", "Figures").raw("<table>\n");
        row("files");
        count("/files/metrics/totalFiles", files.metrics().totalFiles());
        page.text(" files, ");
        size("/files/metrics/totalSize", files.metrics().totalSize());
        page.text("; median ");
        size("/files/median", files.median());
        page.text(", largest ");
        size("/files/metrics/max", files.metrics().max());
        row("small files");
        count("/files/small", files.small());
        page.text(" files, ");
        size("/files/smallSize", files.smallSize());
        page.text("; the target is ");
        size("/targetFileSize", health.targetFileSize());
        row("large files");
        count("/files/large", files.large());
        page.text(" files, ");
        size("/files/largeSize", files.largeSize());
        row("rows");
        if (files.rows().isPresent()) {
            count("/files/rows", files.rows().getAsLong());
        } else {
            page.text("unknown: ");
            count("/files/withoutRowCount", files.withoutRowCount());
            page.text(" files do not say");
        }
        row("deleted rows");
        count("/files/deletedRows", files.deletedRows());
        page.text(" in ");
        count("/files/withDeletionVectors", files.withDeletionVectors());
        page.text(" files");
        row("partitions");
        count("/partitions/count", health.partitions().count());
        page.text(" of ");
        size("/partitions/averageSize", health.partitions().averageSize());
        page.text(" on average");
        row("log");
        count("/log/commitsSinceCheckpoint", health.log().commitsSinceCheckpoint());
        page.text(" commits since the newest checkpoint, ");
        size("/log/bytesSinceCheckpoint", health.log().bytesSinceCheckpoint());
        row("removed files");
        count("/removed/files", health.removed().files());
        page.text(" files, ");
        size("/removed/size", health.removed().size());
        page.text("; past the retention ");
        count("/removed/expired", health.removed().expired());
        page.text(", ");
        size("/removed/expiredSize", health.removed().expiredSize());
        row("without V-Order");
        count("/layout/filesWithoutVOrder", health.layout().filesWithoutVOrder());
        page.text(" files, ");
        size("/layout/sizeWithoutVOrder", health.layout().sizeWithoutVOrder());
        stored();
        page.raw("</td></tr>\n</table>\n");
    }

    private void stored() {
        health.storage().ifPresent(stored -> {
            row("to vacuum");
            count("/storage/expired", stored.expired());
            page.text(" files of old versions, ");
            size("/storage/expiredSize", stored.expiredSize());
            page.text("; ");
            count("/storage/orphans", stored.orphans());
            page.text(" that no version names, ");
            size("/storage/orphanSize", stored.orphanSize());
        });
    }

    /** Ends the row before, if there is one: every figure belongs to the row that was begun last. */
    private void row(String name) {
        if (!name.equals("files")) {
            page.raw("</td></tr>\n");
        }
        page.raw("<tr>").element("th", name).raw("<td>");
    }

    private void count(String pointer, long number) {
        page.figure(pointer, number, String.format(Locale.ROOT, "%,d", number));
    }

    private void size(String pointer, DataSize size) {
        page.figure(pointer, size.bytes(), size.toString());
    }

    private void clustering(ClusteringReport report) {
        page.raw(
                "<table>\n<tr><th>column</th><th>files read for a value</th><th>for 1 % of the rows</th><th>for 10 %</th></tr>\n");
        for (int i = 0; i < report.columns().size(); i++) {
            ClusteringReport.Column column = report.columns().get(i);
            String at = "/clustering/columns/" + i + "/";
            page.raw("<tr>").element("td", column.name());
            touched(at + "point/files", column.point());
            touched(at + "onePercent/files", column.onePercent());
            touched(at + "tenPercent/files", column.tenPercent());
            page.raw("</tr>\n");
        }
        page.raw("</table>\n");
    }

    private void touched(String pointer, ClusteringReport.FilesTouched touched) {
        page.raw("<td>")
                .figure(pointer, touched.files(), String.format(Locale.ROOT, "%.1f", touched.files()))
                .raw("</td>");
    }
}
