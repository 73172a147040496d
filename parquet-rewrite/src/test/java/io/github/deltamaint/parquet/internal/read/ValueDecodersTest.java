package io.github.deltamaint.parquet.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.plain.BooleanPlainValuesWriter;
import org.apache.parquet.column.values.plain.FixedLenByteArrayPlainValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesWriter;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;

/** Every encoding of every type: what parquet-java's writer encodes is decoded, in any pieces. */
class ValueDecodersTest {
    private static final HeapByteBufferAllocator HEAP = new HeapByteBufferAllocator();

    /** An encoding of a type, with a writer for it. */
    private record Form(Encoding encoding, PrimitiveType type, Supplier<ValuesWriter> writer) {}

    private static final int WIDTH = 7;

    private static final List<Form> FORMS = List.of(
            form(Encoding.PLAIN, PrimitiveTypeName.BOOLEAN, BooleanPlainValuesWriter::new),
            form(
                    Encoding.RLE,
                    PrimitiveTypeName.BOOLEAN,
                    () -> new RunLengthBitPackingHybridValuesWriter(1, 64, 1 << 16, HEAP)),
            form(Encoding.PLAIN, PrimitiveTypeName.INT32, () -> new PlainValuesWriter(64, 1 << 16, HEAP)),
            form(
                    Encoding.DELTA_BINARY_PACKED,
                    PrimitiveTypeName.INT32,
                    () -> new DeltaBinaryPackingValuesWriterForInteger(64, 1 << 16, HEAP)),
            form(
                    Encoding.DELTA_BINARY_PACKED,
                    PrimitiveTypeName.INT32,
                    () -> new DeltaBinaryPackingValuesWriterForInteger(256, 2, 64, 1 << 16, HEAP)),
            form(
                    Encoding.BYTE_STREAM_SPLIT,
                    PrimitiveTypeName.INT32,
                    () -> new ByteStreamSplitValuesWriter.IntegerByteStreamSplitValuesWriter(64, 1 << 16, HEAP)),
            form(Encoding.PLAIN, PrimitiveTypeName.FLOAT, () -> new PlainValuesWriter(64, 1 << 16, HEAP)),
            form(
                    Encoding.BYTE_STREAM_SPLIT,
                    PrimitiveTypeName.FLOAT,
                    () -> new ByteStreamSplitValuesWriter.FloatByteStreamSplitValuesWriter(64, 1 << 16, HEAP)),
            form(Encoding.PLAIN, PrimitiveTypeName.INT64, () -> new PlainValuesWriter(64, 1 << 16, HEAP)),
            form(
                    Encoding.DELTA_BINARY_PACKED,
                    PrimitiveTypeName.INT64,
                    () -> new DeltaBinaryPackingValuesWriterForLong(64, 1 << 16, HEAP)),
            form(
                    Encoding.BYTE_STREAM_SPLIT,
                    PrimitiveTypeName.INT64,
                    () -> new ByteStreamSplitValuesWriter.LongByteStreamSplitValuesWriter(64, 1 << 16, HEAP)),
            form(Encoding.PLAIN, PrimitiveTypeName.DOUBLE, () -> new PlainValuesWriter(64, 1 << 16, HEAP)),
            form(
                    Encoding.BYTE_STREAM_SPLIT,
                    PrimitiveTypeName.DOUBLE,
                    () -> new ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter(64, 1 << 16, HEAP)),
            form(Encoding.PLAIN, PrimitiveTypeName.BINARY, () -> new PlainValuesWriter(64, 1 << 16, HEAP)),
            form(
                    Encoding.DELTA_LENGTH_BYTE_ARRAY,
                    PrimitiveTypeName.BINARY,
                    () -> new DeltaLengthByteArrayValuesWriter(64, 1 << 16, HEAP)),
            form(
                    Encoding.DELTA_BYTE_ARRAY,
                    PrimitiveTypeName.BINARY,
                    () -> new DeltaByteArrayWriter(64, 1 << 16, HEAP)),
            form(
                    Encoding.PLAIN,
                    PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                    () -> new FixedLenByteArrayPlainValuesWriter(WIDTH, 64, 1 << 16, HEAP)),
            form(
                    Encoding.DELTA_BYTE_ARRAY,
                    PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                    () -> new DeltaByteArrayWriter(64, 1 << 16, HEAP)),
            form(
                    Encoding.BYTE_STREAM_SPLIT,
                    PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                    () -> new ByteStreamSplitValuesWriter.FixedLenByteArrayByteStreamSplitValuesWriter(
                            WIDTH, 64, 1 << 16, HEAP)),
            form(
                    Encoding.PLAIN,
                    PrimitiveTypeName.INT96,
                    () -> new FixedLenByteArrayPlainValuesWriter(12, 64, 1 << 16, HEAP)));

