package io.github.deltamaint.parquet.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.schema.MessageTypeParser;

class RankEncoderTest {
    private static final Leaf FLOATS = Leaf.of(MessageTypeParser.parseMessageType("message m { required float f; }"))
            .get(0);

    /** The page is long enough for the search for its bounds to be ended early. */
    @Property(tries = 200)
    void boundsAreThoseOfTheValues(
            @ForAll @IntRange(min = 1, max = 200) int distinctValues,
            @ForAll @IntRange(min = 1, max = 5000) int count,
            @ForAll boolean sortedFirst,
            @ForAll boolean withNaN,
            @ForAll long seed) {
        Random random = new Random(seed);
        ValueVector dictionary = new ValueVector(ValueKind.INT);
        for (int i = 0; i < distinctValues; i++) {
            dictionary.add(Float.floatToRawIntBits(random.nextInt(1000) - 500));
        }
        if (withNaN) {
            dictionary.add(0x7FC0_0000);
            dictionary.add(0xFFC0_0000);
        }
        DistinctValues distinct = DistinctValues.of(ValueKind.INT, 1 << 20);
        int[] remap = sortedFirst ? distinct.addAllInOrder(dictionary, FLOATS.order()) : distinct.addAll(dictionary);
        int[] ids = IntStream.range(0, count)
                .map(i -> remap[random.nextInt(dictionary.size())])
                .toArray();
        if (random.nextBoolean()) {
            putTheLargestLast(distinct, ids);
        }

        Bounds bounds = new Bounds(FLOATS);
        new RankEncoder().encode(SortedDictionary.of(FLOATS, distinct, null), ids, 0, count, new PageBuffer(), bounds);

        ValueVector values = new ValueVector(ValueKind.INT);
        Vectors.gather(distinct.values(), ids, 0, count, values);
        Bounds expected = new Bounds(FLOATS);
        expected.add(values, 0, count);
        assertThat(bounds.min()).isEqualTo(expected.min());
        assertThat(bounds.max()).isEqualTo(expected.max());
        assertThat(bounds.hasNaN()).isEqualTo(expected.hasNaN());
        Float lowest = IntStream.of(ids)
                .mapToObj(id -> Float.intBitsToFloat(distinct.values().ints()[id]))
                .filter(value -> !value.isNaN())
                .min(Float::compare)
                .orElse(null);
        assertThat(bounds.min()).isEqualTo(lowest);
    }

    private static void putTheLargestLast(DistinctValues distinct, int[] ids) {
        int[] sorted = distinct.sorted(FLOATS.order());
        int largest = sorted[sorted.length - 1];
        for (int i = 0; i < ids.length - 1; i++) {
            if (ids[i] == largest) {
                ids[i] = sorted[Math.max(0, sorted.length - 2)];
            }
        }
        ids[ids.length - 1] = largest;
    }
}
