package io.github.deltamaint.log;

/**
 * A commit that landed.
 *
 * @param version the version that it made
 * @param attempts how often it was tried; 1 if nobody else committed meanwhile
 * @param committed what was committed in the end: row ids, times and whatever the {@link Rebase} took away are as in the log
 */
public record CommitResult(long version, int attempts, CommitRequest committed) {}
