package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KeyOrderTest {

    @Property(tries = 300)
    void isAStableSortOfLongs(
            @ForAll @Size(max = 300) List<@LongRange(max = Long.MAX_VALUE) Long> values,
            @ForAll @IntRange(max = 62) int shift) {
        long[] keys = values.stream().mapToLong(value -> value >>> shift).toArray();
        assertThat(KeyOrder.of(keys)).containsExactly(naive(keys.length, Comparator.comparingLong(row -> keys[row])));
    }

    @Property(tries = 300)
    void isAStableSortOfBytes(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 64) int keyBytes,
            @ForAll @IntRange(max = 100) int rows) {
        byte[] keys = new byte[rows * keyBytes];
        new Random(seed).nextBytes(keys);
        for (int i = 0; i < keys.length; i++) {
            keys[i] &= i % keyBytes == 0 ? (byte) 0x81 : (byte) (seed >>> 8);
        }
        Comparator<Integer> byKey = (one, other) -> Arrays.compareUnsigned(
                keys, one * keyBytes, (one + 1) * keyBytes, keys, other * keyBytes, (other + 1) * keyBytes);
        assertThat(KeyOrder.of(keys, keyBytes)).containsExactly(naive(rows, byKey));
    }

    private static int[] naive(int rows, Comparator<Integer> byKey) {
        return IntStream.range(0, rows)
                .boxed()
                .sorted(byKey)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    @Test
    void refusesKeysThatHaveNoOrder() {
        assertThatThrownBy(() -> KeyOrder.of(new long[] {1, -1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Keys cannot be negative");
        assertThatThrownBy(() -> KeyOrder.of(new byte[5], 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("5 bytes are no whole number of keys of 2 bytes");
    }
}
