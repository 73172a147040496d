package io.github.deltamaint.vacuum;

import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.vacuum.internal.HistoryReader;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * How far back a table can be read. Made by the library; components may be added.
 *
 * @param latestVersion the latest version
 * @param firstInLog the oldest version that the log can rebuild; empty if that cannot be told from the names of its files
 * @param firstReadable the oldest version whose data files are there for certain, too, as far as the history tells: what vacuums have deleted is computed from their retentions, so an
 *     older version may happen to be whole, or have been kept by a pin. Deletions that no commit tells of, such as those of Delta Spark on S3, are unknown
 * @param retention how long a vacuum that is not told otherwise keeps what was removed
 * @param firstAfterVacuum the oldest version that would be readable for certain after such a vacuum now
 */
public record RetainedHistory(
        long latestVersion, OptionalLong firstInLog, long firstReadable, Duration retention, long firstAfterVacuum) {

    /**
     * Looks at a log: one listing, the note that vacuums leave, and as many commits, newest first, as may tell of a vacuum.
     *
     * @param clock the present, from which the retention counts
     * @throws io.github.deltamaint.common.InvalidOperationException if {@code delta.deletedFileRetentionDuration} is malformed
     */
    public static RetainedHistory of(DeltaLog log, Clock clock) {
        return new HistoryReader(log, clock).read();
    }
}
