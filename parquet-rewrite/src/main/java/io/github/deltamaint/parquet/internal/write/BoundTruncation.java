package io.github.deltamaint.parquet.internal.write;

import java.util.Arrays;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Shortens the bounds of long strings and byte strings for statistics. A shortened minimum is a prefix, so it is not above the
 * minimum; a shortened maximum is a prefix whose last character or byte has been raised by one, so it is above the maximum.
 *
 * <p>Prefixes of text end at the border of a character and stay valid UTF-8. Values that are not compared as plain bytes
 * are left as they are.
 */
final class BoundTruncation {
    /** The longest bound that is written. */
    static final int MAX_BYTES = 64;

    private static final int HIGHEST_CODE_POINT = 0x10_FFFF;

    private BoundTruncation() {}

    static byte[] min(Leaf leaf, byte[] value) {
        if (value.length <= MAX_BYTES || leaf.order() != ValueOrder.BYTES) {
            return value;
        }
        return Arrays.copyOf(value, isText(leaf.type()) ? characterBorder(value, MAX_BYTES) : MAX_BYTES);
    }

    /** Gives back {@code value} itself if no shorter bound exists. */
    static byte[] max(Leaf leaf, byte[] value) {
        if (value.length <= MAX_BYTES || leaf.order() != ValueOrder.BYTES) {
            return value;
        }
        return isText(leaf.type()) ? raisedText(value) : raisedBytes(value, MAX_BYTES);
    }

    private static boolean isText(PrimitiveType type) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        return annotation instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.EnumLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
    }

    /** The last position up to {@code end} where a character starts; {@code end} if that is no UTF-8. */
    private static int characterBorder(byte[] value, int end) {
        for (int at = end; at >= Math.max(0, end - 3); at--) {
            if ((value[at] & 0xC0) != 0x80) {
                return at;
            }
        }
        return end;
    }

    private static byte[] raisedText(byte[] value) {
        int end = characterBorder(value, MAX_BYTES);
        while (end > 0) {
            int start = characterBorder(value, end - 1);
            int codePoint = codePoint(value, start, end);
            if (codePoint < 0) {
                return raisedBytes(value, MAX_BYTES);
            }
            if (codePoint < HIGHEST_CODE_POINT) {
                byte[] raised = Arrays.copyOf(value, start + 4);
                return Arrays.copyOf(raised, start + encode(next(codePoint), raised, start));
            }
            end = start;
        }
        return value;
    }

    private static int next(int codePoint) {
        return codePoint + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : codePoint + 1;
    }

    /** The character that fills the range exactly, or -1. */
    private static int codePoint(byte[] value, int start, int end) {
        int first = value[start] & 0xFF;
        int length = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : 0;
        if (length == 0 || length != end - start) {
            return -1;
        }
        int codePoint = length == 1 ? first : first & (0xFF >> (length + 1));
        for (int i = start + 1; i < end; i++) {
            codePoint = codePoint << 6 | (value[i] & 0x3F);
        }
        byte[] again = new byte[4];
        boolean valid = codePoint <= HIGHEST_CODE_POINT
                && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE)
                && encode(codePoint, again, 0) == length
                && Arrays.equals(again, 0, length, value, start, end);
        return valid ? codePoint : -1;
    }

    private static int encode(int codePoint, byte[] target, int at) {
        if (codePoint < 0x80) {
            target[at] = (byte) codePoint;
            return 1;
        }
        int length = codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4;
        int rest = codePoint;
        for (int i = length - 1; i > 0; i--) {
            target[at + i] = (byte) (0x80 | (rest & 0x3F));
            rest >>= 6;
        }
        target[at] = (byte) (0xF00 >> length | rest);
        return length;
    }

    private static byte[] raisedBytes(byte[] value, int length) {
        for (int at = length - 1; at >= 0; at--) {
            if (value[at] != (byte) 0xFF) {
                byte[] raised = Arrays.copyOf(value, at + 1);
                raised[at]++;
                return raised;
            }
        }
        return value;
    }
}
