package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.util.Collection;
import java.util.LongSummaryStatistics;

/**
 * How many files there are, and how large.
 *
 * @param totalFiles how many
 * @param totalSize their size together
 * @param min the smallest; zero if there is none
 * @param max the largest; zero if there is none
 */
public record FileMetrics(long totalFiles, DataSize totalSize, DataSize min, DataSize max) {

    /** No files. */
    public static final FileMetrics NONE = new FileMetrics(0, DataSize.ZERO, DataSize.ZERO, DataSize.ZERO);

    /** The metrics of files of these sizes in bytes. */
    public static FileMetrics of(Collection<Long> sizes) {
        if (sizes.isEmpty()) {
            return NONE;
        }
        LongSummaryStatistics sizesSummary =
                sizes.stream().mapToLong(Long::longValue).summaryStatistics();
        return new FileMetrics(
                sizesSummary.getCount(),
                new DataSize(sizesSummary.getSum()),
                new DataSize(sizesSummary.getMin()),
                new DataSize(sizesSummary.getMax()));
    }

    /** The average size; zero if there is no file. */
    public DataSize average() {
        return totalFiles == 0 ? DataSize.ZERO : new DataSize(totalSize.bytes() / totalFiles);
    }
}
