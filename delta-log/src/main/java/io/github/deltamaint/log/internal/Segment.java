package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.LogSegment;
import io.github.deltamaint.log.internal.layout.CheckpointCandidate;
import io.github.deltamaint.log.internal.layout.LogFile;
import io.github.deltamaint.log.internal.layout.LogFileName;
import io.github.deltamaint.log.storage.FileStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The files that make up one version.
 *
 * @param version the version
 * @param checkpoint where replay ends, if there is a checkpoint
 * @param deltas what is replayed on top, oldest first: commits, and compactions in place of those that they cover
 * @param commits every commit after the checkpoint, oldest first
 * @param versionCommit the commit of the version itself, if it is still there
 */
record Segment(
        long version,
        @Nullable CheckpointCandidate checkpoint,
        List<LogFile> deltas,
        List<FileStatus> commits,
        Optional<FileStatus> versionCommit) {

    boolean usesCompactions() {
        return deltas.stream().anyMatch(file -> file.name().kind() == LogFileName.Kind.COMPACTION);
    }

    LogSegment toPublic() {
        return new LogSegment(
                version,
                checkpoint == null ? OptionalLong.empty() : OptionalLong.of(checkpoint.version()),
                checkpoint == null ? List.of() : checkpoint.files(),
                deltas.stream().map(LogFile::status).toList(),
                commits);
    }
}
