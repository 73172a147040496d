package io.github.deltamaint.cli;

import io.github.deltamaint.TableLayout;
import io.github.deltamaint.TableLayout.Column;
import io.github.deltamaint.TableLayout.DirectLakeFit;
import io.github.deltamaint.TableLayout.OrderShare;
import io.github.deltamaint.TableLayout.RowGroupSizes;
import io.github.deltamaint.TableMaintenance;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(
        name = "layout",
        description = "Shows how the files are laid out: order of rows, row groups, columns, fit for Direct Lake.")
final class LayoutCommand extends TableCommand {

    @Option(
            names = "--capacity",
            paramLabel = "SKU",
            description = "Only the limits of this Direct Lake capacity, such as F64 (default: all).")
    private @Nullable String capacity;

    LayoutCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        TableLayout layout = ofCapacity(maintenance.layout());
        root().print(layout, () -> print(layout));
    }

    private TableLayout ofCapacity(TableLayout layout) {
        String wanted = capacity;
        if (wanted == null) {
            return layout;
        }
        List<DirectLakeFit> fits = layout.directLake().stream()
                .filter(fit -> fit.capacities().contains(wanted.toUpperCase(Locale.ROOT)))
                .toList();
        if (fits.isEmpty()) {
            throw new ParameterException(
                    root().commandLine(),
                    "there is no capacity " + wanted + "; known are "
                            + layout.directLake().stream()
                                    .flatMap(fit -> fit.capacities().stream())
                                    .toList());
        }
        return new TableLayout(
                layout.version(),
                layout.vOrderWanted(),
                layout.order(),
                layout.numFiles(),
                layout.numRows(),
                layout.size(),
                layout.rowGroups(),
                layout.columns(),
                layout.files(),
                fits);
    }

    private void print(TableLayout layout) {
        out().printf(
                        Locale.ROOT,
                        "version %d: %d files, %d rows, %s%n",
                        layout.version(),
                        layout.numFiles(),
                        layout.numRows(),
                        layout.size());
        for (OrderShare share : layout.order()) {
            out().printf(
                            Locale.ROOT,
                            "  %s: %d of %d files, %.1f %% of rows%n",
                            words(share.order()),
                            share.files(),
                            layout.numFiles(),
                            100 * share.rowShare());
        }
        RowGroupSizes groups = layout.rowGroups();
        out().printf(
                        Locale.ROOT,
                        "  %d row groups of %d to %d rows, %.0f on average, variation %.2f, %.1f %% of rows in groups below a million%n",
                        groups.count(),
                        groups.minRows(),
                        groups.maxRows(),
                        groups.avgRows(),
                        groups.variation(),
                        100 * groups.rowShareBelowMillion());
        printColumns(layout);
        for (DirectLakeFit fit : layout.directLake()) {
            out().printf(
                            Locale.ROOT,
                            "Direct Lake on %s: %s, %.1f %% of the tightest limit left%n",
                            String.join(", ", fit.capacities()),
                            fit.fits() ? "fits" : "does not fit",
                            100 * fit.headroom());
        }
    }

    private void printColumns(TableLayout layout) {
        TextTable text = new TextTable(
                "column", "size", "share", "chunks", "with dictionary", "fallen back", "distinct", "encodings");
        for (Column column : layout.columns()) {
            text.row(
                    column.name(),
                    column.compressedSize(),
                    String.format(Locale.ROOT, "%.1f %%", 100 * column.sizeShare()),
                    column.chunks(),
                    column.dictionaryChunks(),
                    column.dictionaryFallbacks(),
                    distinct(column),
                    String.join(", ", column.encodings()));
        }
        text.printTo(out());
    }

    private static String distinct(Column column) {
        if (column.minDistinct().isEmpty() || column.maxDistinct().isEmpty()) {
            return "";
        }
        long min = column.minDistinct().getAsLong();
        long max = column.maxDistinct().getAsLong();
        return min == max ? "" + min : min + " to " + max;
    }

    private static String words(TableLayout.Order order) {
        return switch (order) {
            case AUTOMATIC -> "V-Order-style layout";
            case COLUMNS -> "sorted by columns";
            case MICROSOFT -> "Microsoft's V-Order";
            case NONE -> "no order that anybody says";
            case UNKNOWN -> "a mark that is not understood";
        };
    }
}