    private static Form form(Encoding encoding, PrimitiveTypeName name, Supplier<ValuesWriter> writer) {
        Types.PrimitiveBuilder<PrimitiveType> builder = Types.primitive(name, Repetition.REQUIRED);
        if (name == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
            builder.length(WIDTH);
        }
        return new Form(encoding, builder.named("c"), writer);
    }

    @Property(tries = 1500)
    void decodesWhatParquetJavaEncodes(
            @ForAll @IntRange(max = 19) int number, @ForAll @IntRange(max = 1200) int count, @ForAll long seed)
            throws IOException, MalformedDataException {
        Form form = FORMS.get(number);
        Random random = new Random(seed);
        List<String> values = new ArrayList<>();
        byte[] page = encode(form, count, random, values);
        // The page lies somewhere in a larger array, or fills it to its end.
        int before = random.nextInt(9);
        byte[] bytes = new byte[before + page.length + random.nextInt(2) * 9];
        random.nextBytes(bytes);
        System.arraycopy(page, 0, bytes, before, page.length);

        ValueDecoder decoder = ValueDecoders.create(form.encoding, form.type);
        decoder.start(bytes, before, before + page.length, count);
        ValueVector decoded = new ValueVector(ValueKind.of(form.type.getPrimitiveTypeName()));
        List<String> expected = new ArrayList<>();
        for (int done = 0; done < count; ) {
            int n = Math.min(count - done, 1 + random.nextInt(1 + random.nextInt(500)));
            if (random.nextInt(4) == 0) {
                decoder.skip(n);
            } else {
                int bytesBefore = decoded.kind() == ValueKind.BYTES ? decoded.byteCount() : 0;
                long bound = decoder.bytesLeft();
                decoder.append(n, decoded);
                expected.addAll(values.subList(done, done + n));
                if (decoded.kind() == ValueKind.BYTES) {
                    assertThat((long) decoded.byteCount() - bytesBefore).isLessThanOrEqualTo(bound);
                }
            }
            done += n;
        }
        assertThat(texts(decoded)).isEqualTo(expected);
    }

