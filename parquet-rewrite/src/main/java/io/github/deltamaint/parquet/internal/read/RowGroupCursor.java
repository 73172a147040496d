package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.RowSelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.jspecify.annotations.Nullable;

/** Takes records off all columns of a row group in lockstep. Used by one thread; closing it gives its buffers back. */
public final class RowGroupCursor implements AutoCloseable {
    private static final int PREFETCH_BYTES = 8 << 20;
    private static final int PREFETCH_BYTES_PER_COLUMN = 64 << 10;
    private static final int MAX_PREFETCH_BYTES = 64 << 20;

    private final long endRow;
    private final List<LeafCursor> cursors = new ArrayList<>();
    private final RowSelection selection;
    private final RowCompactor compactor = new RowCompactor();
    private final PageBuffers buffers;
    private byte @Nullable [] prefetched;
    private long row;

    /** Opens all columns of a projection. */
    public RowGroupCursor(
            ParquetFile file, int rowGroup, List<ProjectedLeaf> leaves, RowSelection selection, PageBuffers buffers)
            throws IOException {
        this.selection = selection;
        this.buffers = buffers;
        row = file.firstRow(rowGroup);
        endRow = row + file.rowCount(rowGroup);
        ByteSource source = prefetch(file, rowGroup, leaves);
        for (ProjectedLeaf leaf : leaves) {
            cursors.add(new LeafCursor(file.name(), ChunkReader.open(file, source, rowGroup, leaf, buffers)));
        }
    }

    /** Reads all chunks at once if they are small and close together. */
    private ByteSource prefetch(ParquetFile file, int rowGroup, List<ProjectedLeaf> leaves) throws IOException {
        long start = Long.MAX_VALUE;
        long end = 0;
        long wanted = 0;
        for (int leaf : leaves.stream()
                .mapToInt(ProjectedLeaf::fileLeaf)
                .filter(leaf -> leaf >= 0)
                .distinct()
                .toArray()) {
            ColumnChunkMetaData chunk = file.chunk(rowGroup, leaf);
            if (chunk.getValueCount() > 0) {
                start = Math.min(start, chunk.getStartingPos());
                end = Math.max(end, chunk.getStartingPos() + chunk.getTotalSize());
                wanted += chunk.getTotalSize();
            }
        }
        // Many columns take that much memory anyhow, each for its own window.
        int limit = Math.max(
                PREFETCH_BYTES, (int) Math.min(MAX_PREFETCH_BYTES, (long) leaves.size() * PREFETCH_BYTES_PER_COLUMN));
        boolean worthIt = end - start <= limit && end - start <= 2 * wanted;
        if (start >= end
                || !worthIt
                || file.source() instanceof InMemorySource
                || OldWriters.understatesChunkSize(file.createdBy())) {
            return file.source();
        }
        byte[] buffer = buffers.take((int) (end - start));
        prefetched = buffer;
        return InMemorySource.load(file.source(), start, buffer, (int) (end - start));
    }

    /** The position in the file of the next row. */
    public long row() {
        return row;
    }

    /** Passes over the rows before {@code newRow}, if it is not there yet. */
    public void skipTo(long newRow) throws IOException {
        long next = Math.min(newRow, endRow);
        if (next > row) {
            for (LeafCursor cursor : cursors) {
                cursor.skip(next - row);
            }
            row = next;
        }
    }

    /** Whether rows are left that survive; those before the first of them are passed over. */
    public boolean hasNext() throws IOException {
        long next = selection.nextSurvivor(row, endRow);
        if (next < endRow) {
            skipTo(next);
        }
        row = next;
        return row < endRow;
    }

    /**
     * Reads the surviving ones of the next {@code maxRows} rows into {@code batches}, one per column, in place of what they
     * hold.
     *
     * @return the number of rows passed, deleted ones included
     */
    public int read(int maxRows, List<LeafBatch> batches) throws IOException {
        int rows = (int) Math.min(maxRows, endRow - row);
        boolean all = selection.nextDeleted(row, row + rows) == row + rows;
        for (int i = 0; i < batches.size(); i++) {
            LeafBatch batch = batches.get(i);
            batch.clear();
            cursors.get(i).read(rows, batch);
            if (!all
                    && compactor.plan(
                            selection,
                            row,
                            batch.entries(),
                            batch.definitions(),
                            0,
                            0,
                            batch.column().getMaxDefinitionLevel(),
                            batch.repetitions(),
                            0)) {
                batch.compact(compactor);
            }
        }
        row += rows;
        return rows;
    }

    @Override
    public void close() {
        for (LeafCursor cursor : cursors) {
            cursor.close();
        }
        cursors.clear();
        if (prefetched != null) {
            buffers.give(prefetched);
            prefetched = null;
        }
    }
}
