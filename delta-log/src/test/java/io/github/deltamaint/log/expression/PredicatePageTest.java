package io.github.deltamaint.log.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of the documentation are predicates. */
class PredicatePageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("deltamaint.root", "."), "docs", "reference", "predicates.md");

    @Test
    void everyExampleIsReadAndWrittenAgain() throws IOException {
        List<String> lines = Files.readAllLines(PAGE, StandardCharsets.UTF_8);
        List<String> examples = lines.subList(lines.indexOf("```sql") + 1, lines.lastIndexOf("```"));

        assertThat(examples).hasSizeGreaterThan(5).allSatisfy(example -> {
            Predicate predicate = Predicate.parse(example);
            assertThat(Predicate.parse(predicate.toString())).isEqualTo(predicate);
        });
    }
}
