package io.github.deltamaint.internal.read;

import io.github.deltamaint.SkippingReport;
import io.github.deltamaint.SkippingReport.Part;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.expression.BoundPredicate;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.log.expression.PredicateException;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.stats.ColumnStatistics;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.parquet.PageSummary;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.Projection;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.parquet.column.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/** Counts what a predicate lets readers skip: files by the log; of the others row groups by footers and pages by indexes. */
public final class Skipping {
    /** Stands for the rows of a part of a page: enough that there may be nulls and values. */
    private static final long SOME_ROWS = 2;

    private final DataFiles files;
    private final BoundPredicate predicate;
    private final StatisticsSchema statistics;
    private final FileColumns columns;
    private final PartitionColumns partitionColumns;
    private final Map<StatisticsSchema.Column, DataFileSchema.Leaf> leaves = new HashMap<>();

    private long filesAll;
    private long filesRead;
    private long rowGroupsAll;
    private long rowGroupsRead;
    private long pagesAll;
    private long pagesRead;
    private long rowsAll;
    private long rowsRead;
    private long bytesAll;
    private long bytesRead;

    private Skipping(Snapshot snapshot, DataFiles files, BoundPredicate predicate) {
        this.files = files;
        this.predicate = predicate;
        statistics = StatisticsSchema.all(
                snapshot.schema(), snapshot.metadata().partitionColumns(), snapshot.columnMapping());
        columns = FileColumns.ofNewFiles(snapshot);
        partitionColumns = files.partitionColumns(snapshot);
        for (BoundPredicate.Column column : predicate.columns()) {
            statistics
                    .column(column.path())
                    .ifPresent(known ->
                            columns.schema().leafAt(known.physicalPath()).ifPresent(leaf -> leaves.put(known, leaf)));
        }
    }

    /**
     * Counts.
     *
     * @throws InvalidOperationException if the predicate does not fit the table
     */
    public static SkippingReport count(Snapshot snapshot, DataFiles files, Predicate predicate, Clock clock) {
        BoundPredicate bound;
        try {
            bound = predicate.bind(snapshot.schema(), clock);
        } catch (PredicateException e) {
            throw new InvalidOperationException(snapshot.tablePath().root(), String.valueOf(e.getMessage()));
        }
        Skipping skipping = new Skipping(snapshot, files, bound);
        snapshot.forEachActiveFile(FileProjection.WITH_STATS, skipping::add);
        return skipping.report(snapshot.version());
    }

    private SkippingReport report(long version) {
        return new SkippingReport(
                version,
                predicate.toString(),
                Part.of(filesAll, filesRead),
                Part.of(rowGroupsAll, rowGroupsRead),
                Part.of(pagesAll, pagesRead),
                Part.of(rowsAll, rowsRead),
                Part.of(bytesAll, bytesRead));
    }

    private void add(AddFile file) {
        FileStatistics known = FileStatistics.parse(file.stats().orElse(null), statistics);
        PartitionValues partition = files.partition(partitionColumns, file);
        filesAll++;
        bytesAll += file.size();
        rowsAll += known.numRecords().orElse(0);
        try {
            if (!predicate.mayMatch(known, partition)) {
                return;
            }
        } catch (IllegalArgumentException e) {
            throw files.corrupt(file, String.valueOf(e.getMessage()), e);
        }
        filesRead++;
        try (ParquetFile parquet = ParquetFile.open(files.open(file))) {
            rowsAll += known.numRecords().isPresent() ? 0 : parquet.rowCount();
            List<ProjectedLeaf> projected = Projection.of(
                            parquet, columns.schema().messageType(), columns.matching())
                    .leaves();
            for (int rowGroup = 0; rowGroup < parquet.rowGroups(); rowGroup++) {
                new RowGroup(parquet, projected, partition, rowGroup).count();
            }
        } catch (IOException e) {
            throw files.translate("read", file.path(), e);
        }
    }

    /** Rows that follow each other. */
    private record Range(long from, long to) {}

    /** One row group of a file that has to be read. */
    private final class RowGroup {
        private final ParquetFile file;
        private final List<ProjectedLeaf> projected;
        private final PartitionValues partition;
        private final int index;
        private final long rows;
        private final Map<StatisticsSchema.Column, List<PageSummary>> indexes = new HashMap<>();

        RowGroup(ParquetFile file, List<ProjectedLeaf> projected, PartitionValues partition, int index) {
            this.file = file;
            this.projected = projected;
            this.partition = partition;
            this.index = index;
            rows = file.rowCount(index);
        }

        void count() throws IOException {
            rowGroupsAll++;
            boolean read = predicate.mayMatch(FileStatistics.of(statistics, rows, this::ofRowGroup), partition);
            List<Range> ranges = read ? ranges() : List.of();
            rowGroupsRead += ranges.isEmpty() ? 0 : 1;
            rowsRead += ranges.stream()
                    .mapToLong(range -> range.to() - range.from())
                    .sum();
            for (int leaf = 0; leaf < file.columns().size(); leaf++) {
                countPages(leaf, ranges);
            }
        }

