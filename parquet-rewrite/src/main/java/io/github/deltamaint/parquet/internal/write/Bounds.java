package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The smallest and the largest of some values, exact, NaN left out. Used by one thread.
 *
 * <p>Numbers are kept as {@linkplain ValueOrder#key keys}.
 */
final class Bounds {
    private static final int FLOAT_INFINITY = 0x7F80_0000;
    private static final long DOUBLE_INFINITY = 0x7FF0_0000_0000_0000L;

    private final Leaf leaf;
    private boolean hasValues;
    private boolean hasNaN;
    private long min;
    private long max;
    private byte @Nullable [] minBytes;
    private byte @Nullable [] maxBytes;

    Bounds(Leaf leaf) {
        this.leaf = leaf;
    }

    void clear() {
        hasValues = false;
        hasNaN = false;
        minBytes = null;
        maxBytes = null;
    }

    /** Whether there is a smallest and a largest value. */
    boolean hasValues() {
        return hasValues;
    }

    /** Whether there was a NaN. */
    boolean hasNaN() {
        return hasNaN;
    }

    /** Whether the format lets these bounds be written: there are some, and no NaN. */
    boolean areUsable() {
        return hasValues && !hasNaN;
    }

    /** Takes values {@code [from, to)} into account. */
    void add(ValueVector values, int from, int to) {
        if (from == to || !leaf.order().isDefined()) {
            return;
        }
        switch (leaf.kind()) {
            case INT -> addInts(values.ints(), from, to);
            case LONG -> addLongs(values.longs(), from, to);
            case BYTES -> addBytes(values, from, to);
        }
    }

    private void addInts(int[] values, int from, int to) {
        int low = Integer.MAX_VALUE;
        int high = Integer.MIN_VALUE;
        switch (leaf.order()) {
            case FLOATING_POINT -> {
                for (int i = from; i < to; i++) {
                    if ((values[i] & Integer.MAX_VALUE) > FLOAT_INFINITY) {
                        hasNaN = true;
                    } else {
                        int key = values[i] ^ (values[i] >> 31 & Integer.MAX_VALUE);
                        low = Math.min(low, key);
                        high = Math.max(high, key);
                    }
                }
            }
            case UNSIGNED -> {
                for (int i = from; i < to; i++) {
                    low = Math.min(low, values[i] ^ Integer.MIN_VALUE);
                    high = Math.max(high, values[i] ^ Integer.MIN_VALUE);
                }
            }
            default -> {
                for (int i = from; i < to; i++) {
                    low = Math.min(low, values[i]);
                    high = Math.max(high, values[i]);
                }
            }
        }
        addKeys(low, high);
    }

    private void addLongs(long[] values, int from, int to) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        switch (leaf.order()) {
            case FLOATING_POINT -> {
                for (int i = from; i < to; i++) {
                    if ((values[i] & Long.MAX_VALUE) > DOUBLE_INFINITY) {
                        hasNaN = true;
                    } else {
                        long key = values[i] ^ (values[i] >> 63 & Long.MAX_VALUE);
                        low = Math.min(low, key);
                        high = Math.max(high, key);
                    }
                }
            }
            case UNSIGNED -> {
                for (int i = from; i < to; i++) {
                    low = Math.min(low, values[i] ^ Long.MIN_VALUE);
                    high = Math.max(high, values[i] ^ Long.MIN_VALUE);
                }
            }
            default -> {
                for (int i = from; i < to; i++) {
                    low = Math.min(low, values[i]);
                    high = Math.max(high, values[i]);
                }
            }
        }
        addKeys(low, high);
    }

    private void addKeys(long low, long high) {
        if (low > high) {
            return;
        }
        min = hasValues ? Math.min(min, low) : low;
        max = hasValues ? Math.max(max, high) : high;
        hasValues = true;
    }

    private void addBytes(ValueVector values, int from, int to) {
        byte[] bytes = values.bytes();
        int[] offsets = values.offsets();
        ValueOrder order = leaf.order();
        int low = -1;
        int high = -1;
        long lowPrefix = 0;
        long highPrefix = 0;
        for (int i = from; i < to; i++) {
            int start = offsets[i];
            int end = offsets[i + 1];
            long prefix = order.quickPrefix(bytes, start, end, leaf.isFixedLengthBytes());
            if (prefix > lowPrefix && prefix < highPrefix) {
                continue;
            }
            if (order == ValueOrder.FLOAT16 && ValueOrder.isFloat16NaN(bytes, start)) {
                hasNaN = true;
                continue;
            }
            if (low < 0 || order.compare(bytes, start, end, bytes, offsets[low], offsets[low + 1]) < 0) {
                low = i;
                lowPrefix = prefix;
            }
            if (high < 0 || order.compare(bytes, start, end, bytes, offsets[high], offsets[high + 1]) > 0) {
                high = i;
                highPrefix = prefix;
            }
        }
        if (low >= 0) {
            addBytes(bytes, offsets[low], offsets[low + 1]);
            addBytes(bytes, offsets[high], offsets[high + 1]);
        }
    }

    private void addBytes(byte[] bytes, int from, int to) {
        ValueOrder order = leaf.order();
        byte[] smallest = minBytes;
        byte[] largest = maxBytes;
        if (smallest == null || order.compare(bytes, from, to, smallest, 0, smallest.length) < 0) {
            minBytes = Arrays.copyOfRange(bytes, from, to);
        }
        if (largest == null || order.compare(bytes, from, to, largest, 0, largest.length) > 0) {
            maxBytes = Arrays.copyOfRange(bytes, from, to);
        }
        hasValues = true;
    }

    /** Takes all values of other bounds into account. */
    void add(Bounds other) {
        hasNaN |= other.hasNaN;
        if (!other.hasValues) {
            return;
        }
        byte[] smallest = other.minBytes;
        byte[] largest = other.maxBytes;
        if (smallest != null && largest != null) {
            addBytes(smallest, 0, smallest.length);
            addBytes(largest, 0, largest.length);
        } else {
            addKeys(other.min, other.max);
        }
    }

    /** The smallest value as Java holds it; null if there is none. */
    @Nullable Object min() {
        return hasValues ? value(min, minBytes) : null;
    }

    /** The largest value as Java holds it; null if there is none. */
    @Nullable Object max() {
        return hasValues ? value(max, maxBytes) : null;
    }

    private Object value(long key, byte @Nullable [] bytes) {
        if (bytes != null) {
            return bytes.clone();
        }
        return switch (leaf.type().getPrimitiveTypeName()) {
            case BOOLEAN -> key != 0;
            case INT32 -> leaf.order().key((int) key);
            case FLOAT -> Float.intBitsToFloat(leaf.order().key((int) key));
            case DOUBLE -> Double.longBitsToDouble(leaf.order().key(key));
            default -> leaf.order().key(key);
        };
    }

    /** The smallest value in the form in which the format stores bounds; a zero becomes -0.0. */
    byte[] encodedMin() {
        if (minBytes != null) {
            return leaf.order() == ValueOrder.FLOAT16 && isZero(minBytes) ? new byte[] {0, (byte) 0x80} : minBytes;
        }
        return encoded(leaf.isFloatingPoint() && min == 0 ? -1 : min);
    }

    /** The largest value in the form in which the format stores bounds; a zero becomes 0.0. */
    byte[] encodedMax() {
        if (maxBytes != null) {
            return leaf.order() == ValueOrder.FLOAT16 && isZero(maxBytes) ? new byte[2] : maxBytes;
        }
        return encoded(leaf.isFloatingPoint() && max == -1 ? 0 : max);
    }

    private static boolean isZero(byte[] float16) {
        return float16[0] == 0 && (float16[1] & 0x7F) == 0;
    }

    private byte[] encoded(long key) {
        switch (leaf.kind()) {
            case INT -> {
                if (leaf.isBoolean()) {
                    return new byte[] {(byte) key};
                }
                byte[] bytes = new byte[Integer.BYTES];
                PageBuffer.INT.set(bytes, 0, leaf.order().key((int) key));
                return bytes;
            }
            default -> {
                byte[] bytes = new byte[Long.BYTES];
                PageBuffer.LONG.set(bytes, 0, leaf.order().key(key));
                return bytes;
            }
        }
    }
}
