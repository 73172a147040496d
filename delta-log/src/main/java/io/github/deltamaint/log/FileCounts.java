package io.github.deltamaint.log;

/**
 * Sums over the active files of a snapshot.
 *
 * @param numFiles the number of active files
 * @param sizeInBytes the sum of their sizes
 * @param numDeletionVectors how many of them have a deletion vector
 * @param numDeletedRecords the number of rows that these deletion vectors hide
 */
public record FileCounts(long numFiles, long sizeInBytes, long numDeletionVectors, long numDeletedRecords) {}
