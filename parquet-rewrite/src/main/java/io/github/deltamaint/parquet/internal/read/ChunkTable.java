package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.CorruptFileException;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.jspecify.annotations.Nullable;

/** The column chunks of a file by row group and leaf, checked against the number of rows and the length of the file. Immutable. */
public final class ChunkTable {
    private final String name;
    private final long fileLength;
    private final List<ColumnDescriptor> leaves;
    private final ColumnChunkMetaData[][] chunks;
    private final long[] firstRows;

    /**
     * Checks the chunks that a footer lists; that they are those of the schema, {@link FooterReader} has checked.
     *
     * @throws CorruptFileException if they do not fit the rows or the file
     */
    public ChunkTable(String name, long fileLength, ParquetMetadata footer) throws CorruptFileException {
        this.name = name;
        this.fileLength = fileLength;
        this.leaves = footer.getFileMetaData().getSchema().getColumns();
        List<BlockMetaData> groups = footer.getBlocks();
        chunks = new ColumnChunkMetaData[groups.size()][];
        firstRows = new long[groups.size() + 1];
        for (int group = 0; group < groups.size(); group++) {
            BlockMetaData block = groups.get(group);
            long rows = block.getRowCount();
            if (rows < 0 || rows > Long.MAX_VALUE - firstRows[group]) {
                throw new CorruptFileException(name, "row group " + group + " has " + rows + " rows");
            }
            firstRows[group + 1] = firstRows[group] + rows;
            chunks[group] = check(group, block);
        }
    }

    /** The number of row groups. */
    public int rowGroups() {
        return chunks.length;
    }

    /** The position of the first row of a row group; of the row group after the last one, the number of rows. */
    public long firstRow(int rowGroup) {
        return firstRows[rowGroup];
    }

    /** What the footer says of a column chunk. */
    public ColumnChunkMetaData chunk(int rowGroup, int leaf) {
        return chunks[rowGroup][leaf];
    }

    private ColumnChunkMetaData[] check(int group, BlockMetaData block) throws CorruptFileException {
        List<ColumnChunkMetaData> columns = block.getColumns();
        if (columns.size() != leaves.size()) {
            throw new CorruptFileException(
                    name,
                    "row group " + group + " has " + columns.size() + " column chunks for the " + leaves.size()
                            + " columns of the schema");
        }
        ColumnChunkMetaData[] result = columns.toArray(new ColumnChunkMetaData[0]);
        for (int leaf = 0; leaf < result.length; leaf++) {
            String problem = problem(leaves.get(leaf), result[leaf], block.getRowCount());
            if (problem != null) {
                throw new CorruptFileException(
                        name,
                        "row group " + group + ", column "
                                + String.join(".", leaves.get(leaf).getPath()) + ": " + problem);
            }
        }
        return result;
    }

    private @Nullable String problem(ColumnDescriptor leaf, ColumnChunkMetaData chunk, long rows) {
        long values = chunk.getValueCount();
        if (leaf.getMaxRepetitionLevel() == 0 ? values != rows : values < rows) {
            return "the chunk has " + values + " values for " + rows + " rows";
        }
        if (values == 0) {
            return null; // nothing will be read
        }
        long start = chunk.getStartingPos();
        long size = chunk.getTotalSize();
        if (start < 0 || size < 0 || start >= fileLength || size > fileLength - start) {
            return "the chunk has " + size + " bytes from offset " + start + " on, in a file of " + fileLength
                    + " bytes";
        }
        return null;
    }
}
