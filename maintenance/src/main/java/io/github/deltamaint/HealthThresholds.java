package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.time.Duration;
import java.util.function.Consumer;

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
 * @param overfetch clustering is poor when queries for 1 % of the rows read at least this many times the files of the best layout; 2
 * @param unclusteredSize a table should have partitions or clustering columns from this size on; 1 TiB
 * @param largeFile files are too large above this many times the target size; 4
 * @param partitionShare partitions are uneven when one of at least four has more than this share of a table that is larger than a file; 0.5
 */
public record HealthThresholds(
        long savedFiles,
        long savedFilesCritical,
        double deletedRowsRatio,
        long partitions,
        DataSize partitionSize,
        long commitsSinceCheckpoint,
        Duration retention,
        DataSize targetFileSize,
        double overfetch,
        DataSize unclusteredSize,
        double largeFile,
        double partitionShare) {

    private static final HealthThresholds DEFAULTS = new HealthThresholds(
            10,
            1_000,
            0.05,
            100,
            DataSize.mebibytes(16),
            100,
            Duration.ofDays(7),
            DataSize.mebibytes(16),
            2,
            DataSize.gibibytes(1_024),
            4,
            0.5);

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
        if (!(overfetch >= 1)) {
            throw new IllegalArgumentException("overfetch must be at least 1 but was " + overfetch);
        }
        if (!(largeFile >= 1)) {
            throw new IllegalArgumentException("largeFile must be at least 1 but was " + largeFile);
        }
        if (!(partitionShare >= 0 && partitionShare <= 1)) {
            throw new IllegalArgumentException("partitionShare must be between 0 and 1 but was " + partitionShare);
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
        return with(copy -> {
            copy.savedFiles = files;
            copy.savedFilesCritical = Math.max(files, savedFilesCritical);
        });
    }

    /** The same with another {@link #savedFilesCritical()}. */
    public HealthThresholds withSavedFilesCritical(long files) {
        return with(copy -> copy.savedFilesCritical = files);
    }

    /** The same with another {@link #deletedRowsRatio()}. */
    public HealthThresholds withDeletedRowsRatio(double ratio) {
        return with(copy -> copy.deletedRowsRatio = ratio);
    }

    /** The same with another {@link #partitions()} and {@link #partitionSize()}. */
    public HealthThresholds withPartitions(long count, DataSize averageSize) {
        return with(copy -> {
            copy.partitions = count;
            copy.partitionSize = averageSize;
        });
    }

    /** The same with another {@link #commitsSinceCheckpoint()}. */
    public HealthThresholds withCommitsSinceCheckpoint(long commits) {
        return with(copy -> copy.commitsSinceCheckpoint = commits);
    }

    /** The same with another {@link #retention()}. */
    public HealthThresholds withRetention(Duration least) {
        return with(copy -> copy.retention = least);
    }

    /** The same with another {@link #overfetch()}. */
    public HealthThresholds withOverfetch(double times) {
        return with(copy -> copy.overfetch = times);
    }

    /** The same with another {@link #unclusteredSize()}. */
    public HealthThresholds withUnclusteredSize(DataSize size) {
        return with(copy -> copy.unclusteredSize = size);
    }

    /** The same with another {@link #largeFile()}. */
    public HealthThresholds withLargeFile(double timesTarget) {
        return with(copy -> copy.largeFile = timesTarget);
    }

    /** The same with another {@link #partitionShare()}. */
    public HealthThresholds withPartitionShare(double share) {
        return with(copy -> copy.partitionShare = share);
    }

    private HealthThresholds with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.toThresholds();
    }

    /** Thresholds that can still be changed. */
    private static final class Copy {
        private long savedFiles;
        private long savedFilesCritical;
        private double deletedRowsRatio;
        private long partitions;
        private DataSize partitionSize;
        private long commitsSinceCheckpoint;
        private Duration retention;
        private DataSize targetFileSize;
        private double overfetch;
        private DataSize unclusteredSize;
        private double largeFile;
        private double partitionShare;

        Copy(HealthThresholds thresholds) {
            savedFiles = thresholds.savedFiles;
            savedFilesCritical = thresholds.savedFilesCritical;
            deletedRowsRatio = thresholds.deletedRowsRatio;
            partitions = thresholds.partitions;
            partitionSize = thresholds.partitionSize;
            commitsSinceCheckpoint = thresholds.commitsSinceCheckpoint;
            retention = thresholds.retention;
            targetFileSize = thresholds.targetFileSize;
            overfetch = thresholds.overfetch;
            unclusteredSize = thresholds.unclusteredSize;
            largeFile = thresholds.largeFile;
            partitionShare = thresholds.partitionShare;
        }

        HealthThresholds toThresholds() {
            return new HealthThresholds(
                    savedFiles,
                    savedFilesCritical,
                    deletedRowsRatio,
                    partitions,
                    partitionSize,
                    commitsSinceCheckpoint,
                    retention,
                    targetFileSize,
                    overfetch,
                    unclusteredSize,
                    largeFile,
                    partitionShare);
        }
    }
}
