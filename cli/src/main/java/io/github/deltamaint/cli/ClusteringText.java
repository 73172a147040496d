package io.github.deltamaint.cli;

import io.github.deltamaint.ClusteringChange;
import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.ClusteringReport.Column;
import java.io.PrintWriter;
import java.util.Locale;

/** Says for people how well a table is clustered. */
final class ClusteringText {
    private ClusteringText() {}

    static void print(PrintWriter out, ClusteringReport report) {
        out.printf(Locale.ROOT, "of %d files, a query reads on average:%n", report.numFiles());
        TextTable text = new TextTable();
        text.row("column", "for a value", "for 1 %", "for 10 %", "at best", "depth");
        for (Column column : report.columns()) {
            text.row(
                    column.name(),
                    number(column.point().files()),
                    number(column.onePercent().files()),
                    number(column.tenPercent().files()),
                    number(column.point().lowerBound()),
                    number(column.averageDepth()));
        }
        if (report.columns().size() > 1) {
            text.row(
                    "all of them",
                    number(report.point().files()),
                    number(report.onePercent().files()),
                    number(report.tenPercent().files()),
                    number(report.point().lowerBound()),
                    "");
        }
        text.printTo(out);
    }

    static void print(PrintWriter out, ClusteringChange change) {
        for (int i = 0; i < change.after().columns().size(); i++) {
            Column before = change.before().columns().get(i);
            Column after = change.after().columns().get(i);
            out.printf(
                    Locale.ROOT,
                    "a query for a value of %s reads %s of %d files, before %s of %d%n",
                    after.name(),
                    number(after.point().files()),
                    change.after().numFiles(),
                    number(before.point().files()),
                    change.before().numFiles());
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
