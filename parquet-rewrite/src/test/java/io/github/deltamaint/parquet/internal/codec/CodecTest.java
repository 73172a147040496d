package io.github.deltamaint.parquet.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

class CodecTest {

    @Provide
    Arbitrary<CompressionCodecName> supported() {
        return Arbitraries.of(CompressionCodecName.values()).filter(CodecPool::isSupported);
    }

    @Property(tries = 400)
    void everyImplementationReadsWhatEveryOtherWrites(
            @ForAll("supported") CompressionCodecName name,
            @ForAll boolean nativeWriter,
            @ForAll boolean nativeReader,
            @ForAll @IntRange(max = 100_000) int length,
            @ForAll long seed)
            throws MalformedDataException {
        byte[] data = data(length, seed);
        try (CodecPool writers = new CodecPool(nativeWriter);
                CodecPool readers = new CodecPool(nativeReader)) {
            Codec writer = writers.codec(name);
            byte[] compressed = new byte[3 + writer.maxCompressedLength(length)];
            int compressedLength = writer.compress(data, 0, length, compressed, 3);
            Codec reader = readers.codec(name);
            assertThat(reader.maxDecompressedLength(compressedLength)).isGreaterThanOrEqualTo(length);
            byte[] output = new byte[2 + length];
            reader.decompress(compressed, 3, compressedLength, output, 2, length);
            assertThat(Arrays.copyOfRange(output, 2, 2 + length)).isEqualTo(data);
        }
    }

    @Property(tries = 400)
    void refusesAnyOtherLength(
            @ForAll("supported") CompressionCodecName name,
            @ForAll boolean nativeLibraries,
            @ForAll @IntRange(min = 1, max = 10_000) int length,
            @ForAll long seed) {
        byte[] data = data(length, seed);
        try (CodecPool pool = new CodecPool(nativeLibraries)) {
            Codec codec = pool.codec(name);
            byte[] compressed = new byte[codec.maxCompressedLength(length)];
            int compressedLength = codec.compress(data, 0, length, compressed, 0);
            for (int wrong : new int[] {length - 1, length + 1, 0, 2 * length}) {
                byte[] output = new byte[wrong + 100];
                assertThatThrownBy(() -> codec.decompress(compressed, 0, compressedLength, output, 0, wrong))
                        .isInstanceOf(MalformedDataException.class);
                assertThat(Arrays.copyOfRange(output, wrong, wrong + 100))
                        .as("bytes behind the target")
                        .containsOnly(0);
            }
        }
    }

    @Property(tries = 3000)
    void reportsDamageOrDecodesOtherBytes(
            @ForAll("supported") CompressionCodecName name,
            @ForAll boolean nativeLibraries,
            @ForAll @IntRange(min = 1, max = 3000) int length,
            @ForAll long seed) {
        byte[] data = data(length, seed);
        Random random = new Random(seed);
        try (CodecPool pool = new CodecPool(nativeLibraries)) {
            Codec codec = pool.codec(name);
            byte[] compressed = new byte[codec.maxCompressedLength(length)];
            int compressedLength = codec.compress(data, 0, length, compressed, 0);
            compressed[random.nextInt(compressedLength)] ^= (byte) (1 << random.nextInt(8));
            int cut = random.nextBoolean() ? compressedLength : random.nextInt(compressedLength);
            byte[] output = new byte[length];
            try {
                codec.decompress(compressed, 0, cut, output, 0, length);
            } catch (MalformedDataException expected) {
                assertThat(expected.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void reportsAFrameOfZstdThatClaimsTheLargestLengthThereIs() {
        byte[] compressed = new byte[32];
        Arrays.fill(compressed, (byte) -1);
        // Magic number, then a descriptor: one segment, eight bytes for the length.
        System.arraycopy(new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, (byte) 0xE0}, 0, compressed, 0, 5);
        try (CodecPool pool = new CodecPool(false)) {
            Codec codec = pool.codec(CompressionCodecName.ZSTD);
            assertThatThrownBy(() -> codec.decompress(compressed, 0, 32, new byte[10], 0, 10))
                    .isInstanceOf(MalformedDataException.class);
        }
    }

    @Test
    void readsSeveralGzipMembersWithAllOptionalFields() throws IOException, MalformedDataException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String part : new String[] {"one ", "", "two"}) {
            try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                gzip.write(part.getBytes());
            }
        }
        byte[] plain = out.toByteArray();
        // The same once more, the first header with extra field, name, comment and checksum.
        byte[] fields = {2, 0, 'x', 'y', 'n', 0, 'c', 0, 1, 2};
        byte[] withFields = new byte[plain.length + fields.length];
        System.arraycopy(plain, 0, withFields, 0, 10);
        withFields[3] = 4 | 8 | 16 | 2;
        System.arraycopy(fields, 0, withFields, 10, fields.length);
        System.arraycopy(plain, 10, withFields, 10 + fields.length, plain.length - 10);
        try (CodecPool pool = new CodecPool()) {
            for (byte[] input : new byte[][] {plain, withFields}) {
                byte[] output = new byte[7];
                pool.codec(CompressionCodecName.GZIP).decompress(input, 0, input.length, output, 0, 7);
                assertThat(output).isEqualTo("one two".getBytes());
            }
        }
    }

