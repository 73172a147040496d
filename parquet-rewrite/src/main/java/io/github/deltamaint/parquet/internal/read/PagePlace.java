package io.github.deltamaint.parquet.internal.read;

/**
 * The start of a page of a column chunk that a reader has come to: where another reader of the same chunk can begin. What it says comes from the pages
 * before it, not from an index, so it is as right as reading them again.
 *
 * @param position in the file
 * @param entries the level entries before it
 * @param records the records that start before it; the last of them may go on in the page
 * @param dictionaryStart where the dictionary starts in the file
 * @param dictionaryEnd where it ends; 0 if none comes before the page
 */
public record PagePlace(long position, long entries, long records, long dictionaryStart, long dictionaryEnd) {}
