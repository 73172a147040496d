package io.github.deltamaint.parquet.internal.read;

import org.apache.parquet.format.Encoding;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Which decoder reads an encoding of a physical type. */
final class ValueDecoders {

    private ValueDecoders() {}

    /** A decoder for values in a page, or null if the format does not have this encoding for this type. */
    static @Nullable ValueDecoder create(Encoding encoding, PrimitiveType type) {
        return switch (encoding) {
            case PLAIN -> plain(type);
            case RLE ->
                type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BOOLEAN ? new RleBooleanDecoder() : null;
            case DELTA_BINARY_PACKED ->
                switch (type.getPrimitiveTypeName()) {
                    case INT32 -> new DeltaIntDecoder();
                    case INT64 -> new DeltaLongDecoder();
                    default -> null;
                };
            case DELTA_LENGTH_BYTE_ARRAY ->
                type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY ? new DeltaLengthDecoder() : null;
            case DELTA_BYTE_ARRAY ->
                switch (type.getPrimitiveTypeName()) {
                    case BINARY -> new DeltaByteArrayDecoder(-1);
                    case FIXED_LEN_BYTE_ARRAY -> new DeltaByteArrayDecoder(type.getTypeLength());
                    default -> null;
                };
            case BYTE_STREAM_SPLIT ->
                switch (type.getPrimitiveTypeName()) {
                    case INT32, FLOAT, INT64, DOUBLE, FIXED_LEN_BYTE_ARRAY -> new ByteStreamSplitDecoder(width(type));
                    default -> null;
                };
            case PLAIN_DICTIONARY, RLE_DICTIONARY, BIT_PACKED -> null;
        };
    }

    /** A decoder for PLAIN values. */
    static ValueDecoder plain(PrimitiveType type) {
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> new BooleanDecoder();
            case BINARY -> new PlainBinaryDecoder();
            default -> new PlainFixedDecoder(width(type));
        };
    }

    private static int width(PrimitiveType type) {
        return switch (type.getPrimitiveTypeName()) {
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> type.getTypeLength();
            case BOOLEAN, BINARY -> throw new IllegalArgumentException(type + " has no width");
        };
    }
}
