package io.github.deltamaint.parquet.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DistinctValuesTest {

    /** Numbers that walk: up or down, near or far, over the borders of the type. */
    @Property(tries = 300)
    void numbersKeepTheirIdsWhereverTheyLie(
            @ForAll boolean ints,
            @ForAll @IntRange(min = 1, max = 4000) int count,
            @ForAll @IntRange(min = 1, max = 34) int stepBits,
            @ForAll long start,
            @ForAll long seed) {
        Random random = new Random(seed);
        DistinctValues distinct = DistinctValues.of(ints ? ValueKind.INT : ValueKind.LONG, 1 << 20);
        Map<Long, Integer> expected = new HashMap<>();
        for (int round = 0; round < 3; round++) {
            ValueVector values = new ValueVector(ints ? ValueKind.INT : ValueKind.LONG);
            long number = start;
            for (int i = 0; i < count; i++) {
                number += (random.nextLong() >>> (64 - stepBits)) - (random.nextInt(3) == 0 ? 1L << stepBits - 1 : 0);
                if (random.nextInt(500) == 0) {
                    number = random.nextLong();
                }
                if (ints) {
                    values.add((int) number);
                } else {
                    values.add(number);
                }
            }
            int[] ids = distinct.addAll(values);
            for (int i = 0; i < count; i++) {
                long value = ints ? values.ints()[i] : values.longs()[i];
                assertThat(ids[i]).isEqualTo(expected.computeIfAbsent(value, v -> expected.size()));
            }
            int[] sorted = distinct.sorted(ValueOrder.SIGNED);
            long[] inOrder = IntStream.of(sorted)
                    .mapToLong(id -> ints
                            ? distinct.values().ints()[id]
                            : distinct.values().longs()[id])
                    .toArray();
            assertThat(inOrder)
                    .isEqualTo(expected.keySet().stream()
                            .mapToLong(Long::longValue)
                            .sorted()
                            .toArray());
            if (round == 1) {
                distinct.clear();
                expected.clear();
            }
        }
    }

    @Test
    void numbersAtBothEndsOfTheTypeAreFarApart() {
        for (long[] numbers : new long[][] {
            {Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, 0},
            {Long.MAX_VALUE, Long.MIN_VALUE},
            {Long.MIN_VALUE + 5000, Long.MIN_VALUE, Long.MIN_VALUE + 9000},
            {Long.MAX_VALUE - 9000, Long.MAX_VALUE, Long.MAX_VALUE - 5}
        }) {
            ValueVector values = new ValueVector(ValueKind.LONG);
            for (long number : numbers) {
                values.add(number);
            }
            DistinctValues distinct = DistinctValues.of(ValueKind.LONG, 1 << 20);
            assertThat(distinct.addAll(values))
                    .isEqualTo(IntStream.range(0, numbers.length).toArray());
            assertThat(distinct.addAll(values))
                    .isEqualTo(IntStream.range(0, numbers.length).toArray());
            assertThat(IntStream.of(distinct.sorted(ValueOrder.SIGNED)).mapToLong(id -> numbers[id]))
                    .containsExactly(java.util.stream.LongStream.of(numbers)
                            .sorted()
                            .boxed()
                            .toArray(Long[]::new));
        }
    }

    @Test
    void numberedInOrderIdsAreRanks() {
        ValueVector dictionary = new ValueVector(ValueKind.BYTES);
        for (String word : new String[] {"pear", "apple", "fig", "apple"}) {
            dictionary.add(word.getBytes(), 0, word.length());
        }
        DistinctValues distinct = DistinctValues.of(ValueKind.BYTES, 1 << 20);
        assertThat(distinct.addAllInOrder(dictionary, ValueOrder.BYTES)).containsExactly(2, 0, 1, 0);
        assertThat(distinct.sorted(ValueOrder.BYTES)).containsExactly(0, 1, 2);
    }

    @Test
    void growthOfEvenlyDrawnValuesIsForetold() {
        for (int all : new int[] {1000, 50_000, 200_000, 1_000_000}) {
            assertThat(foretold(all, 4_000_000, i -> new Random(i * 31L + all).nextInt(all)))
                    .isBetween(0.85 * Math.min(all, 4_000_000), 1.15 * all);
        }
    }

    @Test
    void growthOfKeysGoesOn() {
        assertThat(foretold(0, 1_000_000, i -> i)).isBetween(990_000.0, 1_010_000.0);
        assertThat(foretold(0, 1_000_000, i -> i / 4)).isBetween(245_000.0, 255_000.0);
    }

    private interface Column {
        long value(int row);
    }

    private static double foretold(int ignored, long rows, Column column) {
        java.util.Set<Long> seen = new java.util.HashSet<>();
        long before = 0;
        for (int i = 0; i < 1 << 17; i++) {
            if (i == 1 << 16) {
                before = seen.size();
            }
            seen.add(column.value(i));
        }
        return DictionaryGrowth.expected(1 << 16, before, 1 << 17, seen.size(), rows);
    }
}
