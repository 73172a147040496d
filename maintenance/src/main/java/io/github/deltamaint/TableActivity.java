package io.github.deltamaint;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How a table is written to, and what was done for it last, as the newest commits of its history tell. Made by the library; components may be added.
 *
 * <p>A table is hot if it got 24 or more writes a day, or 4 or more a day by streams and by statements that change rows; cold if nobody has written to it for 30 days; else warm.
 * Writes a day are counted over the last 7 days, or over the life of a younger table, of at least a day.
 *
 * @param temperature how often it is written to
 * @param pattern how it is written to
 * @param writes how many of the commits that were looked at are writes
 * @param commits how many commits were looked at: the newest ones, at most 1,000
 * @param writesPerDay how many writes there were a day
 * @param lastWrite when the newest was made; empty if none was looked at
 * @param lastOptimize when OPTIMIZE was last committed; empty if not in these commits
 * @param lastVacuum when VACUUM was last committed; empty if not in these commits
 * @param commitsSinceCheckpoint how many commits readers replay after the newest checkpoint
 */
public record TableActivity(
        Temperature temperature,
        Pattern pattern,
        int writes,
        int commits,
        double writesPerDay,
        Optional<Instant> lastWrite,
        Optional<Instant> lastOptimize,
        Optional<Instant> lastVacuum,
        long commitsSinceCheckpoint) {

    /** How often a table is written to. */
    public enum Temperature {
        /** Many times a day: small files come together fast. */
        HOT(Duration.ofDays(1)),
        /** About once a day. */
        WARM(Duration.ofDays(7)),
        /** Not for a month. */
        COLD(Duration.ofDays(30));

        private final Duration optimizeEvery;

        Temperature(Duration optimizeEvery) {
            this.optimizeEvery = optimizeEvery;
        }

        /** How much time should pass between two OPTIMIZEs, unless a policy says otherwise. */
        public Duration optimizeEvery() {
            return optimizeEvery;
        }
    }

    /** How a table is written to. */
    public enum Pattern {
        /** Not at all, in the commits that were looked at. */
        NONE,
        /** By streams, or by appends that follow each other within minutes. */
        STREAMING,
        /** A fifth of the writes or more change rows that are there: MERGE, UPDATE, DELETE. */
        MERGE,
        /** By jobs that append now and then. */
        BATCH,
        /** By few large writes, of a gigabyte or more each. */
        BULK_LOAD
    }
}
