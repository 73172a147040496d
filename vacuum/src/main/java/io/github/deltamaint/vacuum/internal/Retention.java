package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.log.LogCoverage;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * What is within the retention.
 *
 * @param cutoff what was not needed since then may go
 * @param before the newest version that is older than the cutoff; empty if the log has none
 * @param atCutoff the newest version that is not younger than the cutoff: what the table was at that time; empty if the log has none
 */
record Retention(Instant cutoff, OptionalLong before, OptionalLong atCutoff) {

    static Retention of(Instant cutoff, LogCoverage coverage) {
        return new Retention(cutoff, coverage.newestAt(cutoff.minusMillis(1)), coverage.newestAt(cutoff));
    }

    /** Whether a version was made within the retention: somebody may still read the version before it. */
    boolean contains(long version) {
        return before.isEmpty() || version > before.getAsLong();
    }

    /** Whether a time in milliseconds since 1970 is within the retention. */
    boolean contains(Instant time) {
        return !time.isBefore(cutoff);
    }

    boolean containsMillis(long time) {
        return time >= cutoff.toEpochMilli();
    }
}
