package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ColumnSummary;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.column.Encoding;

/** Adds up what the column chunks of a file hold. Used by one thread. */
final class FileSummary {
    private final List<Column> columns = new ArrayList<>();

    private static final class Column {
        final Leaf leaf;
        final Bounds bounds;
        final Set<Encoding> encodings = EnumSet.noneOf(Encoding.class);
        long nullCount;
        long containerNulls;
        long compressedBytes;
        long uncompressedBytes;

        Column(Leaf leaf) {
            this.leaf = leaf;
            bounds = new Bounds(leaf);
        }
    }

    FileSummary(List<Leaf> leaves) {
        leaves.forEach(leaf -> columns.add(new Column(leaf)));
    }

    void add(WrittenChunk chunk) {
        Column column = columns.get(chunk.leaf().index());
        column.bounds.add(chunk.statistics().bounds());
        column.encodings.addAll(chunk.dataPages().keySet());
        column.nullCount += chunk.statistics().nullCount();
        column.containerNulls += chunk.containerNulls();
        column.compressedBytes += chunk.compressedBytes();
        column.uncompressedBytes += chunk.uncompressedBytes();
    }

    void add(CopiedChunk chunk) {
        Column column = columns.get(chunk.leaf().index());
        column.bounds.add(chunk.bounds());
        column.encodings.addAll(chunk.dataEncodings());
        column.nullCount += chunk.nullCount();
        column.containerNulls += chunk.containerNulls();
        column.compressedBytes += chunk.compressedBytes();
        column.uncompressedBytes += chunk.uncompressedBytes();
    }

    /** One entry per leaf, then one per list or map that lies in no other. */
    List<ColumnSummary> columns() {
        List<ColumnSummary> result = new ArrayList<>();
        for (Column column : columns) {
            result.add(new ColumnSummary(
                    column.leaf.path(),
                    true,
                    column.nullCount,
                    column.bounds.min(),
                    column.bounds.max(),
                    column.bounds.hasNaN(),
                    column.encodings,
                    column.compressedBytes,
                    column.uncompressedBytes));
        }
        for (Column column : columns) {
            for (Leaf.Container container : column.leaf.container()) {
                result.add(new ColumnSummary(
                        container.path(), false, column.containerNulls, null, null, false, Set.of(), 0, 0));
            }
        }
        return result;
    }
}