        private void countPages(int leaf, List<Range> ranges) throws IOException {
            List<PageSummary> pages = file.pages(index, leaf);
            if (pages.isEmpty()) {
                pagesAll++;
                if (!ranges.isEmpty()) {
                    pagesRead++;
                    bytesRead += file.chunk(index, leaf).getTotalSize();
                }
                return;
            }
            pagesAll += pages.size();
            long dataBytes = 0;
            long read = 0;
            for (PageSummary page : pages) {
                dataBytes += page.bytes();
                long end = page.firstRow() + page.rows();
                if (ranges.stream().anyMatch(range -> range.from() < end && page.firstRow() < range.to())) {
                    pagesRead++;
                    read += page.bytes();
                }
            }
            if (read > 0) {
                bytesRead += read + Math.max(0, file.chunk(index, leaf).getTotalSize() - dataBytes);
            }
        }

        /** The rows that pages do not let a reader skip: between the borders of pages of the predicate's columns all rows are alike. */
        private List<Range> ranges() throws IOException {
            TreeSet<Long> borders = new TreeSet<>(List.of(0L, rows));
            for (Map.Entry<StatisticsSchema.Column, DataFileSchema.Leaf> entry : leaves.entrySet()) {
                ProjectedLeaf leaf = projected.get(entry.getValue().index());
                if (!leaf.isMissing() && isAsWritten(leaf)) {
                    List<PageSummary> pages = file.pages(index, leaf.fileLeaf());
                    indexes.put(entry.getKey(), pages);
                    pages.forEach(page -> borders.add(page.firstRow()));
                }
            }
            List<Range> ranges = new ArrayList<>();
            long from = 0;
            for (long to : borders.tailSet(0L, false)) {
                long start = from;
                FileStatistics known = FileStatistics.of(statistics, SOME_ROWS, column -> ofRange(column, start));
                if (predicate.mayMatch(known, partition)) {
                    boolean follows =
                            !ranges.isEmpty() && ranges.get(ranges.size() - 1).to() == from;
                    ranges.add(
                            follows ? new Range(ranges.remove(ranges.size() - 1).from(), to) : new Range(from, to));
                }
                from = to;
            }
            return ranges;
        }

        private @Nullable ColumnStatistics ofRowGroup(StatisticsSchema.Column column) {
            DataFileSchema.Leaf leaf = leaves.get(column);
            if (leaf == null || !(column.type() instanceof PrimitiveType type)) {
                return null;
            }
            ProjectedLeaf source = projected.get(leaf.index());
            if (source.isMissing()) {
                return ColumnStatistics.allNull(rows);
            }
            Statistics<?> footer = file.chunk(index, source.fileLeaf()).getStatistics();
            if (footer == null || !footer.isNumNullsSet() || !isAsWritten(source)) {
                return null;
            }
            return file.bounds(index, source.fileLeaf())
                    .map(bounds ->
                            ColumnStatistics.ofParquet(type, footer.getNumNulls(), bounds.min(), bounds.max(), false))
                    .orElseGet(() -> ColumnStatistics.nullsOnly(footer.getNumNulls()));
        }

        /** What is known of a part of a page; how many nulls are in it is known only if none or all are. */
        private @Nullable ColumnStatistics ofRange(StatisticsSchema.Column column, long row) {
            List<PageSummary> pages = indexes.getOrDefault(column, List.of());
            if (pages.isEmpty() || !(column.type() instanceof PrimitiveType type)) {
                ColumnStatistics known = ofRowGroup(column);
                return known == null ? null : some(known, known.nullCount() == rows);
            }
            PageSummary page = pages.get(0);
            for (PageSummary later : pages) {
                page = later.firstRow() <= row ? later : page;
            }
            long nulls = page.nullCount().orElse(1);
            return some(ColumnStatistics.ofParquet(type, nulls, page.min(), page.max(), false), page.nullsOnly());
        }

        private static ColumnStatistics some(ColumnStatistics known, boolean nullsOnly) {
            return nullsOnly
                    ? ColumnStatistics.allNull(SOME_ROWS)
                    : new ColumnStatistics(Math.min(1, known.nullCount()), known.min(), known.max(), known.hasNaN());
        }

        /** Whether bounds in the file are of the type of the column. */
        private boolean isAsWritten(ProjectedLeaf leaf) {
            org.apache.parquet.schema.PrimitiveType found =
                    file.columns().get(leaf.fileLeaf()).getPrimitiveType();
            org.apache.parquet.schema.PrimitiveType wanted = leaf.target().getPrimitiveType();
            return found.getPrimitiveTypeName() == wanted.getPrimitiveTypeName()
                    && found.getTypeLength() == wanted.getTypeLength()
                    && Objects.equals(found.getLogicalTypeAnnotation(), wanted.getLogicalTypeAnnotation());
        }
    }
}
