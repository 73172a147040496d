package io.github.deltamaint.parquet.internal.write;

import java.util.Map;
import org.apache.parquet.column.Encoding;

/**
 * A column chunk whose pages are written. Offsets count from its first page.
 *
 * @param leaf its column
 * @param entries its values and nulls
 * @param dictionaryPages 1 if it starts with a dictionary page, else 0
 * @param dataPageOffset where the first data page starts
 * @param dataPages the number of data pages by their encoding
 * @param compressedBytes its bytes in the file
 * @param uncompressedBytes its bytes before compression
 * @param statistics of its pages
 * @param containerNulls the rows in which the {@linkplain Leaf#container container} is null
 */
public record WrittenChunk(
        Leaf leaf,
        long entries,
        int dictionaryPages,
        long dataPageOffset,
        Map<Encoding, Integer> dataPages,
        long compressedBytes,
        long uncompressedBytes,
        ChunkStatistics statistics,
        long containerNulls) {}
