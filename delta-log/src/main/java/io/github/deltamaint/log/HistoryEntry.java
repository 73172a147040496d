package io.github.deltamaint.log;

import io.github.deltamaint.log.actions.CommitInfo;
import java.time.Instant;
import java.util.Optional;

/**
 * One commit that the log still has.
 *
 * @param version the version that it made
 * @param timestamp when: from the commit itself on tables that record it, else the modification time of its file, made increasing
 * @param commitInfo what its writer said about it; empty if it said nothing
 */
public record HistoryEntry(long version, Instant timestamp, Optional<CommitInfo> commitInfo) {}
