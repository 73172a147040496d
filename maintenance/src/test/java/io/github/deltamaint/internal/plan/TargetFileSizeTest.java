package io.github.deltamaint.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.common.DataSize;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TargetFileSizeTest {
    private static final DataSize MIB = DataSize.mebibytes(1);

    private static DataSize target(DataSize tableSize) {
        return TargetFileSize.forTableOf(tableSize);
    }

    @Test
    void isTheSmallestUpToTenGibibytes() {
        assertThat(target(DataSize.ZERO)).isEqualTo(DataSize.mebibytes(128));
        assertThat(target(DataSize.gibibytes(10))).isEqualTo(DataSize.mebibytes(128));
        assertThat(target(DataSize.gibibytes(10).plus(MIB)).bytes())
                .isBetween(
                        DataSize.mebibytes(128).bytes(), DataSize.mebibytes(129).bytes());
    }

    @Test
    void isTheLargestFromTenTebibytesOn() {
        assertThat(target(DataSize.gibibytes(10 * 1024))).isEqualTo(DataSize.gibibytes(1));
        assertThat(target(DataSize.ofBytes(Long.MAX_VALUE))).isEqualTo(DataSize.gibibytes(1));
        assertThat(target(DataSize.gibibytes(10 * 1024).minus(MIB)).bytes())
                .isBetween(
                        DataSize.mebibytes(1023).bytes(), DataSize.gibibytes(1).bytes());
    }

    @Test
    void isHalfWayInTheMiddle() {
        assertThat(target(DataSize.gibibytes(5 * 1024 + 5))).isEqualTo(DataSize.mebibytes(576));
    }

    @Property
    void neverShrinksAsTheTableGrows(
            @ForAll @LongRange(min = 0, max = 12L << 40) long size,
            @ForAll @LongRange(min = 0, max = 1L << 40) long more) {
        assertThat(target(DataSize.ofBytes(size + more)).bytes())
                .isGreaterThanOrEqualTo(target(DataSize.ofBytes(size)).bytes());
    }
}
