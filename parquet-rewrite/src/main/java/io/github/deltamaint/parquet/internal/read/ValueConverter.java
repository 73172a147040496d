package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ValueConversion;
import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Turns decoded values of one type into values of another. Throws {@link ArithmeticException} for a value that the target type
 * cannot hold; a value that is none at all is malformed.
 */
abstract class ValueConverter {
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final int JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final int INT96_LENGTH = 12;

    /** Converts all values of {@code source} and appends them to {@code target}. */
    abstract void append(ValueVector source, ValueVector target) throws MalformedDataException;

    /** An upper bound of the bytes of one converted value, if one of the source has at most {@code sourceBytes}. */
    long maxBytes(long sourceBytes) {
        return sourceBytes;
    }

    static ValueConverter of(ValueConversion conversion) {
        return switch (conversion.kind()) {
            case IDENTITY -> throw new IllegalArgumentException("nothing to convert: " + conversion);
            case CHECK_INT -> new CheckInt(conversion.to());
            case CHECK_LENGTH -> new CheckLength(conversion.to().getTypeLength());
            case INT_TO_LONG ->
                new IntToLong() {
                    @Override
                    long convert(int value) {
                        return value;
                    }
                };
            case UNSIGNED_INT_TO_LONG ->
                new IntToLong() {
                    @Override
                    long convert(int value) {
                        return Integer.toUnsignedLong(value);
                    }
                };
            case INT_TO_DOUBLE ->
                new IntToLong() {
                    @Override
                    long convert(int value) {
                        return Double.doubleToRawLongBits(value);
                    }
                };
            case FLOAT_TO_DOUBLE ->
                new IntToLong() {
                    @Override
                    long convert(int value) {
                        return doubleBits(value);
                    }
                };
            case DATE_TO_MICROS ->
                new IntToLong() {
                    @Override
                    long convert(int value) {
                        return times(value, MICROS_PER_DAY, conversion);
                    }
                };
            case MILLIS_TO_MICROS ->
                new LongToLong() {
                    @Override
                    long convert(long value) {
                        return times(value, 1000, conversion);
                    }
                };
            case NANOS_TO_MICROS ->
                new LongToLong() {
                    @Override
                    long convert(long value) {
                        return Math.floorDiv(value, 1000L);
                    }
                };
            case INT96_TO_MICROS -> new Int96ToMicros();
            case DECIMAL -> new DecimalConverter(conversion.from(), conversion.to());
        };
    }

    private static long times(long value, long factor, ValueConversion conversion) {
        if (Math.multiplyHigh(value, factor) != (value * factor) >> 63) {
            throw new ArithmeticException(
                    "the value " + value + " of " + conversion.from() + " does not fit " + conversion.to());
        }
        return value * factor;
    }

    /** As the hardware widens, but a signalling NaN keeps its bits. */
    private static long doubleBits(int floatBits) {
        if ((floatBits & 0x7f800000) == 0x7f800000) {
            long sign = (floatBits & 0x80000000L) << 32;
            return sign | 0x7ff0000000000000L | (floatBits & 0x7fffffL) << 29;
        }
        return Double.doubleToRawLongBits(Float.intBitsToFloat(floatBits));
    }

    private abstract static class IntToLong extends ValueConverter {
        abstract long convert(int value);

        @Override
        final void append(ValueVector source, ValueVector target) {
            int count = source.size();
            target.reserve(count);
            int[] from = source.ints();
            long[] to = target.longs();
            int at = target.size();
            for (int i = 0; i < count; i++) {
                to[at + i] = convert(from[i]);
            }
            target.added(count);
        }
    }

    private abstract static class LongToLong extends ValueConverter {
        abstract long convert(long value);

        @Override
        final void append(ValueVector source, ValueVector target) {
            int count = source.size();
            target.reserve(count);
            long[] from = source.longs();
            long[] to = target.longs();
            int at = target.size();
            for (int i = 0; i < count; i++) {
                to[at + i] = convert(from[i]);
            }
            target.added(count);
        }
    }

    private static final class CheckInt extends ValueConverter {
        private final PrimitiveType type;
        private final int spare;
        private final boolean signed;

        CheckInt(PrimitiveType type) {
            IntLogicalTypeAnnotation range = range(type);
            this.type = type;
            this.spare = Integer.SIZE - range.getBitWidth();
            this.signed = range.isSigned();
        }

        @Override
        void append(ValueVector source, ValueVector target) {
            for (int i = 0; i < source.size(); i++) {
                int value = source.ints()[i];
                if ((signed ? value << spare >> spare : value << spare >>> spare) != value) {
                    throw doesNotFit(value, type);
                }
                target.add(value);
            }
        }
    }

    private static IntLogicalTypeAnnotation range(PrimitiveType type) {
        if (type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation range) {
            return range;
        }
        throw new IllegalArgumentException("no narrow integer: " + type);
    }

    private static ArithmeticException doesNotFit(long value, PrimitiveType type) {
        return new ArithmeticException("the value " + value + " does not fit " + type);
    }

    private static final class CheckLength extends ValueConverter {
        private final int length;

        CheckLength(int length) {
            this.length = length;
        }

        @Override
        void append(ValueVector source, ValueVector target) {
            int[] offsets = source.offsets();
            for (int i = 0; i < source.size(); i++) {
                if (offsets[i + 1] - offsets[i] != length) {
                    throw new ArithmeticException("a value of " + (offsets[i + 1] - offsets[i])
                            + " bytes does not fit a type of " + length + " bytes");
                }
            }
            target.appendFixed(source.bytes(), 0, length, source.size());
        }
    }

    /** INT96: nanoseconds of the day (8 bytes), Julian day (4 bytes), both little-endian. */
    private static final class Int96ToMicros extends ValueConverter {
        @Override
        void append(ValueVector source, ValueVector target) {
            byte[] bytes = source.bytes();
            for (int i = 0; i < source.size(); i++) {
                long nanos = LittleEndian.getLong(bytes, i * INT96_LENGTH);
                long day = LittleEndian.getInt(bytes, i * INT96_LENGTH + Long.BYTES);
                target.add(micros(day, nanos));
            }
        }

        private static long micros(long julianDay, long nanos) {
            try {
                long days = Math.multiplyExact(julianDay - JULIAN_DAY_OF_EPOCH, MICROS_PER_DAY);
                return Math.addExact(days, Math.floorDiv(nanos, 1000L));
            } catch (ArithmeticException e) {
                throw (ArithmeticException) new ArithmeticException("the INT96 timestamp of Julian day " + julianDay
                                + " is out of the range of microseconds in 64 bits")
                        .initCause(e);
            }
        }
    }
}
