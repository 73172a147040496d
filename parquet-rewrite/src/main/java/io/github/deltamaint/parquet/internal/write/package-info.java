/**
 * The writing side of the engine: from the columns of a row group to the bytes of a file.
 *
 * <p>Read from the bottom up: {@link PageBuffer} takes bytes; {@link HybridEncoder}, {@link LevelEncoder} and
 * {@link DeltaBinaryPackedEncoder} turn ids, levels and numbers into them; {@link DistinctValues} finds the dictionary of a
 * column and sorts it; {@link EncodingChooser} decides on a sample; {@link ColumnChunkWriter} cuts pages, takes their
 * statistics and compresses them; {@link FileAssembler} puts chunks, indexes and the footer into a
 * {@link io.github.deltamaint.parquet.ByteSink}.
 */
@NullMarked
package io.github.deltamaint.parquet.internal.write;

import org.jspecify.annotations.NullMarked;
