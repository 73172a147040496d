package io.github.deltamaint.log.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Optional;

/** Counts files by size, in the classes that the histogram of a version checksum file has, and compares. */
final class SizeHistogram {
    private final long[] boundaries;
    private final long[] wantedCounts;
    private final long[] wantedBytes;
    private final long[] counts;
    private final long[] bytes;

    private SizeHistogram(JsonNode json) {
        boundaries = longs(json.path("sortedBinBoundaries"));
        wantedCounts = longs(json.path("fileCounts"));
        wantedBytes = longs(json.path("totalBytes"));
        counts = new long[boundaries.length];
        bytes = new long[boundaries.length];
    }

    /** Prepares to compare; empty if the histogram contradicts itself. */
    static Optional<SizeHistogram> of(JsonNode json) {
        SizeHistogram histogram = new SizeHistogram(json);
        int classes = histogram.boundaries.length;
        boolean sound = classes > 0
                && histogram.boundaries[0] == 0
                && histogram.wantedCounts.length == classes
                && histogram.wantedBytes.length == classes;
        for (int i = 1; i < classes; i++) {
            sound &= histogram.boundaries[i - 1] < histogram.boundaries[i];
        }
        return sound ? Optional.of(histogram) : Optional.empty();
    }

    /** The numbers of a list; −1 for what is none. */
    static long[] longs(JsonNode list) {
        long[] longs = new long[list.size()];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = list.get(i).asLong(-1);
        }
        return longs;
    }

    /** Counts a file. */
    void add(long size) {
        int found = Arrays.binarySearch(boundaries, Math.max(0, size));
        int bin = found >= 0 ? found : -found - 2;
        counts[bin]++;
        bytes[bin] += size;
    }

    /** Whether the histogram is that of the files that were counted. */
    boolean agrees() {
        return Arrays.equals(counts, wantedCounts) && Arrays.equals(bytes, wantedBytes);
    }
}
