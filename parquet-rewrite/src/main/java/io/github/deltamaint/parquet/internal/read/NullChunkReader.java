package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.ValueKind;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/** A column that the file lacks and that is null, or an empty list, once in every record. */
final class NullChunkReader extends ChunkReader {
    private static final int PAGE_RECORDS = 1 << 20;

    private final String fileName;
    private final ColumnDescriptor target;
    private final int definitionLevel;
    private final long records;
    private long recordsLeft;
    private int page;

    NullChunkReader(ParquetFile file, int rowGroup, ProjectedLeaf leaf) {
        fileName = file.name();
        target = leaf.target();
        definitionLevel = leaf.definitionLevel(0);
        records = file.rowCount(rowGroup);
        recordsLeft = records;
    }

    @Override
    public ColumnDescriptor target() {
        return target;
    }

    @Override
    public ValueKind kind() {
        return ValueKind.of(target.getPrimitiveType().getPrimitiveTypeName());
    }

    @Override
    public long records() {
        return records;
    }

    @Override
    public long levels() {
        return records;
    }

    @Override
    public long compressedBytes() {
        return 0;
    }

    @Override
    public long uncompressedBytes() {
        return 0;
    }

    @Override
    public boolean onlyDictionaryPages() {
        return true;
    }

    @Override
    public ValueVector dictionary() {
        return new ValueVector(kind());
    }

    @Override
    public boolean nextPage() throws CorruptFileException {
        page = (int) Math.min(recordsLeft, PAGE_RECORDS);
        recordsLeft -= page;
        if (page > 0 && definitionLevel < 0) {
            throw new CorruptFileException(
                    fileName,
                    "column " + String.join(".", target.getPath())
                            + " is required in the target schema and missing in the file");
        }
        return page > 0;
    }

    @Override
    public int pageLevels() {
        return page;
    }

    @Override
    public int pageRecords() {
        return page;
    }

    @Override
    public int pageValues() {
        return 0;
    }

    @Override
    public int uniformDefinitionLevel() {
        return definitionLevel;
    }

    @Override
    public boolean pageIsDictionary() {
        return true;
    }

    @Override
    public long pageValueBytes() {
        return 0;
    }

    @Override
    public void readDefinitionLevels(byte[] into, int at) {
        Arrays.fill(into, at, at + page, (byte) definitionLevel);
    }

    @Override
    public void readRepetitionLevels(byte[] into, int at) {
        Arrays.fill(into, at, at + page, (byte) 0);
    }

    @Override
    public void readIds(int count, int[] into, int at, int @Nullable [] remap) {
        skipValues(count);
    }

    @Override
    public void readInts(int count, int[] into, int at) {
        skipValues(count);
    }

    @Override
    public void readLongs(int count, long[] into, int at) {
        skipValues(count);
    }

    @Override
    public void appendBytes(int count, ValueVector into) {
        skipValues(count);
    }

    @Override
    public void skipValues(int count) {
        if (count != 0) {
            throw new IllegalArgumentException(count + " values of a page that has none");
        }
    }

    @Override
    public void skipRecords(long count) {
        if (count > recordsLeft) {
            throw new IllegalArgumentException("fewer than " + count + " records are left");
        }
        recordsLeft -= count;
    }

    @Override
    byte @Nullable [] definitions() {
        return null;
    }

    @Override
    byte @Nullable [] repetitions() {
        return null;
    }

    @Override
    int firstEntry() {
        return 0;
    }

    @Override
    public void close() {}
}
