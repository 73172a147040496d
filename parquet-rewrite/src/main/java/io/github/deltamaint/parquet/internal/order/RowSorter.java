package io.github.deltamaint.parquet.internal.order;

import io.github.deltamaint.parquet.internal.write.CodeVector;
import io.github.deltamaint.parquet.internal.write.RowGroups;
import io.github.deltamaint.parquet.internal.write.SampleWindows;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rows by several columns of codes, stably. Used by one thread, as often as wanted.
 *
 * <p>Rows are dealt out to blocks of consecutive places, by the upper bits of their keys, and each block is sorted while it is in the cache. As many codes as fit are packed into one
 * word with the number that the row has in its block. Where rows are equal in all that fits, they are sorted by the other keys. If all keys fit, codes of other columns take the
 * room that is left, and are carried along.
 */
public final class RowSorter {
    private static final int BLOCK_ROWS = 1 << 15;

    /** Rows whose keys are packed at a time. */
    private static final int PIECE = 4096;

    private final int rows;
    private final int blockRows;
    private long[] tieWords = {};
    private long[] tieScratch = {};
    private int[] tied = {};

    /** A sorter for this many rows. */
    public RowSorter(int rows) {
        this(rows, BLOCK_ROWS);
    }

    /** A sorter with blocks of {@code blockRows} rows, more if they are equal in the upper bits of the keys. */
    RowSorter(int rows, int blockRows) {
        this.rows = rows;
        this.blockRows = blockRows;
    }

    /** The bytes that sorting takes in memory for each row, the result included, at most. */
    public static int bytesPerRow() {
        return 3 * Long.BYTES + 4 * Integer.BYTES;
    }

    /**
     * Sorted rows.
     *
     * @param order the row at each place
     * @param groups puts the rows into groups, so that those that are near each other in the order are in the same
     * @param groupedOrder the row at each place by its number among the grouped rows
     * @param codes of some columns, by their codes as they were: the code at each place
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on to one caller, never compared
    public record Sorted(
            int[] order, RowGroups groups, int[] groupedOrder, IdentityHashMap<CodeVector, CodeVector> codes) {}

    /**
     * The rows in ascending order: by the first key, then the second, and so on, then by their numbers.
     *
     * @param others columns whose codes are wanted in that order if there is room for them
     */
    public Sorted sort(List<SortKey> keys, List<CodeVector> others) {
        return sort(keys, others, prefixes(keys));
    }

    /** The same with {@link #prefixes} of these keys, which cannot be used any more. */
    Sorted sort(List<SortKey> keys, List<CodeVector> others, Prefixes prefixes) {
        return new Sorting(keys, others, prefixes).sort();
    }

    /** All rows in buckets by the first of the keys. */
    Prefixes prefixes(List<SortKey> keys) {
        return new Prefixes(rows, KeyWords.of(keys, keyBits(rows)).get(0));
    }

    private int keyBits(int mostRows) {
        return Long.SIZE - 1 - Math.max(1, Bits.of(mostRows));
    }

    /**
     * What {@link #sort} would give in windows of places, without sorting the other rows.
     *
     * @param prefixes {@link #prefixes} of the keys
     */
    WindowRows sort(List<SortKey> keys, Prefixes prefixes, SampleWindows windows) {
        List<KeyWords> parts = KeyWords.of(keys, keyBits(rows));
        byte[] wanted = prefixes.in(windows);
        int[] found = prefixes.rows(wanted);
        for (int part = parts.size() - 1; part >= 0; part--) {
            sortSome(parts.get(part), found, null, 0, found.length);
        }
        return inWindows(found, prefixes.starts(), wanted, windows);
    }

    private static WindowRows inWindows(int[] order, int[] starts, byte[] wanted, SampleWindows windows) {
        int[] ends = WindowRows.ends(windows);
        int[] picked = new int[ends.length == 0 ? 0 : ends[ends.length - 1]];
        int at = 0;
        for (int window = 0; window < windows.count(); window++) {
            int collected = 0;
            int place = windows.start(window);
            int bucket = 0;
            while (bucket < wanted.length && starts[bucket + 1] <= place) {
                collected += wanted[bucket] * (starts[bucket + 1] - starts[bucket]);
                bucket++;
            }
            int from = bucket == wanted.length ? collected : collected + place - starts[bucket];
            System.arraycopy(order, from, picked, at, windows.length(window));
            at += windows.length(window);
        }
        return new WindowRows(picked, ends);
    }

    /**
     * Sorts {@code numbers[from, from + count)}, which are rows, stably.
     *
     * @param along what is moved in the same way
     */
    private void sortSome(KeyWords keys, int[] numbers, int @Nullable [] along, int from, int count) {
        if (tieWords.length < count) {
            int length = Math.max(count, Math.min(rows, 2 * tieWords.length));
            tieWords = new long[length];
            tieScratch = new long[length];
            tied = new int[length];
        }
        int indexBits = Math.max(1, Bits.of(count));
        keys.of(numbers, from, count, tieWords);
        for (int i = 0; i < count; i++) {
            tieWords[i] = tieWords[i] << indexBits | i;
        }
        long[] sorted = RadixSort.sort(tieWords, tieScratch, count, indexBits, keys.bits());
        permute(numbers, from, count, sorted, indexBits);
        if (along != null) {
            permute(along, from, count, sorted, indexBits);
        }
    }

