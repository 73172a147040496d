package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.time.Duration;

/**
 * When something counts as a problem. Immutable; {@link #defaults()} suits most tables.
 *
 * @param savedFiles small files are a warning when OPTIMIZE can save at least this many files; 10
 * @param savedFilesCritical … and critical from this many on; 1,000
 * @param deletedRowsRatio deleted rows are a warning instead of a note when they are at least this share of all rows; 0.05
 * @param partitions partitions are too many from this number on, if they are small as well; 100
 * @param partitionSize partitions are small when their average is below this size; 16 MiB
 * @param commitsSinceCheckpoint the log is long when this many commits follow the newest checkpoint; 100
 * @param retention the least time that removed files should be kept; 7 days
 * @param targetFileSize the least that {@code delta.targetFileSize} should be; 16 MiB
 */
public record HealthThresholds(
        long savedFiles,
        long savedFilesCritical,
        double deletedRowsRatio,
        long partitions,
        DataSize partitionSize,
        long commitsSinceCheckpoint,
        Duration retention,
        DataSize targetFileSize) {

    private static final HealthThresholds DEFAULTS = new HealthThresholds(
            10, 1_000, 0.05, 100, DataSize.mebibytes(16), 100, Duration.ofDays(7), DataSize.mebibytes(16));

    /** Checks the values. */
    public HealthThresholds {
        positive(savedFiles, "savedFiles");
        positive(partitions, "partitions");
        positive(commitsSinceCheckpoint, "commitsSinceCheckpoint");
        if (savedFilesCritical < savedFiles) {
            throw new IllegalArgumentException("savedFilesCritical must be at least savedFiles (" + savedFiles
                    + ") but was " + savedFilesCritical);
        }
        if (!(deletedRowsRatio >= 0 && deletedRowsRatio <= 1)) {
            throw new IllegalArgumentException("deletedRowsRatio must be between 0 and 1 but was " + deletedRowsRatio);
        }
        if (retention.isNegative()) {
            throw new IllegalArgumentException("retention must not be negative but was " + retention);
        }
    }

    private static void positive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive but was " + value);
        }
    }

    /** The values named above. */
    public static HealthThresholds defaults() {
        return DEFAULTS;
    }

    /** The same with another {@link #savedFiles()}; {@link #savedFilesCritical()} is raised if it would be less. */
    public HealthThresholds withSavedFiles(long files) {
        return new HealthThresholds(
                files,
                Math.max(files, savedFilesCritical),
                deletedRowsRatio,
                partitions,
                partitionSize,
                commitsSinceCheckpoint,
                retention,
                targetFileSize);
    }

    /** The same with another {@link #savedFilesCritical()}. */
    public HealthThresholds withSavedFilesCritical(long files) {
        return new HealthThresholds(
                savedFiles,
                files,
                deletedRowsRatio,
                partitions,
                partitionSize,
                commitsSinceCheckpoint,
                retention,
                targetFileSize);
    }

    /** The same with another {@link #deletedRowsRatio()}. */
    public HealthThresholds withDeletedRowsRatio(double ratio) {
        return new HealthThresholds(
                savedFiles,
                savedFilesCritical,
                ratio,
                partitions,
                partitionSize,
                commitsSinceCheckpoint,
                retention,
                targetFileSize);
    }

    /** The same with another {@link #partitions()} and {@link #partitionSize()}. */
    public HealthThresholds withPartitions(long count, DataSize averageSize) {
        return new HealthThresholds(
                savedFiles,
                savedFilesCritical,
                deletedRowsRatio,
                count,
                averageSize,
                commitsSinceCheckpoint,
                retention,
                targetFileSize);
    }

    /** The same with another {@link #commitsSinceCheckpoint()}. */
    public HealthThresholds withCommitsSinceCheckpoint(long commits) {
        return new HealthThresholds(
                savedFiles,
                savedFilesCritical,
                deletedRowsRatio,
                partitions,
                partitionSize,
                commits,
                retention,
                targetFileSize);
    }

    /** The same with another {@link #retention()}. */
    public HealthThresholds withRetention(Duration least) {
        return new HealthThresholds(
                savedFiles,
                savedFilesCritical,
                deletedRowsRatio,
                partitions,
                partitionSize,
                commitsSinceCheckpoint,
                least,
                targetFileSize);
    }
}
