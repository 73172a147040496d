package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Turns decimals, and integers as decimals of scale 0, into decimals of another form, precision or scale; exactly, or not at all.
 *
 * <p>Unscaled values are INT32, INT64, or two's complement in big-endian order. Those that fit a long are handled as longs.
 */
final class DecimalConverter extends ValueConverter {
    private final PrimitiveType to;
    private final int factorExponent;
    private final long factor;
    private final int precision;
    private final long bound;
    private final int targetWidth;

    DecimalConverter(PrimitiveType from, PrimitiveType to) {
        this.to = to;
        DecimalLogicalTypeAnnotation target = (DecimalLogicalTypeAnnotation) to.getLogicalTypeAnnotation();
        int fromScale =
                from.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation source ? source.getScale() : 0;
        factorExponent = target.getScale() - fromScale;
        factor = powerOfTen(Math.abs(factorExponent));
        precision = target.getPrecision();
        bound = powerOfTen(precision);
        targetWidth = switch (to.getPrimitiveTypeName()) {
            case FIXED_LEN_BYTE_ARRAY -> to.getTypeLength();
            case BINARY -> 0;
            default -> Long.BYTES;
        };
    }

    /** 10 to the power of {@code exponent}, or 0 if that is too large for a long. */
    private static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            if (power > Long.MAX_VALUE / 10) {
                return 0;
            }
            power *= 10;
        }
        return power;
    }

    @Override
    long maxBytes(long sourceBytes) {
        // Each decimal digit takes less than half a byte.
        return targetWidth > 0 ? targetWidth : precision / 2 + 2L;
    }

    @Override
    void append(ValueVector source, ValueVector target) throws MalformedDataException {
        target.reserve(source.size());
        for (int i = 0; i < source.size(); i++) {
            switch (source.kind()) {
                case INT -> convert(source.ints()[i], target);
                case LONG -> convert(source.longs()[i], target);
                case BYTES -> convert(source.bytes(), source.offsets()[i], source.offsets()[i + 1], target);
            }
        }
    }

    private void convert(byte[] bytes, int from, int end, ValueVector target) throws MalformedDataException {
        if (from == end) {
            throw new MalformedDataException("a decimal of no bytes");
        }
        int at = from;
        while (end - at > Long.BYTES && isSignExtension(bytes[at], bytes[at + 1])) {
            at++;
        }
        if (end - at > Long.BYTES) {
            convert(new BigInteger(bytes, at, end - at), target);
            return;
        }
        long value = bytes[at];
        for (int i = at + 1; i < end; i++) {
            value = (value << 8) | (bytes[i] & 0xff);
        }
        convert(value, target);
    }

    private static boolean isSignExtension(byte first, byte second) {
        return first == (second < 0 ? -1 : 0);
    }

    private void convert(long value, ValueVector target) {
        long scaled;
        if (factorExponent == 0) {
            scaled = value;
        } else if (factorExponent < 0) {
            if (factor == 0 ? value != 0 : value % factor != 0) {
                throw doesNotFit(BigInteger.valueOf(value));
            }
            scaled = factor == 0 ? 0 : value / factor;
        } else {
            long high = Math.multiplyHigh(value, factor);
            scaled = value * factor;
            if (factor == 0 || high != scaled >> 63) {
                convert(BigInteger.valueOf(value), target);
                return;
            }
        }
        if (bound != 0 && (scaled >= bound || scaled <= -bound)) {
            throw doesNotFit(BigInteger.valueOf(value));
        }
        write(scaled, target);
    }

    private void convert(BigInteger value, ValueVector target) {
        BigInteger scaled = value;
        BigInteger power = BigInteger.TEN.pow(Math.abs(factorExponent));
        if (factorExponent > 0) {
            scaled = value.multiply(power);
        } else if (factorExponent < 0) {
            BigInteger[] parts = value.divideAndRemainder(power);
            if (parts[1].signum() != 0) {
                throw doesNotFit(value);
            }
            scaled = parts[0];
        }
        if (scaled.abs().compareTo(BigInteger.TEN.pow(precision)) >= 0) {
            throw doesNotFit(value);
        }
        if (scaled.bitLength() < Long.SIZE) {
            write(scaled.longValue(), target);
        } else {
            write(scaled, value, target);
        }
    }

    private void write(long value, ValueVector target) {
        switch (to.getPrimitiveTypeName()) {
            case INT32 -> target.add(Math.toIntExact(value));
            case INT64 -> target.add(value);
            default -> {
                int minimal = 1 + (Long.SIZE - Long.numberOfLeadingZeros(value < 0 ? ~value : value)) / 8;
                int width = targetWidth == 0 ? minimal : targetWidth;
                if (minimal > width) {
                    throw doesNotFit(BigInteger.valueOf(value));
                }
                int at = target.appendFixed(width, 1);
                for (int i = width - 1, shift = 0; i >= 0; i--, shift += 8) {
                    target.bytes()[at + i] = (byte) (value >> Math.min(shift, 63));
                }
            }
        }
    }

    private void write(BigInteger value, BigInteger original, ValueVector target) {
        byte[] minimal = value.toByteArray();
        int width = targetWidth == 0 ? minimal.length : targetWidth;
        if (minimal.length > width || to.getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
            throw doesNotFit(original);
        }
        int at = target.appendFixed(width, 1);
        int padding = width - minimal.length;
        Arrays.fill(target.bytes(), at, at + padding, (byte) (value.signum() < 0 ? -1 : 0));
        System.arraycopy(minimal, 0, target.bytes(), at + padding, minimal.length);
    }

    private ArithmeticException doesNotFit(BigInteger unscaled) {
        return new ArithmeticException("the decimal with the unscaled value " + unscaled + " does not fit " + to);
    }
}
