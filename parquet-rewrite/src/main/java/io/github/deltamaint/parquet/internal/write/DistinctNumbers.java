package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.Arrays;

/**
 * Distinct numbers. As long as they lie close together, a <em>window</em> has a slot for every number of their range: it holds
 * the id plus one, or zero for a number that has not been seen. Dates, codes, prices and most keys are found there with one
 * load, neighbours share cache lines, and reading the window from front to back gives the numbers in order. When the range
 * gets too large for that, an open-addressing hash table takes over.
 */
final class DistinctNumbers extends DistinctValues {
    private static final int SMALLEST_WINDOW = 1 << 12;
    private static final int KEPT_WINDOW = 1 << 17;

    /** A window of up to this many slots pays for any number of values. */
    private static final int CHEAP_WINDOW = 1 << 18;

    /** A larger window pays if one in so many slots is used. */
    private static final int SLOTS_PER_VALUE = 64;

    private static final int[] NO_WINDOW = {};

    /** Numbers that are looked up in the table at a time. */
    private static final int LOOKED_UP = 128;

    /** INT32 values are widened so many at a time. */
    private static final int WIDENED = 1024;

    private final ValueVector values;
    private final int largestWindow;
    private final NumberTable table = new NumberTable();

    /** Slot {@code i} is for the number {@code base + i}; empty once the table has taken over. */
    private int[] window = new int[SMALLEST_WINDOW];

    /** The numbers by id; of INT32 widened copies. */
    private long[] numbers = new long[64];

    private final long[] widened;
    private final long[] differences = new long[LOOKED_UP];
    private long base;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    /**
     * No numbers.
     *
     * @param largestWindow the most slots of the window
     */
    DistinctNumbers(ValueKind kind, int largestWindow) {
        values = new ValueVector(kind);
        this.largestWindow = largestWindow;
        widened = new long[kind == ValueKind.INT ? WIDENED : 0];
    }

    @Override
    ValueVector values() {
        return values;
    }

    @Override
    void add(ValueVector vector, int from, int count, int[] ids, int at) {
        if (vector.kind() == ValueKind.INT) {
            addInts(vector.ints(), from, count, ids, at);
        } else {
            addLongs(vector.longs(), from, count, ids, at);
        }
    }

    /** INT32 values go the way of INT64, some at a time. */
    private void addInts(int[] source, int from, int count, int[] ids, int at) {
        for (int done = 0; done < count; done += WIDENED) {
            int step = Math.min(WIDENED, count - done);
            for (int i = 0; i < step; i++) {
                widened[i] = source[from + done + i];
            }
            addLongs(widened, 0, step, ids, at + done);
        }
    }

    private void addLongs(long[] source, int from, int count, int[] ids, int at) {
        int done = 0;
        while (done < count && window.length > 0) {
            done = findLongs(source, from, done, count, ids, at);
            if (done < count) {
                ids[at + done] = newNumber(source[from + done]);
                done++;
            }
        }
        for (; done < count; done += LOOKED_UP) {
            addFromTable(source, from + done, Math.min(LOOKED_UP, count - done), ids, at + done);
        }
    }

    /** Looks up some numbers at a time, first all slots and then all that they name, so that these need not wait for each other. */
    private void addFromTable(long[] source, int from, int count, int[] ids, int at) {
        table.firstSlots(source, from, count, ids, at);
        for (int i = 0; i < count; i++) {
            int id = ids[at + i];
            differences[i] = id < 0 ? 1 : numbers[id] ^ source[from + i];
        }
        for (int i = 0; i < count; i++) {
            if (differences[i] != 0) {
                ids[at + i] = fromTable(source[from + i]);
            }
        }
    }

    /** {@code number + distance}, or the nearest base with which a window ends before the type does. */
    private static long within(long number, long distance, int length) {
        long sum = number + distance;
        long lowest = distance < 0 && sum > number ? Long.MIN_VALUE : sum;
        return Math.min(lowest, Long.MAX_VALUE - length + 1);
    }

    /** Looks numbers up in the window, up to the first that is not there. */
    private int findLongs(long[] source, int from, int start, int count, int[] ids, int at) {
        int[] slots = window;
        long first = base;
        for (int i = start; i < count; i++) {
            long offset = source[from + i] - first;
            if (offset < 0 || offset >= slots.length) {
                return i;
            }
            int found = slots[(int) offset];
            if (found == 0) {
                return i;
            }
            ids[at + i] = found - 1;
        }
        return count;
    }

    private int fromTable(long number) {
        int id = table.findOrAdd(number, numbers);
        if (id == size()) {
            append(number);
        }
        return id;
    }

    /** Numbers one that is not in the window. */
    private int newNumber(long number) {
        min = Math.min(min, number);
        max = Math.max(max, number);
        if (size() == 0) {
            base = within(number, -window.length / 2L, window.length);
        } else if (number - base < 0 || number - base >= window.length) {
            moveWindow();
        }
        if (window.length == 0) {
            return fromTable(number);
        }
        append(number);
        window[(int) (number - base)] = size();
        return size() - 1;
    }

    private void append(long number) {
        if (values.kind() == ValueKind.LONG) {
            values.add(number);
            numbers = values.longs();
            return;
        }
        int id = size();
        values.add((int) number);
        if (id == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * id);
        }
        numbers[id] = number;
    }

    /** Makes the window hold all numbers from min to max, or gives it up. */
    private void moveWindow() {
        long range = max - min + 1;
        long worthwhile = Math.max(CHEAP_WINDOW, (long) SLOTS_PER_VALUE * size());
        if (range <= 0 || range > Math.min(worthwhile, largestWindow)) {
            fillTable();
            window = NO_WINDOW;
            return;
        }
        boolean downwards = min < base;
        int length = window.length;
        while (length < 2 * range && length < largestWindow) {
            length *= 2;
        }
        window = new int[length];
        base = downwards ? within(max, 1L - length, length) : within(min, 0, length);
        for (int id = 0; id < size(); id++) {
            window[(int) (numbers[id] - base)] = id + 1;
        }
    }

    private void fillTable() {
        for (int id = 0; id < size(); id++) {
            table.add(numbers[id], numbers);
        }
    }

    @Override
    void clear() {
        values.clear();
        table.clear();
        if (numbers.length > KEPT_WINDOW) {
            numbers = new long[64];
        }
        min = Long.MAX_VALUE;
        max = Long.MIN_VALUE;
        if (window.length == 0 || window.length > KEPT_WINDOW) {
            window = new int[SMALLEST_WINDOW];
        } else {
            Arrays.fill(window, 0);
        }
    }

    @Override
    int[] sorted(ValueOrder order) {
        boolean signed = order == ValueOrder.SIGNED || (order == ValueOrder.UNSIGNED && (min >= 0 || max < 0));
        if (window.length > 0 && size() > 0 && signed) {
            return inWindowOrder();
        }
        long[] keys = new long[size()];
        for (int id = 0; id < keys.length; id++) {
            keys[id] = values.kind() == ValueKind.INT ? order.key((int) numbers[id]) : order.key(numbers[id]);
        }
        return IndexSort.sort(keys, keys.length, (a, b) -> 0);
    }

    private int[] inWindowOrder() {
        int[] sorted = new int[size()];
        int count = 0;
        int end = (int) (max - base);
        for (int slot = (int) (min - base); slot <= end; slot++) {
            if (window[slot] != 0) {
                sorted[count++] = window[slot] - 1;
            }
        }
        if (count != sorted.length) {
            throw new IllegalStateException("the window has " + count + " numbers, " + sorted.length + " were added");
        }
        return sorted;
    }
}
