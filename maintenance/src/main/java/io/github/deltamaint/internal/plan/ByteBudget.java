package io.github.deltamaint.internal.plan;

import static java.util.Comparator.comparingDouble;

import io.github.deltamaint.common.DataSize;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Chooses what to do first when not all can be done: what rewrites the most files for its bytes, and something in any case. */
final class ByteBudget {
    private final long bytes;

    ByteBudget(DataSize bytes) {
        this.bytes = bytes.bytes();
    }

    /**
     * What fits.
     *
     * @param bins the files of each task
     * @return positions in {@code bins}
     */
    Set<Integer> choose(List<List<CandidateFile>> bins) {
        List<Integer> byFilesPerByte =
                new ArrayList<>(IntStream.range(0, bins.size()).boxed().toList());
        byFilesPerByte.sort(comparingDouble(
                (Integer position) -> -(double) bins.get(position).size() / Math.max(1, bytes(bins.get(position)))));
        Set<Integer> chosen = new HashSet<>();
        long left = bytes;
        for (int position : byFilesPerByte) {
            long needed = bytes(bins.get(position));
            if (chosen.isEmpty() || needed <= left) {
                chosen.add(position);
                left = Math.max(0, left - needed);
            }
        }
        return chosen;
    }

    private static long bytes(List<CandidateFile> bin) {
        return bin.stream().mapToLong(candidate -> candidate.file().size()).sum();
    }
}
