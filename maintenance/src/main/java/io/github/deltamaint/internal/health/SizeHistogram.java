package io.github.deltamaint.internal.health;

import io.github.deltamaint.TableHealth.SizeClass;
import io.github.deltamaint.common.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How many files have which size. */
final class SizeHistogram {
    private static final List<DataSize> LIMITS = List.of(
            DataSize.mebibytes(1),
            DataSize.mebibytes(4),
            DataSize.mebibytes(16),
            DataSize.mebibytes(64),
            DataSize.mebibytes(128),
            DataSize.mebibytes(256),
            DataSize.mebibytes(512),
            DataSize.gibibytes(1),
            DataSize.gibibytes(2));

    private final long[] files = new long[LIMITS.size() + 1];
    private final long[] bytes = new long[LIMITS.size() + 1];

    /** Counts files of one size; a negative number takes files back. */
    void add(long size, long number) {
        int index = 0;
        while (index < LIMITS.size() && size >= LIMITS.get(index).bytes()) {
            index++;
        }
        files[index] += number;
        bytes[index] += number * size;
    }

    /** The classes, ascending; those without files are there too. */
    List<SizeClass> classes() {
        List<SizeClass> classes = new ArrayList<>();
        for (int i = 0; i < files.length; i++) {
            Optional<DataSize> below = i < LIMITS.size() ? Optional.of(LIMITS.get(i)) : Optional.empty();
            classes.add(new SizeClass(below, files[i], new DataSize(bytes[i])));
        }
        return classes;
    }
}
