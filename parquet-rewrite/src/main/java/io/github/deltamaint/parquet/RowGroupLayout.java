package io.github.deltamaint.parquet;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.parquet.column.Encoding;

/**
 * How the rows of a row group were ordered, why, and what that did to each column. Only made for an order other than {@link
 * RowOrder#asRead()}.
 *
 * @param rowGroup its number in the file
 * @param rows its rows
 * @param decision what was done with the order
 * @param orderedBy the columns by which its rows are sorted, paths joined by dots; empty if they are as read
 * @param candidates the orders that were weighed, the one as read first; empty if there was nothing to weigh
 * @param columns one entry per leaf of the schema, in its order
 */
public record RowGroupLayout(
        int rowGroup,
        long rows,
        Decision decision,
        List<String> orderedBy,
        List<Candidate> candidates,
        List<Column> columns) {

    /** Takes copies of the lists. */
    public RowGroupLayout {
        orderedBy = List.copyOf(orderedBy);
        candidates = List.copyOf(candidates);
        columns = List.copyOf(columns);
    }

    /** The bytes of the row group if its rows had stayed as read, estimated from samples; empty if nothing was weighed. */
    public OptionalLong estimatedBytesAsRead() {
        return candidates.isEmpty() ? OptionalLong.empty() : candidates.get(0).sampledBytes();
    }

    /** The bytes of its column chunks. */
    public long bytes() {
        return columns.stream().mapToLong(Column::bytes).sum();
    }

    /** What was done with the order of a row group, and why. */
    public enum Decision {
        /** Sorted by the columns that were asked for. */
        SORTED,
        /** Sorted, because samples are at least 2 % smaller that way. */
        SORTED_SMALLER,
        /** As read: no candidate is at least 2 % smaller. */
        KEPT_NOT_SMALLER,
        /** As read: no column has values that repeat often enough to sort by. */
        KEPT_NOTHING_TO_SORT_BY,
        /** As read: the memory limit has no room for what ordering takes. */
        KEPT_MEMORY
    }

    /**
     * An order that was weighed.
     *
     * @param name what it is: {@code as read}, {@code increasing cardinality}, {@code weighted}, {@code weighted behind a coarse head}
     *     or {@code leading columns}
     * @param columns the columns it sorts by, paths joined by dots
     * @param idBytes the bytes of all dictionary ids in it, before compression
     * @param sampledBytes the bytes of the row group in it, compressed, estimated from sample windows that were really encoded; empty if {@code
     *     idBytes} told already that it is not the best
     */
    public record Candidate(String name, List<String> columns, long idBytes, OptionalLong sampledBytes) {

        /** Takes a copy of the list. */
        public Candidate {
            columns = List.copyOf(columns);
        }
    }

    /**
     * A column of the row group.
     *
     * @param column its path joined by dots
     * @param distinct its distinct values; empty if they were too many to be numbered, or were not looked at
     * @param runsAsRead how often its value changes from one row to the next in the order as read, plus one; empty where {@code distinct} is
     * @param runs the same in the order as written
     * @param estimatedBytesAsRead the bytes it would take in the order as read, estimated from samples; empty if nothing was weighed
     * @param bytes the bytes of its pages, with headers, as written
     * @param encodings of its data pages
     */
    public record Column(
            String column,
            OptionalLong distinct,
            OptionalLong runsAsRead,
            OptionalLong runs,
            OptionalLong estimatedBytesAsRead,
            long bytes,
            Set<Encoding> encodings) {

        /** Takes a copy of the set. */
        public Column {
            encodings = Set.copyOf(encodings);
        }

        /** A column of which nothing was looked at. */
        public static Column written(String column, long bytes, Set<Encoding> encodings) {
            OptionalLong unknown = OptionalLong.empty();
            return new Column(column, unknown, unknown, unknown, unknown, bytes, encodings);
        }
    }
}
