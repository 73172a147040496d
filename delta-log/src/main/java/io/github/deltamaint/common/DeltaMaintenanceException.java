package io.github.deltamaint.common;

import org.jspecify.annotations.Nullable;

/**
 * The root of everything that can go wrong with a table. The type says what may happen next.
 *
 * <p>The message begins with the path of the table. After any of these, calling the same operation again is safe.
 */
public abstract class DeltaMaintenanceException extends RuntimeException {
    private final String tablePath;

    /**
     * Names the table and the problem.
     *
     * @param tablePath the root of the table
     * @param problem what was expected, what was found and what to do
     * @param cause what made it fail, if something did
     */
    protected DeltaMaintenanceException(String tablePath, String problem, @Nullable Throwable cause) {
        super(tablePath + ": " + problem, cause);
        this.tablePath = tablePath;
    }

    /** The root of the table. */
    public String tablePath() {
        return tablePath;
    }

    /** Whether the same call may succeed without anybody changing anything. */
    public boolean isRetryable() {
        return false;
    }
}
