package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.io.IOException;
import java.util.OptionalLong;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/** Reads the header of a dictionary page and nothing behind it. */
public final class DictionaryHeader {
    /** Longer than any header of a dictionary page that writers write: a few numbers. */
    private static final int MOST_BYTES = 128;

    private DictionaryHeader() {}

    /**
     * The number of values in the dictionary of a chunk; empty if its first page is no dictionary.
     *
     * @throws CorruptFileException if there is no page header
     */
    public static OptionalLong values(ByteSource source, ColumnChunkMetaData chunk) throws IOException {
        if (chunk.getValueCount() == 0 || chunk.getTotalSize() == 0) {
            return OptionalLong.empty();
        }
        byte[] bytes = new byte[(int) Math.min(MOST_BYTES, chunk.getTotalSize())];
        source.readFully(chunk.getStartingPos(), bytes, 0, bytes.length);
        try {
            PageHeader header = new PageHeader();
            // A header that is longer holds statistics, so it is that of a data page.
            boolean isComplete = header.parse(bytes, 0, bytes.length) != PageHeader.INCOMPLETE;
            return isComplete && header.type == PageHeader.DICTIONARY_PAGE
                    ? OptionalLong.of(header.values)
                    : OptionalLong.empty();
        } catch (MalformedDataException e) {
            throw new CorruptFileException(source.name(), "column " + chunk.getPath() + ": " + e.getMessage(), e);
        }
    }
}
