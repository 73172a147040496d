package io.github.deltamaint.common;

import static io.github.deltamaint.common.DataSize.gibibytes;
import static io.github.deltamaint.common.DataSize.kibibytes;
import static io.github.deltamaint.common.DataSize.mebibytes;
import static io.github.deltamaint.common.DataSize.ofBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "134217728, 134217728",
        "134217728b, 134217728",
        "17 bytes, 17",
        "1 byte, 1",
        "128MB, 134217728",
        "128mb, 134217728",
        "512 MiB, 536870912",
        "1g, 1073741824",
        "1.5 GiB, 1610612736",
        "2k, 2048",
        "0.5kb, 512",
        "3T, 3298534883328",
        "' 7 m ', 7340032"
    })
    void readsSizesAsPeopleWriteThem(String text, long bytes) {
        assertThat(DataSize.parse(text)).isEqualTo(ofBytes(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "MB", "-1", "1.2.3", "1 XB", "1,5g", "0x10", "1e3", "١٢"})
    void rejectsWhatIsNoSize(String text) {
        assertThatThrownBy(() -> DataSize.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a size: '" + text + "'; write a number and a unit such as 128MB, 1g or 512 MiB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.3b", "9223372036854775808", "9000000T", "1.0001k"})
    void rejectsWhatIsNoWholeNumberOfBytesOrTooLarge(String text) {
        assertThatThrownBy(() -> DataSize.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 bytes",
        "1, 1 byte",
        "1023, 1023 bytes",
        "1024, 1 KiB",
        "1536, 1.5 KiB",
        "134217728, 128 MiB",
        "1610612736, 1.5 GiB",
        "1099511627776, 1 TiB",
        "1125899906842624, 1 PiB",
        "9223372036854775807, 8192.0 PiB"
    })
    void isReadable(long bytes, String text) {
        assertThat(ofBytes(bytes)).hasToString(text);
    }

    @Test
    void rejectsNegativeSizes() {
        assertThatThrownBy(() -> ofBytes(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a size must not be negative but was -1 bytes");
        assertThatThrownBy(() -> kibibytes(1).minus(kibibytes(2))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void neverOverflowsSilently() {
        assertThatThrownBy(() -> gibibytes(Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> ofBytes(Long.MAX_VALUE).plus(ofBytes(1))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void comparesByBytes() {
        assertThat(mebibytes(1)).isEqualByComparingTo(kibibytes(1024));
        assertThat(mebibytes(1).isLessThan(mebibytes(2))).isTrue();
        assertThat(mebibytes(1).isLessThan(mebibytes(1))).isFalse();
        assertThat(mebibytes(2).isGreaterThan(mebibytes(1))).isTrue();
    }

    @Property
    void readsBackWhatItPrintsWhenThatIsExact(@ForAll @LongRange(min = 0, max = 1L << 52) long bytes) {
        DataSize size = ofBytes(bytes);
        if (!size.toString().contains(".") && !size.toString().contains("PiB")) {
            assertThat(DataSize.parse(size.toString())).isEqualTo(size);
        }
    }
}
