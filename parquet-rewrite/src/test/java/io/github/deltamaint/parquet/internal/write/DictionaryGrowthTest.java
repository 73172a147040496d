package io.github.deltamaint.parquet.internal.write;

import static io.github.deltamaint.parquet.internal.write.DictionaryGrowth.expected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;

class DictionaryGrowthTest {

    @Test
    void valuesDrawnFromAFewRunOut() {
        double first = 1000 * -Math.expm1(-500 / 1000.0);
        double second = 1000 * -Math.expm1(-1000 / 1000.0);
        assertThat(expected(500, (long) first, 1000, (long) second, 100_000)).isCloseTo(1000, withPercentage(5));
    }

    @Test
    void keysGoOnAsTheyBegan() {
        assertThat(expected(500, 500, 1000, 1000, 100_000)).isEqualTo(100_000);
        assertThat(expected(4000, 10, 8000, 20, 100_000)).isEqualTo(250);
    }

    @Test
    void risingValuesThatRepeatAreNoMoreThanTheirRateTells() {
        assertThat(expected(83_968, 256, 186_368, 500, 200_000)).isBetween(500.0, 535.0);
    }
}
