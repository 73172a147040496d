package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.ValueConversion.Kind;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Which physical and logical types can be read as which others. */
final class ValueConversions {
    private static final Set<Class<?>> TEXT =
            Set.of(StringLogicalTypeAnnotation.class, EnumLogicalTypeAnnotation.class, JsonLogicalTypeAnnotation.class);

    private ValueConversions() {}

    /** How values of one type become values of another, or null if they cannot. */
    static @Nullable ValueConversion find(PrimitiveType from, PrimitiveType to) {
        Kind kind = kind(from, to);
        return kind == null ? null : new ValueConversion(kind, from, to);
    }

    private static @Nullable Kind kind(PrimitiveType from, PrimitiveType to) {
        LogicalTypeAnnotation source = from.getLogicalTypeAnnotation();
        LogicalTypeAnnotation target = to.getLogicalTypeAnnotation();
        if (sameForm(from, to) && Objects.equals(source, target)) {
            return Kind.IDENTITY;
        }
        if (target instanceof DecimalLogicalTypeAnnotation) {
            return isDecimalSource(from) ? decimal(from, to) : null;
        }
        if (source instanceof DecimalLogicalTypeAnnotation) {
            return null;
        }
        return switch (from.getPrimitiveTypeName()) {
            case INT32 -> fromInt32(from, to);
            case INT64 -> fromInt64(from, to);
            case FLOAT ->
                isPlain(from) && isPlain(to) && is(to, PrimitiveTypeName.DOUBLE) ? Kind.FLOAT_TO_DOUBLE : null;
            case INT96 -> isTimestamp(to, TimeUnit.MICROS) ? Kind.INT96_TO_MICROS : null;
            case BINARY, FIXED_LEN_BYTE_ARRAY -> fromBytes(from, to);
            case BOOLEAN, DOUBLE -> null;
        };
    }

    private static @Nullable Kind fromInt32(PrimitiveType from, PrimitiveType to) {
        LogicalTypeAnnotation source = from.getLogicalTypeAnnotation();
        if (source instanceof DateLogicalTypeAnnotation) {
            return isTimestamp(to, TimeUnit.MICROS) && !isAdjusted(to) ? Kind.DATE_TO_MICROS : null;
        }
        IntRange range = IntRange.of(from);
        if (range == null) {
            return null;
        }
        IntRange wanted = IntRange.of(to);
        if (wanted != null && is(to, PrimitiveTypeName.INT64)) {
            if (!wanted.contains(range)) {
                return null;
            }
            return range.signed ? Kind.INT_TO_LONG : Kind.UNSIGNED_INT_TO_LONG;
        }
        if (wanted != null) {
            return wanted.contains(range) ? Kind.IDENTITY : wanted.signed == range.signed ? Kind.CHECK_INT : null;
        }
        boolean fitsInt = range.signed || range.bits < Integer.SIZE;
        return is(to, PrimitiveTypeName.DOUBLE) && isPlain(to) && fitsInt ? Kind.INT_TO_DOUBLE : null;
    }

    private static @Nullable Kind fromInt64(PrimitiveType from, PrimitiveType to) {
        if (from.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation source) {
            // A local time may be taken for an instant, as its bits, but an instant has no local time without a zone.
            if (!isTimestamp(to, TimeUnit.MICROS) || (source.isAdjustedToUTC() && !isAdjusted(to))) {
                return null;
            }
            return switch (source.getUnit()) {
                case MILLIS -> Kind.MILLIS_TO_MICROS;
                case MICROS -> Kind.IDENTITY;
                case NANOS -> Kind.NANOS_TO_MICROS;
            };
        }
        IntRange range = IntRange.of(from);
        IntRange wanted = IntRange.of(to);
        if (range == null || wanted == null || !is(to, PrimitiveTypeName.INT64)) {
            return null;
        }
        return wanted.contains(range) ? Kind.IDENTITY : null;
    }

    private static @Nullable Kind fromBytes(PrimitiveType from, PrimitiveType to) {
        if (is(from, PrimitiveTypeName.BINARY) && is(to, PrimitiveTypeName.BINARY)) {
            boolean sameBytes = isText(from) ? isText(to) || isPlain(to) : isPlain(from) && isText(to);
            return sameBytes ? Kind.IDENTITY : null;
        }
        if (!isRawBytes(from) || !isRawBytes(to)) {
            return null;
        }
        if (is(to, PrimitiveTypeName.BINARY)) {
            return Kind.IDENTITY;
        }
        if (is(from, PrimitiveTypeName.BINARY)) {
            return Kind.CHECK_LENGTH;
        }
        return from.getTypeLength() == to.getTypeLength() ? Kind.IDENTITY : null;
    }

    private static Kind decimal(PrimitiveType from, PrimitiveType to) {
        int scale = scale(from);
        return sameForm(from, to) && scale == scale(to) && precision(from) <= precision(to)
                ? Kind.IDENTITY
                : Kind.DECIMAL;
    }

    private static boolean isDecimalSource(PrimitiveType type) {
        if (type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation) {
            return true;
        }
        IntRange range = IntRange.of(type);
        return range != null && (range.signed || range.bits < Integer.SIZE);
    }

    private static int scale(PrimitiveType type) {
        return type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal ? decimal.getScale() : 0;
    }

    /** The declared precision; of an integer that is no decimal, beyond any. */
    private static int precision(PrimitiveType type) {
        return type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal
                ? decimal.getPrecision()
                : Integer.MAX_VALUE;
    }

    private static boolean sameForm(PrimitiveType a, PrimitiveType b) {
        return a.getPrimitiveTypeName() == b.getPrimitiveTypeName()
                && (!is(a, PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) || a.getTypeLength() == b.getTypeLength());
    }

    private static boolean is(PrimitiveType type, PrimitiveTypeName name) {
        return type.getPrimitiveTypeName() == name;
    }

    private static boolean isPlain(PrimitiveType type) {
        return type.getLogicalTypeAnnotation() == null;
    }

    private static boolean isText(PrimitiveType type) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        return annotation != null && TEXT.contains(annotation.getClass());
    }

    private static boolean isRawBytes(PrimitiveType type) {
        return (is(type, PrimitiveTypeName.BINARY) || is(type, PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY))
                && (isPlain(type) || type.getLogicalTypeAnnotation() instanceof UUIDLogicalTypeAnnotation);
    }

    private static boolean isTimestamp(PrimitiveType type, TimeUnit unit) {
        return is(type, PrimitiveTypeName.INT64)
                && type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation timestamp
                && timestamp.getUnit() == unit;
    }

    private static boolean isAdjusted(PrimitiveType type) {
        return type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation timestamp
                && timestamp.isAdjustedToUTC();
    }

    /** The integers that a type of INT32 or INT64 may hold. */
    private record IntRange(int bits, boolean signed) {

        static @Nullable IntRange of(PrimitiveType type) {
            boolean wide = is(type, PrimitiveTypeName.INT64);
            if (!wide && !is(type, PrimitiveTypeName.INT32)) {
                return null;
            }
            if (type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer) {
                return new IntRange(integer.getBitWidth(), integer.isSigned());
            }
            return isPlain(type) ? new IntRange(wide ? Long.SIZE : Integer.SIZE, true) : null;
        }

        boolean contains(IntRange other) {
            return signed == other.signed ? bits >= other.bits : signed && bits > other.bits;
        }
    }
}
