package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Some files of one partition that become one, or, where rows are put into an order, several.
 *
 * @param index the position in the plan, from 0
 * @param partitionValues the value of each partition column as the log has it, by logical name; null is SQL NULL
 * @param inputPaths the files to rewrite, relative to the table and decoded, in the order in which their rows will be written
 * @param inputSize their size together
 * @param reasons why, never empty
 * @param predictedOutputSize what the output is expected to take
 */
public record RewriteTask(
        int index,
        Map<String, @Nullable String> partitionValues,
        List<String> inputPaths,
        DataSize inputSize,
        Set<Reason> reasons,
        DataSize predictedOutputSize) {

    /** Copies the collections. */
    public RewriteTask {
        partitionValues = Collections.unmodifiableMap(new LinkedHashMap<>(partitionValues));
        inputPaths = List.copyOf(inputPaths);
        reasons = Collections.unmodifiableSet(new java.util.TreeSet<>(reasons));
    }

    /** Why files are rewritten. */
    public enum Reason {
        /** Several files are small enough to become one. */
        SMALL_FILES,
        /** A file has more deleted rows than is good, or, for {@link Purge}, any. */
        DELETION_VECTORS,
        /** A file does not have the layout that is wanted. */
        LAYOUT,
        /** A file has columns that the table has no more. */
        DROPPED_COLUMNS,
        /** Rows of a file are not in the order that is wanted. */
        NOT_CLUSTERED,
        /** Many rows of the other files belong into the place of a file that is in the wanted order. */
        OVERLAPPING,
        /** All files were asked for. */
        FULL
    }
}
