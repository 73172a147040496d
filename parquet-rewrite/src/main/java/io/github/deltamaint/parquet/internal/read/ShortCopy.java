package io.github.deltamaint.parquet.internal.read;

/** Copies byte strings that are mostly short, for which the call of {@code System.arraycopy} costs more than the copying. */
final class ShortCopy {
    private static final int SHORT = 2 * Long.BYTES;

    private ShortCopy() {}

    /** Copies {@code length} bytes; what lies up to 16 bytes behind the start of the target may be overwritten. */
    static void copy(byte[] source, int from, byte[] target, int to, int length) {
        if (length <= SHORT && from + SHORT <= source.length && to + SHORT <= target.length) {
            LittleEndian.putLong(target, to, LittleEndian.getLong(source, from));
            LittleEndian.putLong(target, to + Long.BYTES, LittleEndian.getLong(source, from + Long.BYTES));
        } else {
            System.arraycopy(source, from, target, to, length);
        }
    }
}
