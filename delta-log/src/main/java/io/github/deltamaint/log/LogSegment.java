package io.github.deltamaint.log;

import io.github.deltamaint.log.storage.FileStatus;
import java.util.List;
import java.util.OptionalLong;

/**
 * The files of the log that make up one version: a checkpoint, if there is a complete one, and everything after it.
 *
 * @param version the version
 * @param checkpointVersion the version of the checkpoint; empty if the log is replayed from its first commit
 * @param checkpoint the files of the checkpoint: one, or all parts in order; sidecars are not listed
 * @param deltas what is replayed on top, oldest first: commits, and log compactions in place of those that they cover
 * @param commits every commit after the checkpoint, oldest first, whether replayed or covered by a compaction
 */
public record LogSegment(
        long version,
        OptionalLong checkpointVersion,
        List<FileStatus> checkpoint,
        List<FileStatus> deltas,
        List<FileStatus> commits) {

    public LogSegment {
        checkpoint = List.copyOf(checkpoint);
        deltas = List.copyOf(deltas);
        commits = List.copyOf(commits);
    }
}
