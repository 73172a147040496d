package io.github.deltamaint.log.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnPathTest {

    @Test
    void readsNamesBetweenDotsAndBackTicks() {
        assertThat(ColumnPath.parse("a").names()).containsExactly("a");
        assertThat(ColumnPath.parse(" a . b ").names()).containsExactly("a", "b");
        assertThat(ColumnPath.parse("first name.x-y").names()).containsExactly("first name", "x-y");
        assertThat(ColumnPath.parse("`a.b`.`c``d`").names()).containsExactly("a.b", "c`d");
    }

    @Test
    void readsListsOfPaths() {
        assertThat(ColumnPath.parseList("a, `b,c` ,d.e"))
                .containsExactly(ColumnPath.of("a"), ColumnPath.of("b,c"), ColumnPath.of("d", "e"));
        assertThat(ColumnPath.parseList("  ")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|a column name is missing at position 0 of: ",
                "a..b|a column name is missing at position 2 of: a..b",
                "a.|a column name is missing at position 2 of: a.",
                "`a|the back-tick at position 0 is not closed in: `a",
                "`a`b|unexpected 'b' at position 3 of the column name: `a`b",
                "a,b|unexpected ',' at position 1 of the column name: a,b",
                "``|a column name is missing at position 2 of: ``"
            })
    void refusesWhatIsNoPath(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ColumnPath.parse(text))
                .withMessageStartingWith(message.strip());
    }

    @Test
    void refusesListsWithGaps() {
        assertThatIllegalArgumentException().isThrownBy(() -> ColumnPath.parseList("a,,b"));
        assertThatIllegalArgumentException().isThrownBy(() -> ColumnPath.parseList("a,"));
        assertThatIllegalArgumentException().isThrownBy(() -> new ColumnPath(List.of()));
    }

    @Property(tries = 500)
    void everyPathIsReadAsItIsWritten(@ForAll("names") List<String> names) {
        ColumnPath path = new ColumnPath(names);

        assertThat(ColumnPath.parse(path.toString())).isEqualTo(path);
        assertThat(ColumnPath.parseList(path + ", " + path)).containsExactly(path, path);
    }

    @Provide
    Arbitrary<List<String>> names() {
        return Arbitraries.strings()
                .withChars("ab_1.`, -é\"")
                .ofMinLength(1)
                .ofMaxLength(6)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
    }
}
