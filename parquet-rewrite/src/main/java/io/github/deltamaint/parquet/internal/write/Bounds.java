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

    /**
     * Bounds as the format stores them.
     *
     * @return null if they are none: of a wrong length, NaN, or the smallest larger than the largest
     */
    static @Nullable Bounds ofEncoded(Leaf leaf, byte[] min, byte[] max) {
        ValueVector values = new ValueVector(leaf.kind());
        boolean fit = addEncoded(leaf, min, values) && addEncoded(leaf, max, values);
        if (!fit || leaf.order().compareEncoded(leaf.kind(), min, max) > 0) {
            return null;
        }
        Bounds bounds = new Bounds(leaf);
        bounds.add(values, 0, 2);
        return bounds.areUsable() ? bounds : null;
    }

    private static boolean addEncoded(Leaf leaf, byte[] value, ValueVector into) {
        switch (leaf.kind()) {
            case INT -> {
                if (value.length != (leaf.isBoolean() ? 1 : Integer.BYTES)) {
                    return false;
                }
                into.add(leaf.isBoolean() ? value[0] : (int) PageBuffer.INT.get(value, 0));
            }
            case LONG -> {
                if (value.length != Long.BYTES) {
                    return false;
                }
                into.add((long) PageBuffer.LONG.get(value, 0));
            }
            case BYTES -> {
                if (leaf.isFixedLengthBytes() && value.length != leaf.fixedLength()) {
                    return false;
                }
                into.add(value, 0, value.length);
            }
        }
        return true;
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
        int[] offsets = values.offsets();
        Extremes extremes = new Extremes(leaf, values.bytes());
        for (int i = from; i < to; i++) {
            extremes.consider(offsets[i], offsets[i + 1]);
        }
        add(extremes);
    }

    /**
     * Takes BINARY values in the PLAIN encoding into account: each a length of four bytes and so many bytes.
     *
     * @return whether {@code count} values fill the range exactly; if not, the bounds are of no use
     */
    boolean addPlain(byte[] body, int from, int to, int count) {
        Extremes extremes = new Extremes(leaf, body);
        int at = from;
        for (int i = 0; i < count; i++) {
            int length = at > to - Integer.BYTES ? -1 : (int) PageBuffer.INT.get(body, at);
            at += Integer.BYTES;
            if (length < 0 || length > to - at) {
                return false;
            }
            extremes.consider(at, at + length);
            at += length;
        }
        add(extremes);
        return at == to;
    }

    private void add(Extremes extremes) {
        hasNaN |= extremes.hasNaN;
        if (extremes.any) {
            addBytes(extremes.bytes, extremes.lowStart, extremes.lowEnd);
            addBytes(extremes.bytes, extremes.highStart, extremes.highEnd);
        }
    }

    /**
     * The smallest and the largest of byte strings that lie in one array. Most are told from both by their first bytes alone.
     */
    private static final class Extremes {
        private final ValueOrder order;
        private final boolean ordered;
        private final boolean sameLength;
        private final byte[] bytes;
        private boolean any;
        private boolean hasNaN;
        private int lowStart;
        private int lowEnd;
        private int highStart;
        private int highEnd;
        private long lowPrefix;
        private long highPrefix;

        Extremes(Leaf leaf, byte[] bytes) {
            this.bytes = bytes;
            order = leaf.order();
            ordered = order.isDefined();
            sameLength = leaf.isFixedLengthBytes();
        }

        void consider(int start, int end) {
            long prefix = order.quickPrefix(bytes, start, end, sameLength);
            if (prefix <= lowPrefix || prefix >= highPrefix) {
                compare(prefix, start, end);
            }
        }

        private void compare(long prefix, int start, int end) {
            if (!ordered) {
                return;
            }
            if (order == ValueOrder.FLOAT16 && ValueOrder.isFloat16NaN(bytes, start)) {
                hasNaN = true;
                return;
            }
            if (!any || order.compare(bytes, start, end, bytes, lowStart, lowEnd) < 0) {
                lowStart = start;
                lowEnd = end;
                lowPrefix = prefix;
            }
            if (!any || order.compare(bytes, start, end, bytes, highStart, highEnd) > 0) {
                highStart = start;
                highEnd = end;
                highPrefix = prefix;
            }
            any = true;
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

    /** Whether {@link #encodedMin()} is the smallest value, bit by bit. */
    boolean isMinExact() {
        byte[] bytes = minBytes;
        return bytes == null ? !leaf.isFloatingPoint() || min != 0 : Arrays.equals(bytes, encodedMin());
    }

    /** Whether {@link #encodedMax()} is the largest value, bit by bit. */
    boolean isMaxExact() {
        byte[] bytes = maxBytes;
        return bytes == null ? !leaf.isFloatingPoint() || max != -1 : Arrays.equals(bytes, encodedMax());
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