    private void permute(int[] array, int from, int count, long[] sorted, int indexBits) {
        int mask = (1 << indexBits) - 1;
        System.arraycopy(array, from, tied, 0, count);
        for (int i = 0; i < count; i++) {
            array[from + i] = tied[(int) sorted[i] & mask];
        }
    }

    /** Sorts all rows once. */
    private final class Sorting {
        private final RowGroups groups;
        private final List<KeyWords> parts;
        private final KeyWords packed;
        private final int numberBits;

        /** The bits of a word below those that are sorted by. */
        private final int lowBits;

        private final int[] order = new int[rows];
        private final int[] groupedOrder = new int[rows];
        private final CodeVector[] codes;
        private final int[] piece = new int[PIECE];

        Sorting(List<SortKey> keys, List<CodeVector> others, Prefixes prefixes) {
            groups = new RowGroups(prefixes.buckets(), prefixes.starts(), blockRows);
            numberBits = Math.max(1, Bits.of(groups.largest()));
            parts = KeyWords.of(keys, Long.SIZE - 1 - numberBits);
            KeyWords first = parts.get(0);
            packed = parts.size() == 1 ? first.with(others, Long.SIZE - 1 - numberBits) : first;
            lowBits = numberBits + packed.bits() - first.bits();
            codes = packed.keys().stream()
                    .map(key -> new CodeVector(key.codes().range(), rows))
                    .toArray(CodeVector[]::new);
        }

        Sorted sort() {
            long[] words = new long[rows];
            int[] groupedRows = new int[rows];
            deal(words, groupedRows);
            long[] block = new long[groups.largest()];
            long[] scratch = new long[groups.largest()];
            for (int group = 0; group < groups.count(); group++) {
                int from = groups.start(group);
                int count = groups.start(group + 1) - from;
                System.arraycopy(words, from, block, 0, count);
                long[] sorted = RadixSort.sort(
                        block, scratch, count, lowBits, parts.get(0).bits());
                takeRows(sorted, from, count, groupedRows);
                takeCodes(sorted, count);
                breakTies(sorted, from, count);
            }
            IdentityHashMap<CodeVector, CodeVector> inOrder = new IdentityHashMap<>();
            for (int i = 0; i < codes.length; i++) {
                inOrder.put(packed.keys().get(i).codes(), codes[i]);
            }
            return new Sorted(order, groups, groupedOrder, inOrder);
        }

        private void deal(long[] words, int[] groupedRows) {
            long[] keys = new long[PIECE];
            int[] next = groups.starts();
            for (int from = 0; from < rows; from += PIECE) {
                int count = Math.min(PIECE, rows - from);
                packed.of(from, count, keys);
                for (int i = 0; i < count; i++) {
                    int group = groups.of(from + i);
                    int at = next[group]++;
                    words[at] = keys[i] << numberBits | at - groups.start(group);
                    groupedRows[at] = from + i;
                }
            }
        }

        private void takeRows(long[] sorted, int from, int count, int[] groupedRows) {
            int mask = (1 << numberBits) - 1;
            for (int i = 0; i < count; i++) {
                int number = from + ((int) sorted[i] & mask);
                groupedOrder[from + i] = number;
                order[from + i] = groupedRows[number];
            }
        }

        private void takeCodes(long[] sorted, int count) {
            int shift = numberBits;
            for (int key = codes.length - 1; key >= 0; key--) {
                takeCodes(sorted, count, packed.keys().get(key), shift, codes[key]);
                shift += packed.keys().get(key).bits();
            }
        }

        private void takeCodes(long[] sorted, int count, SortKey key, int shift, CodeVector target) {
            int mask = (1 << key.bits()) - 1;
            int lows = key.lowsLast();
            int range = target.range();
            for (int at = 0; at < count; at += PIECE) {
                int step = Math.min(PIECE, count - at);
                for (int i = 0; i < step; i++) {
                    int code = ((int) (sorted[at + i] >>> shift) & mask) + lows;
                    piece[i] = code >= range ? code - range : code;
                }
                target.append(piece, 0, step);
            }
        }

        /** Sorts rows with equal words by the keys that are not in them. */
        private void breakTies(long[] sorted, int from, int count) {
            if (parts.size() == 1) {
                return;
            }
            int start = 0;
            while (start < count) {
                long key = sorted[start] >>> numberBits;
                int end = start + 1;
                while (end < count && sorted[end] >>> numberBits == key) {
                    end++;
                }
                for (int part = parts.size() - 1; part > 0 && end - start > 1; part--) {
                    sortSome(parts.get(part), order, groupedOrder, from + start, end - start);
                }
                start = end;
            }
        }
    }
}
