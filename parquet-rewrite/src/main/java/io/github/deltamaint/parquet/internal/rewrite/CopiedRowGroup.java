package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.internal.write.CopiedChunk;
import io.github.deltamaint.parquet.internal.write.FileAssembler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * A row group that is copied byte by byte.
 *
 * @param input its file
 * @param rowGroup its place in the file
 * @param firstRow its first row among all that survive
 * @param rows its rows, all of which survive
 * @param chunks its column chunks
 */
record CopiedRowGroup(int input, int rowGroup, long firstRow, long rows, List<CopiedChunk> chunks) {
    private static final int PIECE = 1 << 20;

    /** The longest header of a Bloom filter. */
    private static final int BLOOM_HEADER_BYTES = 64;

    /** The row behind its last one. */
    long endRow() {
        return firstRow + rows;
    }

    /** Its bytes. */
    long bytes() {
        return chunks.stream().mapToLong(CopiedChunk::compressedBytes).sum();
    }

    /**
     * Copies it.
     *
     * @param cancellation asked between pieces
     */
    void copy(OpenInput from, FileAssembler file, Runnable cancellation) throws IOException {
        file.startRowGroup();
        byte[] piece = new byte[PIECE];
        for (CopiedChunk chunk : chunks) {
            file.startChunk();
            try {
                copy(from.file().source(), chunk, piece, file, cancellation);
            } catch (IOException e) {
                throw Failures.naming(e, chunk.leaf(), from.input());
            }
            file.endChunk(chunk);
        }
        for (CopiedChunk chunk : chunks) {
            byte[] filter = bloomFilter(from.file().source(), chunk);
            if (filter != null) {
                file.bloomFilter(chunk.leaf(), filter);
            }
        }
        file.endRowGroup(rows);
    }

    private static void copy(
            ByteSource source, CopiedChunk chunk, byte[] piece, FileAssembler file, Runnable cancellation)
            throws IOException {
        long end = chunk.start() + chunk.compressedBytes();
        for (long at = chunk.start(); at < end; at += piece.length) {
            cancellation.run();
            int length = (int) Math.min(piece.length, end - at);
            source.readFully(at, piece, 0, length);
            file.write(piece, 0, length);
        }
    }

    private static byte @Nullable [] bloomFilter(ByteSource source, CopiedChunk chunk) throws IOException {
        long offset = chunk.bloomFilterOffset();
        if (offset < 0) {
            return null;
        }
        int length = chunk.bloomFilterLength() > 0 ? chunk.bloomFilterLength() : bloomFilterLength(source, offset);
        if (length > source.length() - offset) {
            throw new CorruptFileException(
                    source.name(),
                    "the Bloom filter of column " + chunk.leaf() + " has " + length + " bytes from offset " + offset
                            + " on, in a file of " + source.length() + " bytes");
        }
        byte[] filter = new byte[length];
        source.readFully(offset, filter, 0, length);
        return filter;
    }

    /** The bytes of a Bloom filter with its header, of which the footer does not say the length. */
    private static int bloomFilterLength(ByteSource source, long offset) throws IOException {
        byte[] start = new byte[(int) Math.max(0, Math.min(BLOOM_HEADER_BYTES, source.length() - offset))];
        source.readFully(offset, start, 0, start.length);
        ByteArrayInputStream stream = new ByteArrayInputStream(start);
        BloomFilterHeader header = Util.readBloomFilterHeader(stream);
        return Math.addExact(start.length - stream.available(), header.getNumBytes());
    }
}
