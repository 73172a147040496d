package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.CommitListener;
import io.github.deltamaint.log.CommitResult;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.LogCleanupResult;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.Metadata;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is due once a commit has landed: the checkpoint at the table's interval, and after it the clean-up of the log, unless {@code delta.enableExpiredLogCleanup} is false. The commit stands whatever happens here, so a failure is logged and told to the listener, and
 * never thrown.
 */
final class AfterCommit {
    private static final Logger LOG = LoggerFactory.getLogger(AfterCommit.class);

    private final LogReader reader;
    private final LongFunction<CheckpointResult> checkpoint;
    private final Supplier<Optional<LogCleanupResult>> cleanup;

    /**
     * What is due after commits to one table.
     *
     * @param checkpoint writes the checkpoint of a version
     * @param cleanup cleans up the log; empty if the table does not allow it
     */
    AfterCommit(
            LogReader reader, LongFunction<CheckpointResult> checkpoint, Supplier<Optional<LogCleanupResult>> cleanup) {
        this.reader = reader;
        this.checkpoint = checkpoint;
        this.cleanup = cleanup;
    }

    /**
     * Does what is due.
     *
     * @param read the snapshot that the commit was computed from
     */
    void run(Snapshot read, CommitResult landed, CommitListener listener) {
        long version = landed.version();
        try {
            TableProperties properties = properties(read, landed);
            if (isCheckpointDue(properties, version)) {
                CheckpointResult result = checkpoint.apply(version);
                tell(() -> listener.checkpointFinished(result));
                cleanUp(properties, version, listener);
            }
        } catch (RuntimeException | Error e) {
            // Whoever sees anything thrown takes the commit for failed, and may delete the files that it added.
            LOG.warn("{}: version {} is committed, but its checkpoint failed", reader.table(), version, e);
            tell(() -> listener.checkpointFailed(version, e));
        }
    }

    private void cleanUp(TableProperties properties, long version, CommitListener listener) {
        try {
            if (properties.cleansUpLog()) {
                cleanup.get().ifPresent(result -> tell(() -> listener.logCleanedUp(result)));
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("{}: version {} is committed, but the log could not be cleaned up", reader.table(), version, e);
            tell(() -> listener.logCleanupFailed(version, e));
        }
    }

    private boolean isCheckpointDue(TableProperties properties, long version) {
        try {
            return version > 0 && version % properties.checkpointInterval() == 0;
        } catch (InvalidPropertyException e) {
            throw reader.invalid(e);
        }
    }

    /** The properties of the version that was made. */
    private static TableProperties properties(Snapshot read, CommitResult landed) {
        for (Action action : landed.committed().actions()) {
            if (action instanceof Metadata changed) {
                return TableDescription.properties(changed);
            }
        }
        return read.properties();
    }

    private void tell(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("{}: a commit listener failed", reader.table(), e);
        }
    }
}
