package io.github.deltamaint.log.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ValuesTest {

    @Property
    void stringsStandInTheOrderOfTheirUtf8Bytes(@ForAll("texts") String left, @ForAll("texts") String right) {
        int expected =
                Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

        assertThat(Integer.signum(Values.compareStrings(left, right))).isEqualTo(Integer.signum(expected));
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<Integer> codePoints =
                Arbitraries.of(0, 0x61, 0x62, 0x7F, 0xE9, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF);
        return codePoints.list().ofMaxSize(4).map(points -> {
            StringBuilder text = new StringBuilder();
            points.forEach(text::appendCodePoint);
            return text.toString();
        });
    }

    @Test
    void numbersStandInTheOrderOfSql() {
        assertThat(Values.compare(PrimitiveType.DOUBLE, -0.0, 0.0)).isZero();
        assertThat(Values.compare(PrimitiveType.FLOAT, 0.0f, -0.0f)).isZero();
        assertThat(Values.compare(PrimitiveType.DOUBLE, Double.NaN, Double.NaN)).isZero();
        assertThat(Values.compare(PrimitiveType.DOUBLE, Double.NaN, Double.POSITIVE_INFINITY))
                .isPositive();
        assertThat(Values.compare(PrimitiveType.FLOAT, Float.NEGATIVE_INFINITY, -1f))
                .isNegative();
        assertThat(Values.compare(PrimitiveType.LONG, Long.MIN_VALUE, Long.MAX_VALUE))
                .isNegative();
        assertThat(Values.compare(PrimitiveType.decimal(5, 2), new BigDecimal("1.50"), new BigDecimal("1.5")))
                .isZero();
        assertThat(Values.compare(PrimitiveType.BOOLEAN, false, true)).isNegative();
        assertThat(Values.compare(PrimitiveType.BINARY, bytes(0x7F), bytes(0x80)))
                .isNegative();
        assertThat(Values.compare(PrimitiveType.BINARY, bytes(1), bytes(1, 0))).isNegative();
    }

    @Test
    void bytesAreValues() {
        byte[] array = {0x0A, (byte) 0xFF};
        Values.Bytes value = new Values.Bytes(array);
        array[0] = 0;
        value.toArray()[0] = 0;

        assertThat(value)
                .isEqualTo(bytes(0x0A, 0xFF))
                .hasSameHashCodeAs(bytes(0x0A, 0xFF))
                .hasToString("X'0AFF'");
        assertThat(value.length()).isEqualTo(2);
    }

    private static Values.Bytes bytes(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return new Values.Bytes(array);
    }
}
