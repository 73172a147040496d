package io.github.deltamaint.parquet;

import java.io.Closeable;
import java.io.IOException;
import org.apache.parquet.schema.MessageType;

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
 * <p>Used by one thread. Closing it leaves the file open. What is wrong with a file is told by
 * {@link CorruptFileException}, what is not supported by {@link UnsupportedFileException}.
 */
public final class ColumnBatchReader implements Closeable {

    private ColumnBatchReader() {}

    /**
     * Opens a reader of all row groups.
     *
     * @param target what is read, and in which form; {@code file.schema()} for everything as it is
     * @param matching how the fields of {@code target} are found in the file
     * @param selection the rows that are read, by their position in the file
     * @param batchRecords the most records of a batch; every batch but the last of a row group has that many, unless rows
     *     are deleted
     * @throws UnsupportedFileException if the columns of the file cannot be read in the form of {@code target}
     */
    public static ColumnBatchReader open(
            ParquetFile file, MessageType target, FieldMatching matching, RowSelection selection, int batchRecords)
            throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * As {@link #open(ParquetFile, MessageType, FieldMatching, RowSelection, int)}, for some row groups in the order given.
     */
    public static ColumnBatchReader open(
            ParquetFile file,
            MessageType target,
            FieldMatching matching,
            RowSelection selection,
            int batchRecords,
            int... rowGroups)
            throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads the next batch, which has at least one record.
     *
     * @return false at the end
     */
    public boolean next() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The number of records of the batch. */
    public int records() {
        throw new UnsupportedOperationException();
    }

    /** The position in the file of a record of the batch. */
    public long rowPosition(int record) {
        throw new UnsupportedOperationException();
    }

    /** The target schema. */
    public MessageType schema() {
        throw new UnsupportedOperationException();
    }

    /** The number of leaf columns. */
    public int columns() {
        throw new UnsupportedOperationException();
    }

    /**
     * The column of a leaf of the target. The object stays the same; its content changes with {@link #next()}.
     *
     * @param targetLeaf the position among the leaves of the target schema
     */
    public ColumnBatch column(int targetLeaf) {
        throw new UnsupportedOperationException();
    }

    /**
     * The column of a leaf of the target.
     *
     * @param path the names from the root to the leaf, joined by dots
     * @throws IllegalArgumentException if the target has no such leaf
     */
    public ColumnBatch column(String path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
