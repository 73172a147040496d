package io.github.deltamaint.parquet;

import java.util.Arrays;
import java.util.Objects;

/**
 * Which rows of one file survive, by their position in the file. Immutable, one bit per row up to the last deleted one.
 *
 * <p>Positions beyond the last deleted one survive, so a selection does not need to know how many rows the file has.
 */
public final class RowSelection {
    private static final RowSelection ALL = new RowSelection(new long[0], 0);

    private final long[] deleted;
    private final long deletedCount;

    private RowSelection(long[] deleted, long deletedCount) {
        this.deleted = deleted;
        this.deletedCount = deletedCount;
    }

    /** Every row survives. */
    public static RowSelection all() {
        return ALL;
    }

    /** Starts with every row surviving, of a file with any number of rows. */
    public static Builder builder() {
        return new Builder(Builder.MAX_ROWS);
    }

    /**
     * Starts with every row surviving. To be preferred where positions come from outside: one that is far off costs memory.
     *
     * @param rows how many rows the file has; the builder refuses positions behind them
     */
    public static Builder builder(long rows) {
        if (rows < 0 || rows > Builder.MAX_ROWS) {
            throw new IllegalArgumentException("a file of " + rows + " rows");
        }
        return new Builder(rows);
    }

    /** Whether every row survives. */
    public boolean isAll() {
        return deletedCount == 0;
    }

    /** How many rows are deleted. */
    public long deletedCount() {
        return deletedCount;
    }

    /** The position of the last deleted row, or -1 when every row survives. */
    public long lastDeleted() {
        // The builder cuts the array after the last word that has a bit.
        int last = deleted.length - 1;
        return last < 0 ? -1 : ((long) last << 6) + 63 - Long.numberOfLeadingZeros(deleted[last]);
    }

    /** Whether the row at {@code position} survives. */
    public boolean survives(long position) {
        Objects.checkIndex(position, Long.MAX_VALUE);
        long word = position >>> 6;
        return word >= deleted.length || (deleted[(int) word] >>> position & 1) == 0;
    }

    /** How many of the rows {@code [from, to)} survive. */
    public long survivors(long from, long to) {
        Objects.checkFromToIndex(from, to, Long.MAX_VALUE);
        return to - from - (deletedBefore(to) - deletedBefore(from));
    }

    /** The first surviving row at or after {@code from}, or {@code to} if there is none before it. */
    public long nextSurvivor(long from, long to) {
        return next(from, to, -1L);
    }

    /** The first deleted row at or after {@code from}, or {@code to} if there is none before it. */
    public long nextDeleted(long from, long to) {
        return next(from, to, 0L);
    }

    private long deletedBefore(long end) {
        long words = Math.min(end >>> 6, deleted.length);
        long count = 0;
        for (int i = 0; i < words; i++) {
            count += Long.bitCount(deleted[i]);
        }
        if (words < deleted.length && (end & 63) != 0) {
            count += Long.bitCount(deleted[(int) words] & -1L >>> -end);
        }
        return count;
    }

    /** Finds the next bit that is set after {@code flip} was applied to every word. */
    private long next(long from, long to, long flip) {
        Objects.checkFromToIndex(from, to, Long.MAX_VALUE);
        long word = from >>> 6;
        long mask = -1L << from;
        while (word << 6 < to) {
            long bits = ((word < deleted.length ? deleted[(int) word] : 0) ^ flip) & mask;
            if (bits != 0) {
                return Math.min(to, (word << 6) + Long.numberOfTrailingZeros(bits));
            }
            if (word >= deleted.length) {
                return to;
            }
            mask = -1L;
            word++;
        }
        return to;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowSelection that && Arrays.equals(deleted, that.deleted);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(deleted);
    }

    @Override
    public String toString() {
        return isAll() ? "all rows" : "all rows but " + deletedCount;
    }

    /** Collects deleted rows. Used by one thread. */
    public static final class Builder {
        private static final long MAX_ROWS = 1L << 37;

        private final long rows;
        private long[] deleted = new long[0];

        private Builder(long rows) {
            this.rows = rows;
        }

        /**
         * Deletes one row. Deleting it again changes nothing.
         *
         * @param position the row's position in the file, from 0
         * @throws IllegalArgumentException if the file has no row there; without a number of rows, beyond 2^37
         */
        public Builder delete(long position) {
            return delete(position, position == Long.MAX_VALUE ? position : position + 1);
        }

        /**
         * Deletes the rows {@code [from, to)}.
         *
         * @throws IllegalArgumentException if the range is none, or ends behind the file
         */
        public Builder delete(long from, long to) {
            if (from < 0 || to < from || to > rows) {
                throw new IllegalArgumentException(
                        "rows [" + from + ", " + to + ") cannot be deleted from a file of " + rows + " rows");
            }
            if (from == to) {
                return this;
            }
            int first = (int) (from >>> 6);
            int last = (int) ((to - 1) >>> 6);
            if (last >= deleted.length) {
                deleted = Arrays.copyOf(deleted, Math.max(last + 1, (int) Math.min(deleted.length * 2L, 1 << 30)));
            }
            long head = -1L << from;
            long tail = -1L >>> -to;
            if (first == last) {
                deleted[first] |= head & tail;
            } else {
                deleted[first] |= head;
                Arrays.fill(deleted, first + 1, last, -1L);
                deleted[last] |= tail;
            }
            return this;
        }

        /** The selection. The builder can be used on. */
        public RowSelection build() {
            int length = deleted.length;
            while (length > 0 && deleted[length - 1] == 0) {
                length--;
            }
            if (length == 0) {
                return ALL;
            }
            long[] bits = Arrays.copyOf(deleted, length);
            long count = 0;
            for (long word : bits) {
                count += Long.bitCount(word);
            }
            return new RowSelection(bits, count);
        }
    }
}
