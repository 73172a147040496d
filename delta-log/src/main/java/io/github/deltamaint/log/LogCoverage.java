package io.github.deltamaint.log;

import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;

/**
 * Which versions the log of a table still has, as one listing showed it. Immutable.
 *
 * <p>It goes by the names of files: that a checkpoint is complete, not that it can be read.
 */
public interface LogCoverage {

    /** The versions whose commit the log has, ascending. */
    List<Long> commits();

    /** The versions that have a complete checkpoint. */
    NavigableSet<Long> checkpoints();

    /** The oldest version that can be rebuilt; empty if none can. Versions after it need not all be rebuildable. */
    OptionalLong firstVersion();

    /** Whether a version can be rebuilt: from a checkpoint at or before it, or the first commit, and every commit in between. */
    boolean canRebuild(long version);

    /**
     * The newest version that was made at or before a time, among those whose commit the log has; empty if all are younger. On tables that record times in
     * commits a few of these are read.
     */
    OptionalLong newestAt(Instant time);
}
