package io.github.deltamaint.parquet.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.junit.jupiter.api.Test;

class HybridDecoderTest {

    @Property(tries = 500)
    void decodesInAnyPiecesWhatParquetJavaEncodes(
            @ForAll @IntRange(min = 0, max = 32) int width, @ForAll @IntRange(max = 3000) int count, @ForAll long seed)
            throws IOException, MalformedDataException {
        Random random = new Random(seed);
        int[] values = values(width, count, random);
        byte[] stream = encode(width, values);
        HybridDecoder decoder = new HybridDecoder();
        decoder.start(stream, 3, stream.length - random.nextInt(2), width);

        int[] decoded = new int[count + 2];
        for (int done = 0; done < count; ) {
            int n = Math.min(count - done, 1 + random.nextInt(1 + random.nextInt(700)));
            if (random.nextInt(4) == 0) {
                decoder.skip(n);
                System.arraycopy(values, done, decoded, 1 + done, n);
            } else {
                decoder.read(n, decoded, 1 + done, null, limit(width));
            }
            done += n;
        }
        assertThat(Arrays.copyOfRange(decoded, 1, count + 1)).isEqualTo(values);
        assertThat(decoded[0] | decoded[count + 1]).as("around the target").isZero();
    }

    @Property(tries = 200)
    void remapsWhileDecoding(@ForAll @IntRange(min = 0, max = 12) int width, @ForAll long seed)
            throws IOException, MalformedDataException {
        Random random = new Random(seed);
        int[] values = values(width, 1000, random);
        int[] remap = random.ints(1L << width).toArray();
        byte[] stream = encode(width, values);
        HybridDecoder decoder = new HybridDecoder();
        decoder.start(stream, 3, stream.length - 1, width);
        int[] decoded = new int[1000];
        decoder.read(1000, decoded, 0, remap, 1 << width);
        assertThat(decoded).isEqualTo(Arrays.stream(values).map(v -> remap[v]).toArray());
    }

    @Property(tries = 200)
    void decodesLevelsToBytes(@ForAll @IntRange(min = 1, max = 7) int width, @ForAll long seed)
            throws IOException, MalformedDataException {
        Random random = new Random(seed);
        int count = 1 + random.nextInt(2000);
        int[] values = values(width, count, random);
        byte[] stream = encode(width, values);
        HybridDecoder decoder = new HybridDecoder();
        decoder.start(stream, 3, stream.length - 1, width);
        byte[] decoded = new byte[count];
        int first = random.nextInt(count + 1);
        decoder.read(first, decoded, 0, (1 << width) - 1);
        decoder.read(count - first, decoded, first, (1 << width) - 1);
        for (int i = 0; i < count; i++) {
            assertThat(decoded[i]).isEqualTo((byte) values[i]);
        }
    }

    @Test
    void decodesPackedRunsOfAnyLength() throws MalformedDataException {
        // parquet-java ends a packed run after 504 values; the format does not.
        int count = 8 * 1000;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int header = 1000 << 1 | 1;
        out.write(header & 0x7f | 0x80);
        out.write(header >> 7);
        for (int i = 0; i < count / 8; i++) {
            out.writeBytes(new byte[] {(byte) 0b10001000, (byte) 0b11000110, (byte) 0b11111010});
        }
        HybridDecoder decoder = new HybridDecoder();
        decoder.start(out.toByteArray(), 0, out.size(), 3);
        int[] decoded = new int[count];
        decoder.read(count, decoded, 0, null, 8);
        for (int i = 0; i < count; i++) {
            assertThat(decoded[i]).isEqualTo(i & 7);
        }
    }

    @Test
    void needsNoBytesForWidthZero() throws MalformedDataException {
        HybridDecoder decoder = new HybridDecoder();
        decoder.start(new byte[0], 0, 0, 0);
        int[] decoded = {7, 7, 7};
        decoder.read(3, decoded, 0, null, 1);
        assertThat(decoded).containsOnly(0);
    }

    @Test
    void takesTheLastGroupWithoutItsPadding() throws MalformedDataException {
        // One group of 8 values of 4 bits, of which only three are there.
        byte[] stream = {3, 0x21, 0x03};
        HybridDecoder decoder = new HybridDecoder();
        decoder.start(stream, 0, 3, 4);
        int[] decoded = new int[3];
        decoder.read(3, decoded, 0, null, 16);
        assertThat(decoded).containsExactly(1, 2, 3);

        decoder.start(stream, 0, 3, 4);
        assertThatThrownBy(() -> decoder.read(5, new int[5], 0, null, 16))
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining("breaks off");
    }

    @Test
    void reportsValuesBeyondTheDictionary() {
        HybridDecoder decoder = new HybridDecoder();
        decoder.start(new byte[] {3, 0x21, 0x43, 0x65, (byte) 0x87}, 0, 5, 4);
        assertThatThrownBy(() -> decoder.read(8, new int[8], 0, null, 8))
                .isInstanceOf(MalformedDataException.class)
                .hasMessage("a value of 8 where less than 8 was expected");
        decoder.start(new byte[] {8, -1, -1, -1, -1}, 0, 5, 32);
        assertThatThrownBy(() -> decoder.read(4, new int[4], 0, null, 8))
                .isInstanceOf(MalformedDataException.class)
                .hasMessage("a value of 4294967295 where less than 8 was expected");
    }

    @Test
    void endsWhereTheStreamEnds() {
        HybridDecoder decoder = new HybridDecoder();
        // Runs of no values, again and again.
        decoder.start(new byte[] {0, 5, 0, 5, 1, 0, 5}, 0, 7, 8);
        assertThatThrownBy(() -> decoder.read(1, new int[1], 0, null, 256))
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining("end before all values");
        decoder.start(new byte[] {-1, -1, -1, -1, -1, -1}, 0, 6, 8);
        assertThatThrownBy(() -> decoder.read(1, new int[1], 0, null, 256))
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining("more than 5 bytes");
    }

    @Property(tries = 1000)
    void reportsGarbageAndNeverReadsOutside(@ForAll byte[] garbage, @ForAll @IntRange(min = 0, max = 32) int width) {
        HybridDecoder decoder = new HybridDecoder();
        decoder.start(garbage, 0, garbage.length, width);
        try {
            decoder.read(5000, new int[5000], 0, null, Integer.MAX_VALUE);
        } catch (MalformedDataException expected) {
            assertThat(expected).hasMessageNotContaining("null");
        }
    }

    private static int limit(int width) {
        // Unsigned: above all values of 32 bits there is no number.
        return width == 32 ? -1 : 1 << width;
    }

    /** Runs and noise, never the largest 32-bit number. */
    private static int[] values(int width, int count, Random random) {
        int[] values = new int[count];
        int mask = width == 32 ? -1 : (1 << width) - 1;
        for (int i = 0; i < count; ) {
            int run = random.nextBoolean() ? 1 : 1 + random.nextInt(40);
            int value = random.nextInt() & mask;
            for (int end = Math.min(count, i + run); i < end; i++) {
                values[i] = value == -1 ? 0 : value;
            }
        }
        return values;
    }

    /** The stream with 3 bytes before it and one behind it. */
    private static byte[] encode(int width, int[] values) throws IOException {
        RunLengthBitPackingHybridEncoder encoder =
                new RunLengthBitPackingHybridEncoder(width, 64, 1 << 16, new HeapByteBufferAllocator());
        for (int value : values) {
            encoder.writeInt(value);
        }
        byte[] stream = Bytes.of(encoder.toBytes());
        byte[] framed = new byte[stream.length + 4];
        System.arraycopy(stream, 0, framed, 3, stream.length);
        return framed;
    }
}