    @Test
    void readsHadoopBlocksOfSeveralChunks() throws MalformedDataException {
        byte[] data = data(5000, 1);
        try (CodecPool pool = new CodecPool()) {
            for (CompressionCodecName name :
                    new CompressionCodecName[] {CompressionCodecName.LZ4, CompressionCodecName.LZO}) {
                Codec framed = pool.codec(name);
                ByteBuffer stream = ByteBuffer.allocate(10_000);
                // A block of two chunks, then a block of one.
                stream.putInt(3000);
                putChunk(framed, data, 0, 1000, stream);
                putChunk(framed, data, 1000, 2000, stream);
                stream.putInt(2000);
                putChunk(framed, data, 3000, 2000, stream);
                byte[] output = new byte[5000];
                framed.decompress(stream.array(), 0, stream.position(), output, 0, 5000);
                assertThat(output).isEqualTo(data);
            }
        }
    }

    private static void putChunk(Codec framed, byte[] data, int from, int length, ByteBuffer stream) {
        byte[] block = new byte[framed.maxCompressedLength(length)];
        int size = framed.compress(data, from, length, block, 0);
        stream.put(block, Integer.BYTES, size - Integer.BYTES); // without the length of the block
    }

    @Test
    void readsLz4WithoutAFrame() throws MalformedDataException {
        byte[] data = data(5000, 2);
        try (CodecPool pool = new CodecPool()) {
            Codec raw = pool.codec(CompressionCodecName.LZ4_RAW);
            byte[] compressed = new byte[raw.maxCompressedLength(5000)];
            int length = raw.compress(data, 0, 5000, compressed, 0);
            byte[] output = new byte[5000];
            pool.codec(CompressionCodecName.LZ4).decompress(compressed, 0, length, output, 0, 5000);
            assertThat(output).isEqualTo(data);
        }
    }

    @Test
    void refusesLevelsThatDoNotExist() {
        try (CodecPool pool = new CodecPool()) {
            assertThat(pool.codec(CompressionCodecName.ZSTD, 22)).isNotSameAs(pool.codec(CompressionCodecName.ZSTD));
            assertThat(pool.codec(CompressionCodecName.ZSTD, 3)).isSameAs(pool.codec(CompressionCodecName.ZSTD));
            assertThatThrownBy(() -> pool.codec(CompressionCodecName.ZSTD, 23))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("ZSTD has the levels 1 to 22, not 23");
            assertThatThrownBy(() -> pool.codec(CompressionCodecName.SNAPPY, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("SNAPPY has no compression levels");
            assertThatThrownBy(() -> pool.codec(CompressionCodecName.BROTLI))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("BROTLI");
        }
    }

    /** Partly random, partly repetitive bytes. */
    private static byte[] data(int length, long seed) {
        Random random = new Random(seed);
        byte[] data = new byte[length];
        int period = 1 + random.nextInt(50);
        int noise = random.nextInt(100);
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (random.nextInt(100) < noise ? random.nextInt() : i % period);
        }
        return data;
    }
}
