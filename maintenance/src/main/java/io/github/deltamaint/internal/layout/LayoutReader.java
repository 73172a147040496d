package io.github.deltamaint.internal.layout;

import io.github.deltamaint.TableLayout;
import io.github.deltamaint.TableLayout.File;
import io.github.deltamaint.TableLayout.Order;
import io.github.deltamaint.TableLayout.OrderShare;
import io.github.deltamaint.TableLayout.RowGroup;
import io.github.deltamaint.TableLayout.RowGroupSizes;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.internal.plan.FileTags;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.parquet.LayoutMarks;
import io.github.deltamaint.parquet.ParquetFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the footers of all files of a snapshot, one after the other. */
public final class LayoutReader {
    private static final long MILLION = 1 << 20;

    private final Snapshot snapshot;
    private final DataFiles files;
    private final Map<List<String>, String> logicalNames = new HashMap<>();
    private final ColumnTotals columns = new ColumnTotals();

    private LayoutReader(Snapshot snapshot, DataFiles files) {
        this.snapshot = snapshot;
        this.files = files;
        for (DataFileSchema.Leaf leaf :
                FileColumns.ofNewFiles(snapshot).schema().leaves()) {
            logicalNames.put(leaf.parquetPath(), String.join(".", leaf.path().names()));
        }
    }

    /** The layout of a snapshot. */
    public static TableLayout read(Snapshot snapshot, DataFiles files) {
        return new LayoutReader(snapshot, files).read();
    }

    private TableLayout read() {
        List<AddFile> active = new ArrayList<>();
        snapshot.forEachActiveFile(FileProjection.WITHOUT_STATS, active::add);
        List<File> read = new ArrayList<>();
        for (AddFile file : active) {
            read.add(read(file));
        }
        read.sort(Comparator.comparing(File::path));
        long rows = read.stream().mapToLong(File::rows).sum();
        RowGroupSizes sizes = sizes(read, rows);
        return new TableLayout(
                snapshot.version(),
                snapshot.properties().vOrder(),
                shares(read, rows),
                read.size(),
                rows,
                new DataSize(active.stream().mapToLong(AddFile::size).sum()),
                sizes,
                columns.columns(),
                read,
                DirectLakeLimits.fits(read.size(), sizes.count(), rows));
    }

    private File read(AddFile file) {
        try (ParquetFile open = ParquetFile.open(files.open(file))) {
            List<RowGroup> rowGroups = new ArrayList<>();
            for (int group = 0; group < open.rowGroups(); group++) {
                rowGroups.add(ChunkLayout.rowGroup(open, group, logicalNames));
            }
            rowGroups.forEach(group -> group.chunks().forEach(columns::add));
            return file(file, open, rowGroups);
        } catch (IOException e) {
            throw files.translate("read", file.path(), e);
        }
    }

    private File file(AddFile file, ParquetFile open, List<RowGroup> rowGroups) {
        LayoutMarks footer = LayoutMarks.read(open.keyValueMetadata());
        LayoutMarks tags = FileTags.layout(file);
        Order byFooter = order(footer);
        Order byTags = order(tags);
        Order order = byFooter == Order.NONE ? byTags : byFooter;
        String evidence = order == Order.NONE ? "" : byFooter == Order.NONE ? "tag" : "footer";
        return new File(
                files.displayPath(file),
                new DataSize(file.size()),
                open.rowCount(),
                file.deletionVector().map(DeletionVectorDescriptor::cardinality).orElse(0L),
                open.createdBy(),
                order,
                evidence,
                footer.profile().or(tags::profile),
                footer.microsoftLevel(),
                rowGroups);
    }

    private static Order order(LayoutMarks marks) {
        Optional<String> own = marks.order();
        if (own.isPresent()) {
            return switch (own.get()) {
                case LayoutMarks.AUTOMATIC -> Order.AUTOMATIC;
                case LayoutMarks.BY_COLUMNS -> Order.COLUMNS;
                default -> Order.UNKNOWN;
            };
        }
        return switch (marks.microsoft()) {
            case YES -> Order.MICROSOFT;
            case NO -> Order.NONE;
            case UNCLEAR -> Order.UNKNOWN;
        };
    }

    private static List<OrderShare> shares(List<File> files, long allRows) {
        List<OrderShare> shares = new ArrayList<>();
        for (Order order : Order.values()) {
            List<File> inOrder =
                    files.stream().filter(file -> file.order() == order).toList();
            long rows = inOrder.stream().mapToLong(File::rows).sum();
            if (!inOrder.isEmpty()) {
                shares.add(new OrderShare(order, inOrder.size(), rows, share(rows, allRows)));
            }
        }
        return shares;
    }

    private static RowGroupSizes sizes(List<File> files, long allRows) {
        long[] rows = files.stream()
                .flatMap(file -> file.rowGroups().stream())
                .mapToLong(RowGroup::rows)
                .toArray();
        if (rows.length == 0) {
            return new RowGroupSizes(0, 0, 0, 0, 0, 0);
        }
        double average = (double) allRows / rows.length;
        double squares = 0;
        long min = Long.MAX_VALUE;
        long max = 0;
        long below = 0;
        for (long count : rows) {
            squares += (count - average) * (count - average);
            min = Math.min(min, count);
            max = Math.max(max, count);
            below += count < MILLION ? count : 0;
        }
        double variation = average == 0 ? 0 : Math.sqrt(squares / rows.length) / average;
        return new RowGroupSizes(rows.length, min, average, max, variation, share(below, allRows));
    }

    private static double share(long part, long all) {
        return all == 0 ? 0 : (double) part / all;
    }
}