    @Property(tries = 3000)
    void reportsDamageOrDecodesOtherValues(
            @ForAll @IntRange(max = 19) int number, @ForAll @IntRange(min = 1, max = 100) int count, @ForAll long seed)
            throws IOException {
        Form form = FORMS.get(number);
        Random random = new Random(seed);
        byte[] page = encode(form, count, random, new ArrayList<>());
        byte[] bytes = random.nextBoolean() ? Arrays.copyOf(page, random.nextInt(page.length)) : page;
        for (int i = random.nextInt(3); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        ValueDecoder decoder = ValueDecoders.create(form.encoding, form.type);
        try {
            decoder.start(bytes, 0, bytes.length, count);
            decoder.append(count, new ValueVector(ValueKind.of(form.type.getPrimitiveTypeName())));
        } catch (MalformedDataException expected) {
            assertThat(expected.getMessage()).isNotBlank();
        }
    }

    @Test
    void knowsAllDecodersOfTheFormat() {
        assertThat(ValueDecoders.create(
                        Encoding.DELTA_BINARY_PACKED, form(Encoding.PLAIN, PrimitiveTypeName.DOUBLE, null).type))
                .isNull();
        assertThat(FORMS)
                .allSatisfy(form -> assertThat(ValueDecoders.create(form.encoding, form.type))
                        .isNotNull());
    }

    @Test
    void readsDeltasOf32BitNumbersThatNeedMoreThan32Bits() throws MalformedDataException {
        // One block of 128 values, one miniblock of width 33: the deltas are -2^32 + 1 + 2^32 = 1.
        byte[] stream = new byte[3 + 1 + 1 + 5 + 1 + 8 * 33 * 2];
        int at = 0;
        stream[at++] = (byte) 0x80;
        stream[at++] = 1; // block of 128
        stream[at++] = 1; // in one miniblock
        stream[at++] = 3; // values
        stream[at++] = 20; // the first is 10
        for (byte b : new byte[] {(byte) 0xfd, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x1f}) {
            stream[at++] = b; // smallest delta -2^32 + 1
        }
        stream[at++] = 33;
        // Two times 2^32: bits 32 and 65.
        stream[at + 4] = 1;
        stream[at + 8] = 2;
        DeltaIntDecoder decoder = new DeltaIntDecoder();
        decoder.start(stream, 0, stream.length, 3);
        int[] values = new int[3];
        decoder.readInts(3, values, 0);
        assertThat(values).containsExactly(10, 11, 12);
    }

    @Test
    void refusesBlocksThatCannotBe() {
        assertMalformed(new DeltaIntDecoder(), new byte[] {0, 1, 1, 0}, "blocks of 0");
        assertMalformed(new DeltaIntDecoder(), new byte[] {(byte) 0x80, 1, 0, 1, 0}, "0 miniblocks");
        assertMalformed(new DeltaIntDecoder(), new byte[] {(byte) 0x80, 1, 3, 1, 0}, "3 miniblocks");
        assertMalformed(new DeltaIntDecoder(), new byte[] {(byte) 0x80, 1, 4}, "break off");
    }

    private static void assertMalformed(ValueDecoder decoder, byte[] bytes, String message) {
        assertThatThrownBy(() -> decoder.start(bytes, 0, bytes.length, 1))
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining(message);
    }

    private static byte[] encode(Form form, int count, Random random, List<String> values) throws IOException {
        ValuesWriter writer = form.writer.get();
        BiConsumer<ValuesWriter, Integer> write = switch (form.type.getPrimitiveTypeName()) {
            case BOOLEAN ->
                (w, v) -> {
                    w.writeBoolean((v & 1) == 1);
                    values.add(String.valueOf(v & 1));
                };
            case INT32 ->
                (w, v) -> {
                    w.writeInteger(v);
                    values.add(String.valueOf(v));
                };
            case FLOAT ->
                (w, v) -> {
                    w.writeFloat(v / 3f);
                    values.add(String.valueOf(Float.floatToRawIntBits(v / 3f)));
                };
            case INT64 ->
                (w, v) -> {
                    long wide = random.nextBoolean() ? v : v * 0x9e3779b97f4a7c15L;
                    w.writeLong(wide);
                    values.add(String.valueOf(wide));
                };
            case DOUBLE ->
                (w, v) -> {
                    w.writeDouble(v / 3d);
                    values.add(String.valueOf(Double.doubleToRawLongBits(v / 3d)));
                };
            case BINARY ->
                (w, v) -> {
                    byte[] bytes = new byte[Math.floorMod(v, 40)];
                    Arrays.fill(bytes, (byte) (v >> 6));
                    w.writeBytes(Binary.fromConstantByteArray(bytes));
                    values.add(HexFormat.of().formatHex(bytes));
                };
            case FIXED_LEN_BYTE_ARRAY, INT96 ->
                (w, v) -> {
                    byte[] bytes = new byte[form.type.getPrimitiveTypeName() == PrimitiveTypeName.INT96 ? 12 : WIDTH];
                    for (int i = 0; i < 4; i++) {
                        bytes[i] = (byte) (v >> 24 - 8 * i);
                    }
                    w.writeBytes(Binary.fromConstantByteArray(bytes));
                    values.add(HexFormat.of().formatHex(bytes));
                };
        };
        int spread = random.nextInt(32);
        int value = random.nextInt();
        for (int i = 0; i < count; i++) {
            value = random.nextInt(8) == 0 ? random.nextInt() : value + (random.nextInt() >>> spread);
            write.accept(writer, random.nextInt(100) == 0 ? Integer.MIN_VALUE : value);
        }
        return Bytes.of(writer.getBytes());
    }

    private static List<String> texts(ValueVector values) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            texts.add(
                    switch (values.kind()) {
                        case INT -> String.valueOf(values.ints()[i]);
                        case LONG -> String.valueOf(values.longs()[i]);
                        case BYTES -> HexFormat.of().formatHex(values.bytesAt(i));
                    });
        }
        return texts;
    }
}
