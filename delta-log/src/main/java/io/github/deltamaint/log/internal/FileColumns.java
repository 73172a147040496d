package io.github.deltamaint.log.internal;

/** How much of a file action is read from a checkpoint. */
enum FileColumns {
    /** Path, size and deletion vector; all else is empty. */
    KEYS,
    /** Everything but statistics. */
    ALL_BUT_STATS,
    /** Everything. */
    ALL
}
