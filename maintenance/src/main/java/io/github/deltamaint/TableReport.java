package io.github.deltamaint;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What was done to a table of a lakehouse.
 *
 * @param table the path below the root
 * @param outcome how it went
 * @param done what was done, in this order; also what was done before a failure
 * @param optimized what OPTIMIZE did, if it ran
 * @param failure what went wrong, or why the table is refused
 * @param elapsed how long it took
 */
public record TableReport(
        String table,
        Outcome outcome,
        List<LakehousePlan.Kind> done,
        Optional<OptimizeResult> optimized,
        Optional<TableFailure> failure,
        Duration elapsed) {

    /** Copies the list. */
    public TableReport {
        done = List.copyOf(done);
    }

    /** How it went. */
    public enum Outcome {
        /** Everything that was planned is done. */
        MAINTAINED,
        /** There was nothing to do. */
        NOTHING_TO_DO,
        /** This library refuses to maintain it; nothing was changed. */
        REFUSED,
        /** Something went wrong; the failure says what was changed. */
        FAILED,
        /** Another process holds the lease of the table, so it was left to that one. */
        BUSY,
        /** The work was stopped, or the window of its rule was closed, before it came to this table. */
        NOT_BEGUN
    }
}
