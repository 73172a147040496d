package io.github.deltamaint.log.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StringBoundsTest {
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    @Property(tries = 5000)
    void boundsAreBoundsInTheOrderOfUtf8(@ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 6) int length) {
        String lower = StringBounds.lower(text, length);
        Optional<String> upper = StringBounds.upper(text, length);

        assertThat(text).startsWith(lower);
        assertThat(codePoints(lower)).isEqualTo(Math.min(length, codePoints(text)));
        assertThat(StringBounds.isWellFormed(lower)).isTrue();
        upper.ifPresent(bound -> {
            assertThat(compareUtf8(bound, text)).isNotNegative();
            assertThat(StringBounds.isWellFormed(bound)).isTrue();
            assertThat(codePoints(bound)).isLessThanOrEqualTo(2 * length);
        });
        if (codePoints(text) <= length) {
            assertThat(upper).contains(text);
        }
        boolean endless = codePoints(text) > 2 * length
                && text.codePoints().skip(length).limit(length).allMatch(c -> c == Character.MAX_CODE_POINT);
        assertThat(upper.isEmpty()).isEqualTo(endless);
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<Integer> codePoints = Arbitraries.of(
                0, 0x61, 0x7E, 0x7F, 0x80, 0xE9, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFE, 0x10FFFF,
                0x10FFFF, 0x10FFFF);
        return codePoints.list().ofMaxSize(16).map(points -> {
            StringBuilder text = new StringBuilder();
            points.forEach(text::appendCodePoint);
            return text.toString();
        });
    }

    private static int compareUtf8(String left, String right) {
        return Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }

    private static int codePoints(String text) {
        return text.codePointCount(0, text.length());
    }

    @Test
    void exactlyAsManyCharactersAsAllowedAreNotChanged() {
        String exact = "a".repeat(32);

        assertThat(StringBounds.upper(exact, 32)).contains(exact);
        assertThat(StringBounds.lower(exact, 32)).isEqualTo(exact);
        assertThat(StringBounds.upper("😀".repeat(32), 32)).contains("😀".repeat(32));
    }

    @Test
    void theTieBreakerIsTheSmallestThatIsSurelyAbove() {
        String prefix = "a".repeat(32);

        assertThat(StringBounds.upper(prefix + "b", 32)).contains(prefix + "\u007F");
        assertThat(StringBounds.upper(prefix + "\u007F", 32)).contains(prefix + LAST);
        assertThat(StringBounds.upper(prefix + "\uFFFD", 32)).contains(prefix + LAST);
        assertThat(StringBounds.upper(prefix + "😀", 32)).contains(prefix + LAST);
        assertThat(StringBounds.upper(prefix + LAST, 32)).contains(prefix + LAST);
        assertThat(StringBounds.upper(prefix + LAST + "b", 32)).contains(prefix + LAST + "\u007F");
        assertThat(StringBounds.upper(prefix + LAST.repeat(32), 32)).contains(prefix + LAST.repeat(32));
        assertThat(StringBounds.upper(prefix + LAST.repeat(33), 32)).isEmpty();
    }

    @Test
    void aSurrogatePairAtTheCutIsNotTornApart() {
        String text = "a".repeat(31) + "😀" + "b";

        assertThat(StringBounds.lower(text, 32)).isEqualTo("a".repeat(31) + "😀");
        assertThat(StringBounds.upper(text, 32)).contains("a".repeat(31) + "😀\u007F");
    }

    @Test
    void halvesOfPairsAreNotUnicode() {
        assertThat(StringBounds.isWellFormed("a😀")).isTrue();
        assertThat(StringBounds.isWellFormed("a\uD83D")).isFalse();
        assertThat(StringBounds.isWellFormed("\uDE00\uD83D")).isFalse();
    }
}
