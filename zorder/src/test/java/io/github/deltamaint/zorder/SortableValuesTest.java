package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SortableValuesTest {

    private static final int TRIES = 1000;

    /** The order of SQL: as numbers, one zero, NaN above all and equal to itself. */
    private static int sqlOrder(double one, double other) {
        if (Double.isNaN(one) || Double.isNaN(other)) {
            return Boolean.compare(Double.isNaN(one), Double.isNaN(other));
        }
        return one < other ? -1 : one > other ? 1 : 0;
    }

    @Property(tries = TRIES)
    void doublesKeepTheirOrder(@ForAll long oneBits, @ForAll long otherBits) {
        double one = Double.longBitsToDouble(oneBits);
        double other = Double.longBitsToDouble(otherBits);
        assertThat(Long.compare(SortableValues.of(one), SortableValues.of(other)))
                .isEqualTo(sqlOrder(one, other));
    }

    @Property(tries = TRIES)
    void floatsKeepTheirOrder(@ForAll int oneBits, @ForAll int otherBits) {
        float one = Float.intBitsToFloat(oneBits);
        float other = Float.intBitsToFloat(otherBits);
        assertThat(Long.compare(SortableValues.of(one), SortableValues.of(other)))
                .isEqualTo(sqlOrder(one, other));
    }

    @Test
    void specialDoublesKeepTheirOrder() {
        double[] ascending = {
            Double.NEGATIVE_INFINITY,
            -Double.MAX_VALUE,
            -1,
            -Double.MIN_NORMAL,
            -Double.MIN_VALUE,
            -0.0,
            0.0,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            1,
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NaN,
            Double.longBitsToDouble(0xFFF8_0000_0000_0001L),
            Double.longBitsToDouble(0x7FF0_0000_0000_0001L)
        };
        long[] sortable = new long[ascending.length];
        SortableValues.doubles(ascending, 0, ascending.length, sortable);
        assertOrder(ascending, sortable);
    }

    @Test
    void specialFloatsKeepTheirOrder() {
        float[] ascending = {
            Float.NEGATIVE_INFINITY,
            -Float.MAX_VALUE,
            -1,
            -Float.MIN_NORMAL,
            -Float.MIN_VALUE,
            -0.0f,
            0.0f,
            Float.MIN_VALUE,
            Float.MIN_NORMAL,
            1,
            Float.MAX_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NaN,
            Float.intBitsToFloat(0xFFC0_0001),
            Float.intBitsToFloat(0x7F80_0001)
        };
        double[] doubles = new double[ascending.length];
        Arrays.setAll(doubles, i -> ascending[i]);
        long[] sortable = new long[ascending.length];
        SortableValues.floats(ascending, 0, ascending.length, sortable);
        assertOrder(doubles, sortable);
    }

    private static void assertOrder(double[] values, long[] sortable) {
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < values.length; j++) {
                assertThat(Long.compare(sortable[i], sortable[j]))
                        .as(values[i] + " and " + values[j])
                        .isEqualTo(sqlOrder(values[i], values[j]));
            }
        }
    }

    @Test
    void falseIsBelowTrue() {
        assertThat(SortableValues.of(false)).isLessThan(SortableValues.of(true));
    }

    @Property(tries = TRIES)
    void decimalsOfAnyLengthKeepTheirOrder(
            @ForAll
                    @BigRange(
                            min = "-99999999999999999999999999999999999999",
                            max = "99999999999999999999999999999999999999")
                    BigInteger one,
            @ForAll
                    @BigRange(
                            min = "-99999999999999999999999999999999999999",
                            max = "99999999999999999999999999999999999999")
                    BigInteger other,
            @ForAll @IntRange(max = 127) int shift,
            @ForAll @IntRange(max = 127) int otherShift) {
        BigInteger small = one.shiftRight(shift);
        BigInteger otherSmall = other.shiftRight(otherShift);
        byte[] sortable = SortableValues.decimal(small.toByteArray(), 16);
        byte[] otherSortable = SortableValues.decimal(otherSmall.toByteArray(), 16);
        assertThat(Integer.signum(Arrays.compareUnsigned(sortable, otherSortable)))
                .isEqualTo(small.compareTo(otherSmall));
    }

    @Property(tries = TRIES)
    void decimalsOfFixedLengthGetTheSameForm(
            @ForAll @BigRange(min = "-604462909807314587353088", max = "604462909807314587353087")
                    BigInteger unscaled) {
        byte[] fixed = new byte[10];
        Arrays.fill(fixed, (byte) (unscaled.signum() < 0 ? -1 : 0));
        byte[] digits = unscaled.toByteArray();
        System.arraycopy(digits, 0, fixed, 10 - digits.length, digits.length);
        byte[] expected = SortableValues.decimal(digits, 10);
        assertThat(SortableValues.decimal(fixed, 10)).containsExactly(expected);
        byte[] two = Arrays.copyOf(fixed, 20);
        System.arraycopy(fixed, 0, two, 10, 10);
        SortableValues.decimals(two, 10);
        assertThat(Arrays.copyOf(two, 10)).containsExactly(expected);
        assertThat(Arrays.copyOfRange(two, 10, 20)).containsExactly(expected);
    }

    @Test
    void dropsBytesOfADecimalThatOnlyRepeatTheSign() {
        assertThat(SortableValues.decimal(new byte[] {0, 0, 0, 5}, 2)).containsExactly(0x80, 5);
        assertThat(SortableValues.decimal(new byte[] {-1, -1, -5}, 2)).containsExactly(0x7F, -5);
        assertThatThrownBy(() -> SortableValues.decimal(new byte[] {0, (byte) 0x80, 0}, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A decimal of 3 bytes does not fit 2 bytes");
        assertThatThrownBy(() -> SortableValues.decimal(new byte[0], 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SortableValues.decimals(new byte[5], 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("5 bytes are no whole number of decimals of 2 bytes");
    }
}
