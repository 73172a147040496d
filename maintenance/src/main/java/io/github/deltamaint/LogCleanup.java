package io.github.deltamaint;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.LogCleanupPlan;
import io.github.deltamaint.log.LogCleanupResult;

/**
 * Deleting what the log no longer needs: commits, checkpoints, checksums, compactions and sidecars before the checkpoint on which every version stands that was current within
 * {@code delta.logRetentionDuration}. Data files are never touched; versions that go out of reach can no longer be read.
 *
 * <p>Both methods throw {@link InvalidOperationException} if that property is malformed.
 */
public interface LogCleanup {

    /** Looks at the log and says what {@link #execute()} would delete. Changes nothing. */
    LogCleanupPlan plan();

    /** Plans anew, and deletes. */
    LogCleanupResult execute();
}
