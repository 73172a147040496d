package io.github.deltamaint.log.deletionvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Z85Test {

    @Test
    void decodesTheExamplesOfTheSpecifications() {
        assertThat(hex("HelloWorld")).isEqualTo("864fd26fb559f75b");
        assertThat(hex("00000")).isEqualTo("00000000");
        assertThat(hex("%nSc0")).isEqualTo("ffffffff");
        assertThat(hex("")).isEmpty();
        assertThat(hex("^-aqEH.-t@S}K{vb[*k^")).isEqualTo("d2c639aa8816431aaaf6d3fe2512ff61");
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(Z85.decode(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Hello1|its length 6 is no multiple of 5",
                "Hel~o|'~' at position 3 is no digit of this encoding",
                "Helloé0000|'é' at position 5 is no digit of this encoding",
                "HelloWor d|' ' at position 8 is no digit of this encoding",
                "%nSc1|the characters from position 0 on are more than four bytes",
                "#####|the characters from position 0 on are more than four bytes"
            })
    void refusesWhatIsNoEncoding(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> Z85.decode(text)).withMessage(message);
    }
}
