package io.github.deltamaint.parquet.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveComparator;
import org.junit.jupiter.api.Test;

/** parquet-java's comparators are the judge. */
class ValueOrderTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message m {
              required int32 i;
              required int32 u (INTEGER(32,false));
              required int64 l;
              required int64 v (INTEGER(64,false));
              required float f;
              required double d;
              required boolean b;
              required binary s (STRING);
              required binary n (DECIMAL(30,2));
              required fixed_len_byte_array(13) m (DECIMAL(30,2));
              required fixed_len_byte_array(2) h (FLOAT16);
              required fixed_len_byte_array(16) g (UUID);
            }
            """);

    @Property(tries = 200)
    void dictionariesAreSortedAsParquetJavaComparesAndEveryValueKeepsItsId(
            @ForAll @IntRange(min = 0, max = 11) int column,
            @ForAll @IntRange(min = 0, max = 3000) int count,
            @ForAll @IntRange(min = 1, max = 10) int length,
            @ForAll long seed) {
        Leaf leaf = Leaf.of(SCHEMA).get(column);
        ValueVector values = values(leaf, count, length, new Random(seed));
        DistinctValues distinct = DistinctValues.of(leaf.kind(), 1 << 20);
        int[] ids = distinct.addAll(values);
        Map<Object, Integer> expectedIds = new HashMap<>();
        for (int i = 0; i < count; i++) {
            int expected = expectedIds.computeIfAbsent(key(values, i), key -> expectedIds.size());
            assertThat(ids[i]).isEqualTo(expected);
        }
        assertThat(distinct.size()).isEqualTo(expectedIds.size());

        int[] sorted = distinct.sorted(leaf.order());
        assertThat(sorted).hasSize(distinct.size()).doesNotHaveDuplicates();
        for (int i = 1; i < sorted.length; i++) {
            assertThat(compare(leaf, distinct.values(), sorted[i - 1], sorted[i]))
                    .as(
                            "%s: %s before %s",
                            leaf, key(distinct.values(), sorted[i - 1]), key(distinct.values(), sorted[i]))
                    .isLessThanOrEqualTo(0);
        }
    }

    @Property(tries = 300)
    void shortenedBoundsAreBounds(@ForAll @IntRange(min = 0, max = 200) int length, @ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            int kind = random.nextInt(6);
            text.appendCodePoint(
                    switch (kind) {
                        case 0 -> 0x7F;
                        case 1 -> 0x7FF;
                        case 2 -> 0xFFFF;
                        case 3 -> 0xD7FF;
                        case 4 -> Character.MAX_CODE_POINT;
                        default -> 'a' + random.nextInt(26);
                    });
        }
        Leaf strings = Leaf.of(SCHEMA).get(SCHEMA.getFieldIndex("s"));
        byte[] value = text.toString().getBytes(StandardCharsets.UTF_8);
        byte[] min = BoundTruncation.min(strings, value);
        byte[] max = BoundTruncation.max(strings, value);
        assertThat(java.util.Arrays.compareUnsigned(min, value)).isLessThanOrEqualTo(0);
        assertThat(java.util.Arrays.compareUnsigned(max, value)).isGreaterThanOrEqualTo(0);
        assertThat(new String(min, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8))
                .isEqualTo(min);
        assertThat(new String(max, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8))
                .isEqualTo(max);
        assertThat(min.length).isLessThanOrEqualTo(BoundTruncation.MAX_BYTES);
        if (max != value) {
            assertThat(max.length).isLessThanOrEqualTo(BoundTruncation.MAX_BYTES + 1);
        }
    }

    @Test
    void aTextOfHighestCharactersHasNoShorterMaximum() {
        Leaf strings = Leaf.of(SCHEMA).get(SCHEMA.getFieldIndex("s"));
        byte[] value = Character.toString(Character.MAX_CODE_POINT).repeat(40).getBytes(StandardCharsets.UTF_8);
        assertThat(BoundTruncation.max(strings, value)).isSameAs(value);
        byte[] raised =
                ("b" + Character.toString(Character.MAX_CODE_POINT).repeat(40)).getBytes(StandardCharsets.UTF_8);
        assertThat(BoundTruncation.max(strings, raised)).isEqualTo("c".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aTextThatIsNoUtf8IsShortenedAsBytes() {
        Leaf strings = Leaf.of(SCHEMA).get(SCHEMA.getFieldIndex("s"));
        byte[] value = new byte[100];
        java.util.Arrays.fill(value, (byte) 0x80);
        byte[] max = BoundTruncation.max(strings, value);
        assertThat(max).hasSize(64);
        assertThat(max[63]).isEqualTo((byte) 0x81);
    }

    static ValueVector values(Leaf leaf, int count, int length, Random random) {
        ValueVector values = new ValueVector(leaf.kind());
        List<byte[]> earlier = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean special = random.nextInt(4) == 0;
            switch (leaf.kind()) {
                case INT -> {
                    int[] specials = {0, Integer.MIN_VALUE, -1, 0x7FC00000, 0xFFC00001, 0x7F800000, 0xFF800000};
                    int value = special ? specials[random.nextInt(specials.length)] : random.nextInt(1 << 2 * length);
                    values.add(leaf.isBoolean() ? value & 1 : value);
                }
                case LONG -> {
                    long[] specials = {0, Long.MIN_VALUE, -1, 0x7FF8L << 48, 0xFFF8L << 48 | 1, 0x7FF0L << 48};
                    values.add(
                            special ? specials[random.nextInt(specials.length)] : random.nextLong() >> 64 - 3 * length);
                }
                case BYTES -> {
                    byte[] value =
                            new byte[leaf.isFixedLengthBytes() ? leaf.fixedLength() : random.nextInt(length + 1)];
                    random.nextBytes(value);
                    if (special && !earlier.isEmpty()) {
                        byte[] other = earlier.get(random.nextInt(earlier.size()));
                        System.arraycopy(other, 0, value, 0, Math.min(other.length, value.length));
                    }
                    earlier.add(value);
                    values.add(value, 0, value.length);
                }
            }
        }
        return values;
    }

    private static Object key(ValueVector values, int i) {
        return switch (values.kind()) {
            case INT -> values.ints()[i];
            case LONG -> values.longs()[i];
            case BYTES -> Binary.fromConstantByteArray(values.bytesAt(i));
        };
    }

    /** Floating point numbers: parquet-java puts NaN last; here the sign decides where they are, so they are not compared. */
    private static int compare(Leaf leaf, ValueVector values, int a, int b) {
        PrimitiveComparator<Binary> comparator = leaf.type().comparator();
        if (values.kind() == ValueKind.BYTES) {
            byte[] first = values.bytesAt(a);
            byte[] second = values.bytesAt(b);
            if (leaf.order() == ValueOrder.FLOAT16
                    && (ValueOrder.isFloat16NaN(first, 0) || ValueOrder.isFloat16NaN(second, 0))) {
                return 0;
            }
            return comparator.compare(Binary.fromConstantByteArray(first), Binary.fromConstantByteArray(second));
        }
        return switch (leaf.type().getPrimitiveTypeName()) {
            case FLOAT -> {
                float first = Float.intBitsToFloat(values.ints()[a]);
                float second = Float.intBitsToFloat(values.ints()[b]);
                yield Float.isNaN(first) || Float.isNaN(second) ? 0 : comparator.compare(first, second);
            }
            case DOUBLE -> {
                double first = Double.longBitsToDouble(values.longs()[a]);
                double second = Double.longBitsToDouble(values.longs()[b]);
                yield Double.isNaN(first) || Double.isNaN(second) ? 0 : comparator.compare(first, second);
            }
            case INT64 -> comparator.compare(values.longs()[a], values.longs()[b]);
            case BOOLEAN -> comparator.compare(values.ints()[a] == 1, values.ints()[b] == 1);
            default -> comparator.compare(values.ints()[a], values.ints()[b]);
        };
    }
}
