package io.github.deltamaint;

import java.util.OptionalLong;

/**
 * What an append did.
 *
 * @param version the version that was committed; empty if there were no rows, or the table had the batch already
 * @param rows how many rows were added
 * @param filesAdded the new files
 * @param alreadyCommitted whether the table had the batch of this {@linkplain Append#transaction transaction} already, so that nothing was done
 */
public record AppendResult(OptionalLong version, long rows, FileMetrics filesAdded, boolean alreadyCommitted) {}
