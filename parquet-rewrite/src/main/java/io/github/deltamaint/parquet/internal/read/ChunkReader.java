package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.ValueKind;
import java.io.IOException;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * One column chunk, page after page, already in the form of the target leaf: levels are those of the target schema, values
 * are converted. A column that the file lacks reads as a chunk of nulls.
 *
 * <p>{@link #nextPage()} makes the next data page the current one. Its levels are then there as a whole and can be copied
 * out as often as wanted. Its non-null values are consumed in order, in one call or in many, by exactly one of the families
 * of {@code readIds}, {@code readInts}, {@code readLongs} and {@code appendBytes} that fits {@link #kind()}; the last three
 * work for pages of every encoding. A page may be left before its values are consumed.
 *
 * <p>Used by one thread. {@link #close()} gives buffers back to the {@link PageBuffers} and does no I/O; the reader must be
 * closed before the next user relies on few buffers, but forgetting it leaks nothing.
 *
 * <p>Every method that reads throws {@link io.github.deltamaint.parquet.CorruptFileException} for bytes that break the
 * format, naming file, column and offset, {@link io.github.deltamaint.parquet.UnsupportedFileException} for encodings and
 * codecs that are not supported and for values that the target type cannot hold, and another {@link IOException} when the
 * source fails.
 */
public abstract class ChunkReader implements AutoCloseable {

    /**
     * Opens a column chunk. Does no I/O yet.
     *
     * @param leaf of the projection of {@code file}
     */
    public static ChunkReader open(ParquetFile file, int rowGroup, ProjectedLeaf leaf, PageBuffers buffers)
            throws IOException {
        return open(file, file.source(), rowGroup, leaf, buffers);
    }

    /** As the other, with the bytes of the chunk from {@code source}. */
    static ChunkReader open(ParquetFile file, ByteSource source, int rowGroup, ProjectedLeaf leaf, PageBuffers buffers)
            throws IOException {
        return leaf.fileLeaf() < 0
                ? new NullChunkReader(file, rowGroup, leaf)
                : new PagedChunkReader(file, source, rowGroup, leaf, buffers);
    }

    /** The leaf of the target schema whose levels and values are read. */
    public abstract ColumnDescriptor target();

    /** Which of the value methods apply. */
    public abstract ValueKind kind();

    /** The number of records of the chunk: the rows of its row group. */
    public abstract long records();

    /**
     * The number of level entries of all pages together, as the footer says; for a missing column inside of lists or maps an
     * upper bound.
     */
    public abstract long levels();

    /** The bytes that the chunk takes in the file, as the footer says; 0 for a missing column. */
    public abstract long compressedBytes();

    /** The bytes that the pages of the chunk take uncompressed, as the footer says; 0 for a missing column. */
    public abstract long uncompressedBytes();

    /**
     * Whether the footer says that every data page with values holds dictionary ids, so that {@link #readIds} may be used
     * for all of them. True for a missing column and for a chunk of nothing but nulls, whose dictionary is empty. Does no
     * I/O. If a page then breaks the promise, {@code readIds} reports a corrupt file; {@code readInts} and its like read on.
     */
    public abstract boolean onlyDictionaryPages();

    /**
     * The dictionary, values converted, by id; null if the chunk has none. Need not be sorted, may hold a value twice (also
     * because two values of the file became one) and values that no page uses. Read from the file at the first call, which
     * may come before {@link #nextPage()}. Owned by the reader, valid until it is closed, not to be changed.
     */
    public abstract @Nullable ValueVector dictionary() throws IOException;

    /**
     * Goes to the next data page that has entries, or, after {@link #skipRecords}, to the rest of the page where that
     * stopped.
     *
     * @return false after the last one; then the number of records has been checked against that of the row group
     */
    public abstract boolean nextPage() throws IOException;

    /** The number of level entries of the page: values and nulls. */
    public abstract int pageLevels();

    /**
     * The number of records that start in the page. In nested columns the first entries of a page may continue the record
     * before; their repetition level is not 0.
     */
    public abstract int pageRecords();

    /** The number of non-null values of the page. */
    public abstract int pageValues();

    /** The definition level that all entries of the page have (the usual case: all present), or -1 if they differ. */
    public abstract int uniformDefinitionLevel();

    /** Whether {@link #readIds} can be used for the page. */
    public abstract boolean pageIsDictionary();

    /**
     * The page as it lies in the file, if a file with the target's schema can take it over as it is: a page of version 1 of a
     * column without repetition, whole, its values PLAIN and neither they nor the levels translated. Null if it is not like
     * that.
     *
     * @param codec the codec that the page must be compressed with
     */
    public @Nullable RawPage rawPage(CompressionCodecName codec) {
        return null;
    }

    /**
     * An upper bound of the bytes that {@link #appendBytes} will append for all values of the page that are not consumed
     * yet. 0 for other kinds.
     */
    public abstract long pageValueBytes() throws IOException;

    /** Copies the definition levels of the page: {@link #pageLevels()} entries. */
    public abstract void readDefinitionLevels(byte[] into, int at);

    /** Copies the repetition levels of the page: {@link #pageLevels()} entries, all 0 in a column without repetition. */
    public abstract void readRepetitionLevels(byte[] into, int at);

    /**
     * Reads the next {@code count} values of a dictionary page as ids, each below the size of the {@link #dictionary()}.
     *
     * @param remap if not null, {@code remap[id]} is written in place of {@code id}; as long as the dictionary
     */
    public abstract void readIds(int count, int[] into, int at, int @Nullable [] remap) throws IOException;

    /** Reads the next {@code count} values of kind INT. */
    public abstract void readInts(int count, int[] into, int at) throws IOException;

    /** Reads the next {@code count} values of kind LONG. */
    public abstract void readLongs(int count, long[] into, int at) throws IOException;

    /** Appends the next {@code count} values of kind BYTES. */
    public abstract void appendBytes(int count, ValueVector into) throws IOException;

    /** Passes over the next {@code count} values of the page. */
    public abstract void skipValues(int count) throws IOException;

    /**
     * Passes over whole records, without decoding values and, where the format allows it, without decompressing pages. Allowed
     * between pages (before the first {@link #nextPage()}, or when the current page has been dealt with as a whole); the
     * next {@code nextPage()} starts with the record after those skipped.
     *
     * @throws IllegalArgumentException if fewer than {@code count} records are left
     */
    public abstract void skipRecords(long count) throws IOException;

    /**
     * Begins at a place instead of the first page: the next {@link #nextPage()} starts with the record that starts there or
     * behind it. Allowed before anything else has been read.
     *
     * @param place that another reader of the same chunk gave
     */
    public void start(PagePlace place) throws IOException {
        skipRecords(place.records());
    }

    /**
     * Where another reader of the chunk can begin to get to a record: the last page that this one has come to and that does
     * not start behind it. Null if there is none.
     */
    public @Nullable PagePlace place(long record) {
        return null;
    }

    /** Says that no records will be wanted from {@code record} on, so that little behind them is read from the source. */
    public void readUpTo(long record) {}

    /** The definition levels of the page, from {@link #firstEntry()} on; null if they are uniform. Valid until the next page. */
    abstract byte @Nullable [] definitions();

    /** The repetition levels of the page, from {@link #firstEntry()} on; null if all are 0. Valid until the next page. */
    abstract byte @Nullable [] repetitions();

    /** Where the levels of the page start in their arrays. */
    abstract int firstEntry();

    @Override
    public abstract void close();
}
