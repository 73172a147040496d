package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.read.LeafBatch;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.read.RowGroupCursor;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file as batches of records, column by column, in the form of a target schema. All columns advance together, page by
 * page: in memory are one page per column, the dictionaries of the current row group, and the batch.
 *
 * <pre>{@code
 * try (ParquetFile file = ParquetFile.open(source);
 *         ColumnBatchReader reader = ColumnBatchReader.open(file, target, FieldMatching.NAME, RowSelection.all(), 4096)) {
 *     ColumnBatch path = reader.column("add.path");
 *     while (reader.next()) {
 *         for (int record = 0; record < reader.records(); record++) {
 *             if (!path.isNull(record)) {
 *                 System.out.println(path.stringAt(path.value(record)));
 *             }
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Used by one thread. Closing it leaves the file open. What is wrong with a file is told by {@link CorruptFileException}, what
 * is not supported, and a value that the target type cannot hold, by {@link UnsupportedFileException}. After an exception the
 * reader can only be closed.
 */
public final class ColumnBatchReader implements Closeable {
    private static final int ALL_WINDOWS_BYTES = 64 << 20;
    private static final int MIN_WINDOW_BYTES = 64 << 10;

    private final ParquetFile file;
    private final MessageType target;
    private final List<ProjectedLeaf> leaves;
    private final RowSelection selection;
    private final int batchRecords;
    private final int[] rowGroups;
    private final PageBuffers buffers;
    private final List<LeafBatch> batches;
    private final List<ColumnBatch> columns;
    private final Map<String, ColumnBatch> byPath = new HashMap<>();

    private int nextRowGroup;
    private @Nullable RowGroupCursor cursor;
    private long batchFirstRow;
    private int batchRows;
    private int records;
    private long[] positions = {};

    private ColumnBatchReader(
            ParquetFile file, Projection projection, RowSelection selection, int batchRecords, int[] rowGroups) {
        this.file = file;
        this.target = projection.target();
        this.leaves = projection.leaves();
        this.selection = selection;
        this.batchRecords = batchRecords;
        this.rowGroups = rowGroups;
        int window = Math.max(MIN_WINDOW_BYTES, ALL_WINDOWS_BYTES / Math.max(1, leaves.size()));
        this.buffers = new PageBuffers(Math.min(window, PageBuffers.DEFAULT_WINDOW_BYTES), new CodecPool());
        this.batches = leaves.stream().map(leaf -> new LeafBatch(leaf.target())).toList();
        this.columns = batches.stream().map(ColumnBatch::new).toList();
        for (ColumnBatch column : columns) {
            byPath.put(String.join(".", column.column().getPath()), column);
        }
    }

    /**
     * Opens a reader of all row groups.
     *
     * @param target what is read, and in which form; {@code file.schema()} for everything as it is
     * @param matching how the fields of {@code target} are found in the file
     * @param selection the rows that are read, by their position in the file
     * @param batchRecords the most records of a batch; a batch has fewer at the end of a row group, and where rows are
     *     deleted. The values of one column in a batch may take up to 2 GiB
     * @throws UnsupportedFileException if the columns of the file cannot be read in the form of {@code target}
     */
    public static ColumnBatchReader open(
            ParquetFile file, MessageType target, FieldMatching matching, RowSelection selection, int batchRecords)
            throws IOException {
        return open(
                file,
                target,
                matching,
                selection,
                batchRecords,
                IntStream.range(0, file.rowGroups()).toArray());
    }

    /**
     * As {@link #open(ParquetFile, MessageType, FieldMatching, RowSelection, int)}, for some row groups in the order given.
     *
     * @throws IndexOutOfBoundsException if the file has no such row group
     */
    public static ColumnBatchReader open(
            ParquetFile file,
            MessageType target,
            FieldMatching matching,
            RowSelection selection,
            int batchRecords,
            int... rowGroups)
            throws IOException {
        if (batchRecords < 1) {
            throw new IllegalArgumentException("batches of " + batchRecords + " records");
        }
        for (int rowGroup : rowGroups) {
            Objects.checkIndex(rowGroup, file.rowGroups());
        }
        Projection projection = Projection.of(file, target, matching);
        return new ColumnBatchReader(file, projection, selection, batchRecords, rowGroups.clone());
    }

    /**
     * Reads the next batch, which has at least one record.
     *
     * @return false at the end
     */
    public boolean next() throws IOException {
        records = 0;
        RowGroupCursor current = cursor;
        while (current == null || !current.hasNext()) {
            closeRowGroup();
            if (nextRowGroup == rowGroups.length) {
                return false;
            }
            current = new RowGroupCursor(file, rowGroups[nextRowGroup++], leaves, selection, buffers);
            cursor = current;
        }
        batchFirstRow = current.row();
        batchRows = current.read(batchRecords, batches);
        records = Math.toIntExact(selection.survivors(batchFirstRow, batchFirstRow + batchRows));
        for (ColumnBatch column : columns) {
            column.changed();
            if (column.records() != records) {
                throw new IllegalStateException(
                        column.column() + " has " + column.records() + " records, not " + records);
            }
        }
        return true;
    }

    /** The number of records of the batch. */
    public int records() {
        return records;
    }

    /** The position in the file of a record of the batch. */
    public long rowPosition(int record) {
        Objects.checkIndex(record, records);
        if (records == batchRows) {
            return batchFirstRow + record;
        }
        return positions()[record];
    }

    private long[] positions() {
        if (positions.length < records || positions[0] != batchFirstRow) {
            positions = new long[records];
            long row = batchFirstRow;
            for (int i = 0; i < records; i++) {
                positions[i] = row;
                row = selection.nextSurvivor(row + 1, Long.MAX_VALUE);
            }
        }
        return positions;
    }

    /** The target schema. */
    public MessageType schema() {
        return target;
    }

    /** The columns, one per leaf of the target schema. The objects stay the same; their content changes with {@link #next()}. */
    public List<ColumnBatch> columns() {
        return columns;
    }

    /**
     * The column of a leaf of the target.
     *
     * @param targetLeaf the position among the leaves of the target schema
     */
    public ColumnBatch column(int targetLeaf) {
        return columns.get(targetLeaf);
    }

    /**
     * The column of a leaf of the target.
     *
     * @param path the names from the root to the leaf, joined by dots
     * @throws IllegalArgumentException if the target has no such leaf
     */
    public ColumnBatch column(String path) {
        ColumnBatch column = byPath.get(path);
        if (column == null) {
            throw new IllegalArgumentException("no leaf column " + path + " among " + byPath.keySet());
        }
        return column;
    }

    private void closeRowGroup() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }

    @Override
    public void close() {
        closeRowGroup();
        buffers.close();
    }
}
