package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Takes values of fixed length out of a page with PLAIN values. */
final class PlainValues {
    private PlainValues() {}

    /** Appends {@code count} values that lie in {@code body} from {@code from} on. */
    static void append(Leaf leaf, byte[] body, int from, int count, ValueVector target) {
        target.reserve(count);
        int at = target.size();
        ByteBuffer source = ByteBuffer.wrap(body, from, body.length - from).order(ByteOrder.LITTLE_ENDIAN);
        switch (leaf.kind()) {
            case INT -> {
                if (leaf.isBoolean()) {
                    bits(body, from, count, target.ints(), at);
                } else {
                    source.asIntBuffer().get(target.ints(), at, count);
                }
            }
            case LONG -> source.asLongBuffer().get(target.longs(), at, count);
            case BYTES -> fixed(leaf.fixedLength(), body, from, count, target);
        }
        target.added(count);
    }

    private static void bits(byte[] body, int from, int count, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            target[at + i] = body[from + (i >> 3)] >> (i & 7) & 1;
        }
    }

    private static void fixed(int length, byte[] body, int from, int count, ValueVector target) {
        target.reserveBytes((long) length * count);
        int start = target.byteCount();
        System.arraycopy(body, from, target.bytes(), start, length * count);
        int[] offsets = target.offsets();
        for (int i = 1; i <= count; i++) {
            offsets[target.size() + i] = start + i * length;
        }
    }
}
