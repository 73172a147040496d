package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.deltamaint.zorder.testing.Strings;
import io.github.deltamaint.zorder.testing.TestColumns;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MassRanksTest {

    private static final int TRIES = 300;

    private static LongRanks exactRanks(long[] values, long nulls, int bits) {
        LongSample sample = new LongSample(Math.max(1, values.length), 1);
        sample.add(values, 0, values.length);
        sample.addNulls(nulls);
        assertThat(sample.isExact()).isTrue();
        return sample.ranks(bits);
    }

    private static long unsigned(int rank) {
        return Integer.toUnsignedLong(rank);
    }

    /** max(1, floor((rows below + rows equal / 2) / n · 2^bits)) in exact arithmetic. */
    private static long naiveRank(long below, long equal, long rows, int bits) {
        BigInteger twiceMiddle = BigInteger.valueOf(below).shiftLeft(1).add(BigInteger.valueOf(equal));
        long rank = twiceMiddle
                .shiftLeft(bits)
                .divide(BigInteger.valueOf(rows).shiftLeft(1))
                .longValueExact();
        return Math.max(1, rank);
    }

    @Test
    void isTheExampleOfItsDocumentation() {
        assertThat(MassRanks.ofDictionary(new long[] {2, 6, 1}, 3, 2)).containsExactly(1, 2, 3);
    }

    @Property(tries = TRIES)
    void ranksOfADictionaryAreTheMiddlesOfTheirMass(
            @ForAll @Size(min = 1, max = 40) List<@LongRange(max = 1L << 40) Long> counts,
            @ForAll @LongRange(max = 1L << 40) long nulls,
            @ForAll @IntRange(min = 1, max = 32) int bits) {
        long[] rowsOfId = counts.stream().mapToLong(Long::longValue).toArray();
        long rows = nulls + Arrays.stream(rowsOfId).sum();
        int[] ranks = MassRanks.ofDictionary(rowsOfId, nulls, bits);
        long below = nulls;
        for (int id = 0; id < rowsOfId.length && rows > 0; id++) {
            assertThat(unsigned(ranks[id]))
                    .isCloseTo(naiveRank(below, rowsOfId[id], rows, bits), within(1L))
                    .isBetween(1L, (1L << bits) - 1);
            below += rowsOfId[id];
        }
    }

    @Property(tries = TRIES)
    void ranksAreMonotoneAndEqualForEqualValuesAndNeverTheRankOfNull(
            @ForAll @Size(min = 1, max = 200) List<Long> values,
            @ForAll List<Long> others,
            @ForAll @IntRange(max = 1000) int nulls,
            @ForAll @IntRange(min = 1, max = 32) int bits) {
        LongRanks ranks = exactRanks(values.stream().mapToLong(Long::longValue).toArray(), nulls, bits);
        TreeMap<Long, Long> rankOfValue = new TreeMap<>();
        for (List<Long> list : List.of(values, others)) {
            for (long value : list) {
                long rank = unsigned(ranks.rankOf(value));
                assertThat(rank).isBetween(MassRanks.NULL_RANK + 1L, (1L << bits) - 1);
                assertThat(rankOfValue.getOrDefault(value, rank)).isEqualTo(rank);
                rankOfValue.put(value, rank);
            }
        }
        assertThat(List.copyOf(rankOfValue.values())).isSorted();
    }

    @Property(tries = TRIES)
    void twoValuesOrMoreUseAtLeastHalfOfTheRange(
            @ForAll @Size(min = 2, max = 50) List<@LongRange(min = 0, max = 1L << 30) Long> counts,
            @ForAll @IntRange(min = 1, max = 32) int bits) {
        long[] rowsOfId = counts.stream().mapToLong(count -> count + 1).toArray();
        int[] ranks = MassRanks.ofDictionary(rowsOfId, 0, bits);
        assertThat(unsigned(ranks[ranks.length - 1]) - unsigned(ranks[0])).isGreaterThanOrEqualTo((1L << bits - 1) - 1);
    }

    @Property(tries = TRIES)
    void twoSampledValuesUseAtLeastHalfOfTheRangeEvenIfOneIsNotInTheSample(
            @ForAll @IntRange(min = 1, max = 32) int bits,
            @ForAll long seed,
            @ForAll long rare,
            @ForAll long frequent) {
        long[] values = new long[10_000];
        Arrays.fill(values, frequent);
        values[new Random(seed).nextInt(values.length)] = rare;
        LongSample sample = new LongSample(10, seed);
        sample.add(values, 0, values.length);
        LongRanks ranks = sample.ranks(bits);
        long between =
                unsigned(ranks.rankOf(Math.max(rare, frequent))) - unsigned(ranks.rankOf(Math.min(rare, frequent)));
        assertThat(between).isGreaterThanOrEqualTo(rare == frequent ? 0 : (1L << bits - 1) - 1);
    }

    @Property(tries = TRIES)
    void ranksOfAllRowsAreThoseOfADictionaryOfThem(
            @ForAll @Size(min = 1, max = 200) List<@LongRange(min = -20, max = 20) Long> values,
            @ForAll @IntRange(max = 100) int nulls,
            @ForAll @IntRange(min = 1, max = 32) int bits) {
        TreeMap<Long, Long> counts = new TreeMap<>();
        values.forEach(value -> counts.merge(value, 1L, Long::sum));
        int[] rankOfId = MassRanks.ofDictionary(
                counts.values().stream().mapToLong(Long::longValue).toArray(), nulls, bits);
        LongRanks ranks = exactRanks(values.stream().mapToLong(Long::longValue).toArray(), nulls, bits);
        int id = 0;
        for (long value : counts.keySet()) {
            assertThat(ranks.rankOf(value)).isEqualTo(rankOfId[id++]);
        }
    }

    @Property(tries = TRIES)
    void exactRanksDoNotDependOnTheOrderOfRowsOrFiles(
            @ForAll @Size(min = 1, max = 200) List<Long> values,
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 9) int files) {
        long[] column = values.stream().mapToLong(Long::longValue).toArray();
        LongRanks expected = exactRanks(column, 3, 16);
        long[] shuffled = shuffled(column, seed);
        LongSample sample = new LongSample(values.size(), seed);
        for (int file = 0; file < files; file++) {
            sample.add(shuffled, shuffled.length * file / files, shuffled.length * (file + 1) / files);
        }
        sample.addNulls(1);
        sample.addNulls(2);
        for (long value : column) {
            assertThat(sample.ranks(16).rankOf(value)).isEqualTo(expected.rankOf(value));
        }
    }

    private static long[] shuffled(long[] values, long seed) {
        long[] shuffled = values.clone();
        Random random = new Random(seed);
        for (int i = shuffled.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            long value = shuffled[i];
            shuffled[i] = shuffled[other];
            shuffled[other] = value;
        }
        return shuffled;
    }

    /** The bound is exceeded once in a million columns. */
    @Property(tries = 30)
    void sampledRanksAreWithinTheErrorOfTheirSample(@ForAll long seed, @ForAll @IntRange(max = 20_000) int nulls) {
        long[] column = TestColumns.zipfAndDates(50_000, seed)[(int) (seed & 1)];
        int sampled = 5000;
        double bound = Math.sqrt(Math.log(2 / 1e-6) / (2.0 * sampled)) + 0x1p-16;
        LongSample sample = new LongSample(sampled, seed);
        sample.add(column, 0, column.length);
        sample.addNulls(nulls);
        assertThat(sample.isExact()).isFalse();
        LongRanks ranks = sample.ranks(16);
        LongRanks exact = exactRanks(column, nulls, 16);
        for (int row = 0; row < column.length; row += 7) {
            double difference = ranks.rankOf(column[row]) - exact.rankOf(column[row]);
            assertThat(Math.abs(difference) / 0x1p16).isLessThanOrEqualTo(bound);
        }
    }

    @Property(tries = 50)
    void aSampleDoesNotDependOnHowItsRowsAreChunked(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int capacity) {
        long[] column = new SplittableRandom(seed).longs(5000, 0, 100).toArray();
        LongSample whole = new LongSample(capacity, seed);
        whole.add(column, 0, column.length);
        LongSample chunked = new LongSample(capacity, seed);
        Random random = new Random(seed);
        for (int from = 0; from < column.length; ) {
            int to = Math.min(column.length, from + random.nextInt(400));
            chunked.add(column, from, to);
            from = to;
        }
        assertThat(chunked.sorted()).containsExactly(whole.sorted());
        assertThat(chunked.values()).isEqualTo(5000);
    }

    @Test
    void aSampleTakesEveryRowWithTheSameProbability() {
        int rows = 1000;
        int[] taken = new int[rows];
        long[] column = new long[rows];
        Arrays.setAll(column, row -> row);
        int rounds = 20_000;
        for (int round = 0; round < rounds; round++) {
            LongSample sample = new LongSample(50, round);
            sample.add(column, 0, rows);
            for (long row : sample.sorted()) {
                taken[(int) row]++;
            }
        }
        double expected = rounds * 50.0 / rows;
        double chiSquare = Arrays.stream(taken)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        // 999 degrees of freedom: mean 999, standard deviation 45
        assertThat(chiSquare).isBetween(999 - 5 * 45.0, 999 + 5 * 45.0);
    }

    @Test
    void numbersOfEitherWidthGetTheSameRanks() {
        int[] ints = new Random(1).ints(5000).toArray();
        ints[0] = Integer.MIN_VALUE;
        ints[1] = Integer.MAX_VALUE;
        long[] longs = Arrays.stream(ints).asLongStream().toArray();
        LongSample ofInts = new LongSample(1000, 9);
        ofInts.add(ints, 0, ints.length);
        LongSample ofLongs = new LongSample(1000, 9);
        ofLongs.add(longs, 0, longs.length);
        int[] ranks = new int[ints.length];
        int[] expected = new int[ints.length];
        ofInts.ranks(20).lookUp(ints, 0, ints.length, ranks);
        ofLongs.ranks(20).lookUp(longs, 0, longs.length, expected);
        assertThat(ranks).containsExactly(expected);
        ofInts.ranks(20).lookUp(ints, 0, ints.length, ints);
        assertThat(ints).containsExactly(expected);
    }

    @Test
    void looksUpOnlyTheRowsAskedFor() {
        int[] ranks = {9, 9, 9};
        exactRanks(new long[] {5}, 0, 4).lookUp(new long[] {5, 5, 5}, 1, 2, ranks);
        assertThat(ranks).containsExactly(9, 8, 9);
        MassRanks.lookUp(new int[] {0, -1, 1}, new int[] {3, 4}, 1, 3, ranks);
        assertThat(ranks).containsExactly(9, MassRanks.NULL_RANK, 4);
    }

    @Test
    void aColumnOfNullsAloneIsConstant() {
        assertThat(MassRanks.ofDictionary(new long[0], 5, 8)).isEmpty();
        LongSample sample = new LongSample(1);
        sample.addNulls(5);
        assertThat(sample.ranks(8).rankOf(17)).isPositive();
        assertThat(new LongSample(1).ranks(8).rankOf(17)).isEqualTo(1);
        assertThat(MassRanks.ofDictionary(new long[] {0, 0}, 0, 8)).containsExactly(1, 1);
    }

    @Test
    void idsThatNoRowHasChangeNothing() {
        int[] ranks = MassRanks.ofDictionary(new long[] {4, 0, 4, 0}, 0, 8);
        assertThat(ranks[0]).isEqualTo(MassRanks.ofDictionary(new long[] {4, 4}, 0, 8)[0]);
        assertThat(ranks[2]).isEqualTo(MassRanks.ofDictionary(new long[] {4, 4}, 0, 8)[1]);
        assertThat(ranks).isSorted();
    }

    @Property(tries = TRIES)
    void stringsRankByTheirUtf8Bytes(
            @ForAll @Size(min = 1, max = 60) List<String> values,
            @ForAll @Size(max = 20) List<String> others,
            @ForAll @IntRange(max = 60) int prefixLength,
            @ForAll boolean isPrefixOfAll,
            @ForAll @IntRange(min = 8, max = 32) int bits) {
        String prefix = "https://example.org/a/rather/long/and/common/prefix/of/all/it".substring(0, prefixLength);
        Strings column = Strings.of(values.stream().map(prefix::concat).toList());
        column = isPrefixOfAll ? column : column.plus(Strings.of(List.of("")));
        BytesSample sample = new BytesSample(column.size(), 400, 1);
        sample.add(column.bytes(), column.offsets(), 0, column.size());
        BytesRanks ranks = sample.ranks(bits);
        TreeMap<byte[], Integer> rankOfValue = new TreeMap<>(Arrays::compareUnsigned);
        Strings all = column.plus(Strings.of(others))
                .plus(Strings.of(others.stream().map(prefix::concat).toList()));
        int[] looked = new int[all.size()];
        ranks.lookUp(all.bytes(), all.offsets(), 0, all.size(), looked);
        for (int i = 0; i < all.size(); i++) {
            int rank = ranks.rankOf(all.get(i));
            assertThat(looked[i]).isEqualTo(rank);
            assertThat(rankOfValue.getOrDefault(all.get(i), rank)).isEqualTo(rank);
            rankOfValue.put(all.get(i), rank);
        }
        assertThat(rankOfValue.values().stream().map(Integer::toUnsignedLong)).isSorted();
        assertSameAsNumbers(column, ranks, bits);
    }

    /** The place of a string among all is a number with the same distribution. */
    private static void assertSameAsNumbers(Strings column, BytesRanks ranks, int bits) {
        long[] places = column.places();
        LongRanks expected = exactRanks(places, 0, bits);
        for (int i = 0; i < column.size(); i++) {
            assertThat(ranks.rankOf(column.get(i))).isEqualTo(expected.rankOf(places[i]));
        }
    }

    @Test
    void supplementaryCharactersRankAboveThoseBelowThem() {
        Strings column = Strings.of(List.of("\uE000", "\uFFFD", "\uD83D\uDE00"));
        BytesSample sample = new BytesSample(1);
        sample.add(column.bytes(), column.offsets(), 0, 3);
        BytesRanks ranks = sample.ranks(8);
        assertThat("\uD83D\uDE00").isLessThan("\uE000");
        assertThat(ranks.rankOf(column.get(2))).isGreaterThan(ranks.rankOf(column.get(1)));
        assertThat(ranks.rankOf(column.get(1))).isGreaterThan(ranks.rankOf(column.get(0)));
    }

    @Test
    void valuesThatAgreeInTheirKeptBytesShareARank() {
        Strings column = Strings.of(List.of("abcd1", "abcd2", "abce"));
        BytesSample sample = new BytesSample(10, 4, 1);
        sample.add(column.bytes(), column.offsets(), 0, 3);
        BytesRanks ranks = sample.ranks(8);
        assertThat(ranks.rankOf(column.get(0))).isEqualTo(ranks.rankOf(column.get(1)));
        assertThat(ranks.rankOf(column.get(2))).isGreaterThan(ranks.rankOf(column.get(1)));
        assertThat(sample.values()).isEqualTo(3);
        assertThat(sample.isExact()).isTrue();
    }

    @Test
    void zeroBytesAtTheEndTellValuesApart() {
        byte[] bytes = {1, 1, 0, 1, 0, 0};
        int[] offsets = {0, 0, 1, 3, 6};
        BytesSample sample = new BytesSample(1);
        sample.add(bytes, offsets, 0, 4);
        BytesRanks ranks = sample.ranks(8);
        int[] looked = new int[4];
        ranks.lookUp(bytes, offsets, 0, 4, looked);
        assertThat(looked).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void refusesNonsense() {
        assertThatThrownBy(() -> MassRanks.ofDictionary(new long[] {1}, 0, 33))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Ranks take 1 to 32 bits but got 33");
        assertThatThrownBy(() -> MassRanks.ofDictionary(new long[] {-1}, 0, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A number of rows cannot be negative but was -1");
        assertThatThrownBy(() -> MassRanks.ofDictionary(new long[] {Long.MAX_VALUE}, 1, 8))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new LongSample(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A sample takes at least 1 value but its capacity was 0");
        assertThatThrownBy(() -> new BytesSample(1, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A sample keeps at least 1 byte of a value but got 0");
        assertThatThrownBy(() -> new LongSample(1).addNulls(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LongSample(1).add(new long[1], 0, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> MassRanks.lookUp(new int[] {2}, new int[] {1, 2}, 0, 1, new int[1]))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
