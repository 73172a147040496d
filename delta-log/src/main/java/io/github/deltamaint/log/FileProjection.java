package io.github.deltamaint.log;

/** How much of each file is read from the log. Less is faster; what is left out is empty in the {@code AddFile}. */
public enum FileProjection {
    /** Everything but the statistics, which are neither read nor decoded. */
    WITHOUT_STATS,
    /** Everything. */
    WITH_STATS
}
