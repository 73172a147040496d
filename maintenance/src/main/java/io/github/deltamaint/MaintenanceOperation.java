package io.github.deltamaint;

import io.github.deltamaint.common.CancellationToken;

/**
 * Something to do to a table: settings first, then {@link #plan()} to see what would happen or {@link #execute()} to let it happen.
 *
 * <p>For one use by one thread.
 *
 * @param <S> the operation itself
 * @param <P> its plan
 * @param <R> its result
 */
public interface MaintenanceOperation<S, P, R> {

    /** Who is told about progress. May be called more than once; all listeners are told. */
    S listener(MaintenanceListener listener);

    /** What can stop the operation; by default only interrupting the thread does. */
    S cancellation(CancellationToken token);

    /** A text that goes into the history of the table ({@code commitInfo.userMetadata}). */
    S userMetadata(String userMetadata);

    /** Looks at the table and says what {@link #execute()} would do. Changes nothing. */
    P plan();

    /** Plans, and carries out the plan. */
    R execute();
}
