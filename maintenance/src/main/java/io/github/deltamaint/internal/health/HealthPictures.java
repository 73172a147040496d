package io.github.deltamaint.internal.health;

import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.HistoryEntry;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.TableHealth.Partition;
import io.github.deltamaint.TableHealth.SizeClass;
import io.github.deltamaint.common.DataSize;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The pictures of a {@link HealthPage}, as SVG within it. */
final class HealthPictures {
    private static final int WIDTH = 960;
    private static final int BARS = 200;
    private static final int CELLS_PER_ROW = 20;
    private static final List<String> LANES = List.of("write", "change", "maintenance", "other");

    private final Html page;

    HealthPictures(Html page) {
        this.page = page;
    }

    /** How many files have which size, and would have after an OPTIMIZE. */
    void sizes(List<SizeClass> before, Optional<List<SizeClass>> after) {
        long most = Math.max(most(before), after.map(HealthPictures::most).orElse(0L));
        begin(BARS + 50, "Files by size");
        double step = (double) WIDTH / before.size();
        for (int i = 0; i < before.size(); i++) {
            bar(
                    "before",
                    "/files/histogram/" + i + "/files",
                    before.get(i).files(),
                    most,
                    i * step + step * 0.12,
                    step * 0.36);
            if (after.isPresent()) {
                bar(
                        "after",
                        "/afterOptimize/" + i + "/files",
                        after.get().get(i).files(),
                        most,
                        i * step + step * 0.52,
                        step * 0.36);
            }
            label(i * step + step / 2, BARS + 40, range(before, i));
        }
        end();
        caption("Number of files by size: now (grey)"
                + (after.isPresent() ? ", and after an OPTIMIZE as predicted (green)." : "."));
    }

    private static long most(List<SizeClass> classes) {
        return classes.stream().mapToLong(SizeClass::files).max().orElse(0);
    }

    private static String range(List<SizeClass> classes, int index) {
        Optional<DataSize> below = classes.get(index).below();
        return below.map(size -> "< " + size)
                .orElseGet(() -> "≥ " + classes.get(index - 1).below().orElse(DataSize.ZERO));
    }

