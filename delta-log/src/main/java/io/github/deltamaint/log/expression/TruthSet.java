package io.github.deltamaint.log.expression;

/**
 * Which truth values a condition may take among the rows of a file, as bits.
 *
 * <p>Sets may be too large, never too small: from "may not be true" follows that no row matches. Conditions are combined as if each value of one could occur with
 * each value of the other.
 */
final class TruthSet {
    static final int NONE = 0;
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int UNKNOWN = 4;
    static final int ALL = TRUE | FALSE | UNKNOWN;

    private static final Truth[] TRUTHS = Truth.values();

    private TruthSet() {}

    static int of(Truth truth) {
        return switch (truth) {
            case TRUE -> TRUE;
            case FALSE -> FALSE;
            case UNKNOWN -> UNKNOWN;
        };
    }

    static int and(int left, int right) {
        int result = NONE;
        for (Truth l : TRUTHS) {
            for (Truth r : TRUTHS) {
                if ((left & of(l)) != 0 && (right & of(r)) != 0) {
                    result |= of(l.and(r));
                }
            }
        }
        return result;
    }

    static int or(int left, int right) {
        return not(and(not(left), not(right)));
    }

    static int not(int set) {
        int result = set & UNKNOWN;
        if ((set & TRUE) != 0) {
            result |= FALSE;
        }
        if ((set & FALSE) != 0) {
            result |= TRUE;
        }
        return result;
    }
}
