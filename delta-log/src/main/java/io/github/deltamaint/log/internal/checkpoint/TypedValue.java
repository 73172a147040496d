package io.github.deltamaint.log.internal.checkpoint;

import io.github.deltamaint.log.schema.ParquetValues;
import io.github.deltamaint.parquet.ColumnAppender;
import io.github.deltamaint.parquet.ColumnBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A value of a typed column, as Parquet holds it. */
final class TypedValue {
    private TypedValue() {}

    /** The value to append; null if there is none, or it is a text that UTF-8 cannot hold. */
    static @Nullable Object of(@Nullable Object value, ColumnAppender column) {
        if (value instanceof String text && !Utf8Text.isWellFormed(text)) {
            return null;
        }
        return ParquetValues.of(value, column.column().getPrimitiveType());
    }

    static void append(Object value, ColumnAppender column) {
        if (value instanceof Long number) {
            column.appendLong(number);
        } else if (value instanceof Integer number) {
            column.appendInt(number);
        } else if (value instanceof byte[] bytes) {
            column.appendBytes(bytes);
        } else if (value instanceof Double number) {
            column.appendDouble(number);
        } else if (value instanceof Float number) {
            column.appendFloat(number);
        } else {
            column.appendBoolean((Boolean) value);
        }
    }

    /** What distinguishes it from other values of its column. */
    static long bits(Object value) {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof Integer number) {
            return number;
        }
        if (value instanceof byte[] bytes) {
            return bits(bytes);
        }
        if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        return value instanceof Float number ? Float.floatToRawIntBits(number) : (Boolean) value ? 1 : 0;
    }

    /** The same of value number {@code value} of a batch. */
    static long bits(ColumnBatch column, int value) {
        return switch (column.kind()) {
            case INT -> column.ints()[value];
            case LONG -> column.longs()[value];
            case BYTES -> bits(column.bytesAt(value));
        };
    }

    private static long bits(byte[] bytes) {
        return (long) bytes.length << Integer.SIZE ^ Arrays.hashCode(bytes);
    }
}