    /** The higher ones get a square root, or a single file would be nothing beside thousands. */
    private void bar(String style, String pointer, long value, long most, double x, double width) {
        double height = most == 0 ? 0 : Math.sqrt((double) value / most) * (BARS - 20);
        page.raw(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" data-field=\"%s\" data-value=\"%d\"><title>%d files</title></rect>\n",
                style,
                x,
                BARS - height + 10,
                width,
                height,
                pointer,
                value,
                value));
        if (value > 0) {
            label(x + width / 2, BARS - height + 6, String.valueOf(value));
        }
    }

    /** The partitions with the most small files. */
    void partitions(TableHealth.Partitions partitions) {
        List<Partition> worst = partitions.worst();
        if (partitions.columns().isEmpty() || worst.isEmpty()) {
            caption("The table has no partitions.");
            return;
        }
        long most = Math.max(1, worst.stream().mapToLong(Partition::files).max().orElse(1));
        int side = WIDTH / CELLS_PER_ROW;
        begin((worst.size() + CELLS_PER_ROW - 1) / CELLS_PER_ROW * side, "Partitions");
        for (int i = 0; i < worst.size(); i++) {
            Partition partition = worst.get(i);
            page.raw(String.format(
                            Locale.ROOT,
                            "<rect class=\"cell\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill-opacity=\"%.2f\" data-field=\"/partitions/worst/%d/files\" data-value=\"%d\"><title>",
                            i % CELLS_PER_ROW * side + 2,
                            i / CELLS_PER_ROW * side + 2,
                            side - 4,
                            side - 4,
                            0.08 + 0.92 * partition.files() / most,
                            i,
                            partition.files()))
                    .text(partition.values().entrySet().stream()
                                    .map(value -> value.getKey() + "=" + value.getValue())
                                    .collect(Collectors.joining(", "))
                            + String.format(
                                    Locale.ROOT,
                                    ": %,d files, %s, %,d of them small",
                                    partition.files(),
                                    partition.size(),
                                    partition.smallFiles()))
                    .raw("</title></rect>\n");
        }
        end();
        caption(worst.size() + " of " + partitions.count()
                + " partitions, those with the most small files first; the darker, the more files.");
    }

    /** How many files have to be read for a value of theirs, for each column. */
    void depths(ClusteringReport report) {
        for (int c = 0; c < report.columns().size(); c++) {
            ClusteringReport.Column column = report.columns().get(c);
            List<Integer> depths = column.depthHistogram();
            if (depths.isEmpty()) {
                continue;
            }
            long most = depths.stream().mapToLong(Integer::longValue).max().orElse(0);
            begin(BARS + 50, "Depth of " + column.name());
            double step = (double) WIDTH / depths.size();
            for (int i = 0; i < depths.size(); i++) {
                bar(
                        "before",
                        "/clustering/columns/" + c + "/depthHistogram/" + i,
                        depths.get(i),
                        most,
                        i * step + step * 0.2,
                        step * 0.6);
                label(i * step + step / 2, BARS + 40, i == 0 ? "1" : (1L << i) + " to " + ((2L << i) - 1));
            }
            end();
            caption("Number of files by how many files, themselves included, a query for one of their values of "
                    + column.name() + " has to read. 1 is ideal.");
        }
    }

    /** When there were commits, and of what kind. */
    void timeline(List<HistoryEntry> history, TableHealth.Log log) {
        if (history.isEmpty()) {
            caption("There is no history.");
            return;
        }
        Instant first = history.get(history.size() - 1).timestamp();
        Instant last = history.get(0).timestamp();
        double span = Math.max(1, last.toEpochMilli() - first.toEpochMilli());
        int lane = 34;
        begin(LANES.size() * lane + 30, "Commits");
        for (int i = 0; i < LANES.size(); i++) {
            page.raw(String.format(Locale.ROOT, "<text x=\"8\" y=\"%d\">%s</text>\n", i * lane + 22, LANES.get(i)));
        }
        log.checkpointTime()
                .filter(time -> !time.isBefore(first))
                .ifPresent(time -> page.raw(String.format(
                        Locale.ROOT,
                        "<line class=\"checkpoint\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"0\" y2=\"%2$d\"><title>the newest checkpoint</title></line>\n",
                        Math.min(WIDTH - 10, 110 + (time.toEpochMilli() - first.toEpochMilli()) / span * (WIDTH - 130)),
                        LANES.size() * lane)));
        for (HistoryEntry entry : history) {
            String operation = entry.operation().orElse("unknown");
            String kind = kind(operation);
            page.raw(String.format(
                            Locale.ROOT,
                            "<circle class=\"%s\" cx=\"%.1f\" cy=\"%d\" r=\"5\" fill-opacity=\"0.6\"><title>",
                            kind,
                            110 + (entry.timestamp().toEpochMilli() - first.toEpochMilli()) / span * (WIDTH - 130),
                            LANES.indexOf(kind) * lane + 18))
                    .text("version " + entry.version() + ", " + operation + ", " + entry.timestamp())
                    .raw("</title></circle>\n");
        }
        end();
        caption("The latest " + history.size() + " commits, from " + first + " to " + last
                + (log.checkpointTime().isPresent() ? "; the dashed line is the newest checkpoint." : "."));
    }

    private static String kind(String operation) {
        return switch (operation) {
            case "WRITE", "STREAMING UPDATE", "COPY INTO", "CREATE TABLE AS SELECT" -> "write";
            case "DELETE", "UPDATE", "MERGE", "RESTORE", "TRUNCATE" -> "change";
            case "OPTIMIZE", "REORG", "VACUUM START", "VACUUM END", "COMPUTE STATS" -> "maintenance";
            default -> "other";
        };
    }

    private void begin(int height, String title) {
        page.raw(String.format(
                        Locale.ROOT, "<figure>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, height))
                .text(title)
                .raw("\">\n");
    }

    private void end() {
        page.raw("</svg>\n</figure>\n");
    }

    private void label(double x, double y, String text) {
        page.raw(String.format(Locale.ROOT, "<text text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">", x, y))
                .text(text)
                .raw("</text>\n");
    }

    private void caption(String text) {
        page.raw("<p>").text(text).raw("</p>\n");
    }
}
