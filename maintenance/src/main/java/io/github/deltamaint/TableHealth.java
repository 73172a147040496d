package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.health.HealthPage;
import io.github.deltamaint.vacuum.RetainedHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How a table is, as its log tells: figures, and what should be otherwise. No data file was opened and nothing was listed but the log, unless {@link HealthOptions} ask for it.
 *
 * <p>Made by the library; components may be added.
 *
 * @param path the directory of the table
 * @param version the version that was looked at
 * @param checkedAt when
 * @param targetFileSize the size that OPTIMIZE gives files
 * @param files the files
 * @param afterOptimize the sizes that files would have after an OPTIMIZE without any setting, as predicted; empty if a property is malformed
 * @param partitions the partitions
 * @param log the log
 * @param removed the files that were removed from the table and are still named by the log
 * @param retention how long what is no longer needed is kept
 * @param layout how the rows lie in the files
 * @param clustering how well the files are clustered by the columns in use; empty if there are none
 * @param storage what is stored; empty unless {@link HealthOptions#storage()} asks for it and the table allows it
 * @param findings what should be otherwise, the worst first; empty if the table is well
 */
public record TableHealth(
        String path,
        long version,
        Instant checkedAt,
        DataSize targetFileSize,
        Files files,
        Optional<List<SizeClass>> afterOptimize,
        Partitions partitions,
        Log log,
        Removed removed,
        Retention retention,
        Layout layout,
        Optional<ClusteringReport> clustering,
        Optional<Stored> storage,
        List<Finding> findings) {

    /** Copies the lists. */
    public TableHealth {
        afterOptimize = afterOptimize.map(List::copyOf);
        findings = List.copyOf(findings);
    }

    /**
     * This as a page for people: one HTML file that needs nothing else, with pictures of file sizes, partitions, clustering and the log. Each number is that of this record.
     *
     * @param history the latest commits, newest first, as {@link TableMaintenance#history} gives them; as many as are to be seen
     */
    public String toHtml(List<HistoryEntry> history) {
        return HealthPage.of(this, history);
    }

    /** Whether nothing worse than a note was found. */
    public boolean isHealthy() {
        return findings.stream().allMatch(finding -> finding.severity() == Finding.Severity.INFO);
    }

    /**
     * The active files.
     *
     * @param metrics how many and how large
     * @param median the size of the one in the middle; zero if there is none
     * @param skew how different their sizes are: standard deviation over average, 0 if all are equal
     * @param small how many are small, that is below three quarters of the target size
     * @param smallSize the size of those together
     * @param large how many are too large, by {@link HealthThresholds#largeFile()}
     * @param largeSize the size of those together
     * @param histogram the sizes by classes, ascending; classes without files are there too
     * @param rows how many rows there are, without deleted ones; empty if a file does not say
     * @param withoutRowCount how many files do not say how many rows they have
     * @param withDeletionVectors how many have a deletion vector
     * @param deletedRows how many rows these delete
     */
    public record Files(
            FileMetrics metrics,
            DataSize median,
            double skew,
            long small,
            DataSize smallSize,
            long large,
            DataSize largeSize,
            List<SizeClass> histogram,
            OptionalLong rows,
            long withoutRowCount,
            long withDeletionVectors,
            long deletedRows) {

        /** Copies the list. */
        public Files {
            histogram = List.copyOf(histogram);
        }
    }

    /**
     * The files of a range of sizes.
     *
     * @param below all of them are smaller; empty for the class of the largest
     * @param files how many
     * @param size their size together
     */
    public record SizeClass(Optional<DataSize> below, long files, DataSize size) {}

    /**
     * The partitions; a table without partition columns is one.
     *
     * @param columns the partition columns
     * @param count how many partitions have files
     * @param averageSize the average size
     * @param largest the partition with the most bytes; empty if there are no files
     * @param worst the partitions with the most small files, at most 100, the worst first
     */
    public record Partitions(
            List<String> columns,
            long count,
            DataSize averageSize,
            Optional<Partition> largest,
            List<Partition> worst) {

        /** Copies the lists. */
        public Partitions {
            columns = List.copyOf(columns);
            worst = List.copyOf(worst);
        }
    }

    /**
     * A partition.
     *
     * @param values the value of each partition column as the log has it; null is SQL NULL
     * @param files how many files it has
     * @param size their size
     * @param smallFiles how many of them are small
     */
    public record Partition(Map<String, @Nullable String> values, long files, DataSize size, long smallFiles) {

        /** Copies the map. */
        public Partition {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /**
     * The log.
     *
     * @param checkpointVersion the version of the newest complete checkpoint, if there is one
     * @param checkpointTime when it was written
     * @param commitsSinceCheckpoint how many commits readers replay after it, or from the first on without one
     * @param bytesSinceCheckpoint the size of these
     */
    public record Log(
            OptionalLong checkpointVersion,
            Optional<Instant> checkpointTime,
            long commitsSinceCheckpoint,
            DataSize bytesSinceCheckpoint) {}

    /**
     * The tombstones in the log.
     *
     * @param files how many
     * @param size the size of their files, as far as the log says
     * @param expired how many have been removed for longer than the retention; VACUUM deletes those files, or has done so already
     * @param expiredSize the size of these
     * @param oldest when the oldest of them was removed
     */
    public record Removed(long files, DataSize size, long expired, DataSize expiredSize, Optional<Instant> oldest) {}

    /**
     * How long what is no longer needed is kept. Versions older than the shorter of both may not be readable. Empty where the table's property is malformed.
     *
     * @param deletedFiles how long removed files are kept
     * @param log how long commits are kept
     */
    public record Retention(Optional<Duration> deletedFiles, Optional<Duration> log) {}

    /**
     * How the rows lie in the files.
     *
     * @param vOrderWanted what the table property {@code delta.parquet.vorder.enabled} says; empty if it is not set or malformed
     * @param filesWithoutVOrder how many files are not in V-Order or the like, as the log says; as the files say, if the look was {@linkplain HealthOptions#deep() deep}
     * @param sizeWithoutVOrder the size of these
     * @param rowGroups the row groups; empty unless the look was deep and no file is damaged
     */
    public record Layout(
            Optional<Boolean> vOrderWanted,
            long filesWithoutVOrder,
            DataSize sizeWithoutVOrder,
            Optional<TableLayout.RowGroupSizes> rowGroups) {}

    /**
     * What is stored besides what the latest version needs.
     *
     * @param expired how many files VACUUM would delete that were part of the table once
     * @param expiredSize their size
     * @param orphans how many files VACUUM would delete that no version in the log names
     * @param orphanSize their size
     * @param logFiles how many files the clean-up of the log would delete; 0 where it is refused
     * @param logSize their size
     * @param history how far back the table can be read
     */
    public record Stored(
            long expired,
            DataSize expiredSize,
            long orphans,
            DataSize orphanSize,
            long logFiles,
            DataSize logSize,
            RetainedHistory history) {}
}
