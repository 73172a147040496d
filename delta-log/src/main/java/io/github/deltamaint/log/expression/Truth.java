package io.github.deltamaint.log.expression;

/** SQL's three truth values. */
public enum Truth {
    /** True. */
    TRUE,
    /** False. */
    FALSE,
    /** Neither, because a null was involved. */
    UNKNOWN;

    /** {@link #TRUE} or {@link #FALSE}. */
    public static Truth of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** This AND the other. */
    public Truth and(Truth other) {
        if (this == FALSE || other == FALSE) {
            return FALSE;
        }
        return this == TRUE && other == TRUE ? TRUE : UNKNOWN;
    }

    /** This OR the other. */
    public Truth or(Truth other) {
        if (this == TRUE || other == TRUE) {
            return TRUE;
        }
        return this == FALSE && other == FALSE ? FALSE : UNKNOWN;
    }

    /** NOT this. */
    public Truth not() {
        return this == UNKNOWN ? UNKNOWN : of(this == FALSE);
    }
}
