package io.github.deltamaint.parquet.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** parquet-java's decoders are the judge. */
class ValueEncoderTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message m {
              required int32 i;
              required int64 l;
              required float f;
              required double d;
              required boolean b;
              required binary s (STRING);
              required fixed_len_byte_array(5) x;
              required int96 t;
            }
            """);

    @Property(tries = 300)
    void parquetJavaReadsWhatWasEncoded(
            @ForAll @IntRange(min = 0, max = 12) int which,
            @ForAll @IntRange(min = 0, max = 1500) int count,
            @ForAll @IntRange(min = 0, max = 5) int offset,
            @ForAll @IntRange(min = 1, max = 64) int bits,
            @ForAll long seed)
            throws IOException {
        Object[][] cases = {
            {"i", Encoding.PLAIN},
            {"l", Encoding.PLAIN},
            {"f", Encoding.PLAIN},
            {"d", Encoding.PLAIN},
            {"b", Encoding.PLAIN},
            {"s", Encoding.PLAIN},
            {"x", Encoding.PLAIN},
            {"t", Encoding.PLAIN},
            {"i", Encoding.DELTA_BINARY_PACKED},
            {"l", Encoding.DELTA_BINARY_PACKED},
            {"s", Encoding.DELTA_LENGTH_BYTE_ARRAY},
            {"s", Encoding.DELTA_BYTE_ARRAY},
            {"d", Encoding.BYTE_STREAM_SPLIT}
        };
        check((String) cases[which][0], (Encoding) cases[which][1], count, offset, bits, seed);
        check("f", Encoding.BYTE_STREAM_SPLIT, count, offset, bits, seed);
    }

    private static void check(String column, Encoding encoding, int count, int offset, int bits, long seed)
            throws IOException {
        ColumnDescriptor descriptor = SCHEMA.getColumnDescription(new String[] {column});
        Leaf leaf = Leaf.of(SCHEMA).get(SCHEMA.getFieldIndex(column));
        ValueVector values = values(leaf, offset + count, bits, new Random(seed));
        PageBuffer buffer = new PageBuffer();
        buffer.write(7);
        new ValueEncoder().encode(leaf, encoding, values, offset, offset + count, buffer);

        if (count == 0 && encoding != Encoding.DELTA_BINARY_PACKED) {
            return;
        }
        ValuesReader reader = encoding.getValuesReader(descriptor, ValuesType.VALUES);
        reader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(buffer.bytes(), 1, buffer.length() - 1)));
        for (int i = offset; i < offset + count; i++) {
            switch (descriptor.getPrimitiveType().getPrimitiveTypeName()) {
                case INT32 -> assertThat(reader.readInteger()).isEqualTo(values.ints()[i]);
                case INT64 -> assertThat(reader.readLong()).isEqualTo(values.longs()[i]);
                case FLOAT ->
                    assertThat(Float.floatToRawIntBits(reader.readFloat())).isEqualTo(values.ints()[i]);
                case DOUBLE ->
                    assertThat(Double.doubleToRawLongBits(reader.readDouble())).isEqualTo(values.longs()[i]);
                case BOOLEAN -> assertThat(reader.readBoolean()).isEqualTo(values.ints()[i] == 1);
                default -> assertThat(reader.readBytes().getBytes()).isEqualTo(values.bytesAt(i));
            }
        }
    }

    private static ValueVector values(Leaf leaf, int count, int bits, Random random) {
        ValueVector values = new ValueVector(leaf.kind());
        byte[] previous = {};
        for (int i = 0; i < count; i++) {
            switch (leaf.kind()) {
                case INT -> values.add(leaf.isBoolean() ? random.nextInt(2) : random.nextInt() >> (64 - bits) / 2);
                case LONG -> values.add(random.nextLong() >> 64 - bits);
                case BYTES -> {
                    byte[] value = new byte[leaf.isFixedLengthBytes() ? leaf.fixedLength() : random.nextInt(bits)];
                    random.nextBytes(value);
                    System.arraycopy(previous, 0, value, 0, Math.min(previous.length, value.length) / 2);
                    values.add(value, 0, value.length);
                    previous = value;
                }
            }
        }
        return values;
    }
}
