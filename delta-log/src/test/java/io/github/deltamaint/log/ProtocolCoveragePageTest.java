package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The documentation says what the code does: the page is made of the same data, and this test compares them. */
class ProtocolCoveragePageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("deltamaint.root", "."), "docs", "reference", "protocol-coverage.md");

    private static final String HEAD = """
            # Protocol coverage

            What the library does with tables that use each part of the Delta protocol. A test compares this page with the code; where
            they differ, it leaves the right page in `delta-log/target/protocol-coverage.md`.

            - *Supported* means that the table's protocol lists the feature, or that its versions imply it. *Active* means that something
              in the table makes use of it as well; the column "active when" says what. Where that column says *listed*, both are the same.
            - Operations are: %s.
            - What the library does not know (a feature, a protocol version above reader %d or writer %d, a type) is refused by name, never passed
              over. A feature that only writers must understand does not keep the library from reading.
            - A protocol that contradicts itself is an error: feature lists without the versions that go with them, or a feature that readers must understand
              and writers need not. So is, for everything but reading, a feature without those that it requires.

            ## Table features

            | Feature | For | Since reader, writer | Active when | Refused | What happens, and why |
            |---|---|---|---|---|---|
            """;

    @Test
    void saysWhatTheCodeDoes() throws IOException {
        String page = page();
        Path right = Path.of(System.getProperty("deltamaint.root", "."), "delta-log", "target", "protocol-coverage.md");
        Files.createDirectories(right.getParent());
        Files.writeString(right, page, StandardCharsets.UTF_8);

        assertThat(PAGE).exists();
        assertThat(Files.readString(PAGE, StandardCharsets.UTF_8))
                .as("copy " + right + " to " + PAGE)
                .isEqualTo(page);
    }

    private static String page() {
        List<String> operations = List.of(TableOperation.values()).stream()
                .map(operation -> operation + " (" + operation.phrase() + ")")
                .toList();
        StringBuilder page = new StringBuilder(String.format(
                HEAD,
                String.join(", ", operations),
                TableFeatures.MAX_READER_VERSION,
                TableFeatures.MAX_WRITER_VERSION));
        TableFeatures.known().forEach(feature -> page.append(row(feature)));
        page.append("\n## Table properties\n\nThese forbid operations whatever features the protocol lists.\n");
        append(TableFeatures.refusedProperties(), "Property", page);
        page.append(
                "\n## Types\n\nOther types are read and rewritten. A column of type `void` is left out of data files.\n");
        append(TableFeatures.refusedTypes(), "Type or record", page);
        page.append(
                "\n## Combinations\n\n"
                        + "What is maintained part by part, but not together: tables that contradict themselves, and what a compatibility mode excludes.\n");
        append(TableFeatures.refusedCombinations(), "Feature or type", page);
        return page.toString();
    }

    private static String row(TableFeature feature) {
        boolean legacy = feature.impliedByWriterVersion() > 0;
        String since = (feature.impliedByReaderVersion() > 0 ? feature.impliedByReaderVersion() : "–") + ", "
                + (legacy ? feature.impliedByWriterVersion() : "–");
        String refused = feature.refusedWhenSupported().isEmpty()
                ? feature.refusedWhenActive().isEmpty() ? "–" : names(feature.refusedWhenActive()) + " when active"
                : names(feature.refusedWhenSupported());
        String requires =
                feature.requires().isEmpty() ? "" : " Requires `" + String.join("`, `", feature.requires()) + "`.";
        String remedy = feature.remedy().isEmpty() ? "" : " " + feature.remedy() + ".";
        return "| `" + feature.name() + "` | "
                + (feature.kind() == TableFeature.Kind.WRITER ? "writers" : "readers and writers")
                + " | " + since
                + " | " + feature.activeWhen()
                + " | " + refused
                + " | " + sentence(feature.note()) + requires + remedy + " |\n";
    }

    private static void append(List<RefusalRule> rules, String title, StringBuilder page) {
        page.append("\n| ")
                .append(title)
                .append(
                        " | Condition | Refused | Can be accepted for | Why, and what to do |\n|---|---|---|---|---|\n");
        for (RefusalRule rule : rules) {
            String accepted = rule.optIn()
                    .map(optIn ->
                            names(rule.refused().stream().filter(optIn::allows).collect(Collectors.toSet())))
                    .orElse("–");
            page.append("| `" + rule.subject() + "` | " + rule.condition() + " | " + names(rule.refused()) + " | "
                    + accepted + " | " + sentence(rule.problem()) + " " + rule.remedy() + ". |\n");
        }
    }

    private static String names(Set<TableOperation> operations) {
        if (operations.size() == TableOperation.values().length) {
            return "all";
        }
        if (operations.size() == TableOperation.values().length - 1 && !operations.contains(TableOperation.READ)) {
            return "all but READ";
        }
        return String.join(", ", operations.stream().sorted().map(Enum::name).toList());
    }

    private static String sentence(String note) {
        return Character.toUpperCase(note.charAt(0)) + note.substring(1) + ".";
    }
}
