package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.vacuum.KeptFiles;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts what stays. Thread-safe. */
final class KeptCounter {
    private final Map<KeptFiles.Reason, Sum> sums = new EnumMap<>(KeptFiles.Reason.class);

    private static final class Sum {
        long files;
        long bytes;
    }

    synchronized void add(KeptFiles.Reason reason, long bytes) {
        Sum sum = sums.computeIfAbsent(reason, key -> new Sum());
        sum.files++;
        sum.bytes = Math.addExact(sum.bytes, bytes);
    }

    synchronized List<KeptFiles> counts() {
        List<KeptFiles> counts = new ArrayList<>();
        sums.forEach((reason, sum) -> counts.add(new KeptFiles(reason, sum.files, new DataSize(sum.bytes))));
        return List.copyOf(counts);
    }
}
