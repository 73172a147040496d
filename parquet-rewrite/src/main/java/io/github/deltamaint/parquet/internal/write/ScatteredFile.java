package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.WriteSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.MessageType;

/**
 * A Parquet file of one row group whose parts lie anywhere: its {@linkplain #start start}, its column chunks one behind the other, and its {@linkplain #end end}. It has
 * no page indexes. Used by one thread.
 */
public final class ScatteredFile {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private final FileFooter footer;
    private long position = MAGIC.length;

    /** A file without chunks. */
    public ScatteredFile(MessageType schema, WriteSettings settings) {
        footer = new FileFooter(schema, settings, Map.of());
        footer.startRowGroup(position);
    }

    /** The bytes before the first chunk. */
    public static byte[] start() {
        return MAGIC.clone();
    }

    /** Adds the chunk of the next leaf; its pages are the next bytes of the file. */
    public void add(WrittenChunk chunk) {
        footer.add(chunk, position);
        position += chunk.compressedBytes();
    }

    /** The bytes behind the last chunk. */
    public byte[] end(long rows) throws IOException {
        footer.endRowGroup(rows);
        PageBuffer end = new PageBuffer();
        Util.writeFileMetaData(footer.metaData(), end);
        end.writeInt(end.length());
        end.write(MAGIC, 0, MAGIC.length);
        return Arrays.copyOf(end.bytes(), end.length());
    }
}
