package io.github.deltamaint.parquet.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;

class HybridEncoderTest {

    @Property(tries = 400)
    void parquetJavaReadsWhatWasEncoded(
            @ForAll @IntRange(min = 0, max = 32) int width,
            @ForAll @IntRange(min = 0, max = 3000) int count,
            @ForAll @IntRange(min = 0, max = 7) int offset,
            @ForAll @IntRange(min = 1, max = 60) int longestRun,
            @ForAll long seed)
            throws IOException {
        int[] ids = runs(width, offset + count, longestRun, new Random(seed));
        PageBuffer buffer = new PageBuffer();
        new HybridEncoder().encode(ids, offset, count, width, buffer);

        RunLengthBitPackingHybridDecoder decoder = new RunLengthBitPackingHybridDecoder(
                width, new ByteArrayInputStream(buffer.bytes(), 0, buffer.length()));
        for (int i = 0; i < count; i++) {
            assertThat(decoder.readInt()).as("id %d", i).isEqualTo(ids[offset + i]);
        }
    }

    @Property(tries = 400)
    void theSizeIsKnownWithoutEncoding(
            @ForAll @IntRange(min = 0, max = 32) int width,
            @ForAll @IntRange(min = 0, max = 3000) int count,
            @ForAll @IntRange(min = 0, max = 7) int offset,
            @ForAll @IntRange(min = 1, max = 60) int longestRun,
            @ForAll long seed) {
        int[] ids = runs(width, offset + count, longestRun, new Random(seed));
        PageBuffer buffer = new PageBuffer();
        new HybridEncoder().encode(ids, offset, count, width, buffer);

        assertThat(HybridEncoder.size(ids, offset, count, width)).isEqualTo(buffer.length());
    }

    @Property(tries = 300)
    void parquetJavaReadsLevels(
            @ForAll @IntRange(min = 1, max = 7) int width,
            @ForAll @IntRange(min = 0, max = 3000) int count,
            @ForAll @IntRange(min = 0, max = 7) int offset,
            @ForAll @IntRange(min = 1, max = 60) int longestRun,
            @ForAll long seed)
            throws IOException {
        int[] ids = runs(width, offset + count, longestRun, new Random(seed));
        byte[] levels = new byte[ids.length];
        for (int i = 0; i < ids.length; i++) {
            levels[i] = (byte) ids[i];
        }
        PageBuffer buffer = new PageBuffer();
        LevelEncoder.encode(levels, offset, count, width, buffer);

        RunLengthBitPackingHybridDecoder decoder = new RunLengthBitPackingHybridDecoder(
                width, new ByteArrayInputStream(buffer.bytes(), 0, buffer.length()));
        for (int i = 0; i < count; i++) {
            assertThat(decoder.readInt()).as("level %d", i).isEqualTo(levels[offset + i]);
        }
    }

    @Test
    void equalIdsTakeOneRun() {
        PageBuffer buffer = new PageBuffer();
        int[] ids = new int[20_000];
        java.util.Arrays.fill(ids, 5);
        new HybridEncoder().encode(ids, 0, ids.length, 9, buffer);
        assertThat(buffer.length()).isEqualTo(3 + 2);
    }

    @Test
    void idsThatDifferTakeOnePackedRun() {
        PageBuffer buffer = new PageBuffer();
        int[] ids = new int[20_000];
        java.util.Arrays.setAll(ids, i -> i % 512);
        new HybridEncoder().encode(ids, 0, ids.length, 9, buffer);
        assertThat(buffer.length()).isEqualTo(2 + 20_000 * 9 / 8);
    }

    /** Runs of random length, of ids that use all bits of the width. */
    private static int[] runs(int width, int count, int longestRun, Random random) {
        int[] ids = new int[count];
        int at = 0;
        while (at < count) {
            int id = width == 0 ? 0 : random.nextInt() >>> (32 - width);
            int run = 1 + random.nextInt(longestRun);
            while (run-- > 0 && at < count) {
                ids[at++] = id;
            }
        }
        return ids;
    }
}
