package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands of the README and of the documents, one document after the other, each on tables of its own: {@code /lake/gold/sales} with 43 versions, and whatever
 * the commands make themselves. Only the places and the number of rows of the demonstration are others.
 */
class DocumentCommandsTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..");
    private static final Pattern COMMAND = Pattern.compile("^ {4}\\./dm (.*)$", Pattern.MULTILINE);
    private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final int VERSIONS = 43;

    @TempDir
    Path directory;

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        try (Stream<Path> all = Stream.concat(Stream.of(ROOT.resolve("README.md")), Files.walk(ROOT.resolve("docs")))) {
            for (Path document :
                    all.filter(path -> path.toString().endsWith(".md")).sorted().toList()) {
                if (COMMAND.matcher(Files.readString(document)).find()) {
                    documents.add(document);
                }
            }
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void commandsRunAsWritten(Path document) throws IOException {
        makeSales(directory.resolve("lake/gold/sales"));
        Matcher command = COMMAND.matcher(Files.readString(document));
        while (command.find()) {
            Dm run = Dm.run(arguments(command.group(1)).toArray());
            assertThat(run.exitCode())
                    .as("%s: dm %s%n%s%n%s", document, command.group(1), run.out(), run.err())
                    .isZero();
        }
    }

    private List<String> arguments(String command) {
        List<String> arguments = new ArrayList<>();
        Matcher argument = ARGUMENT.matcher(command);
        while (argument.find()) {
            arguments.add(moved(argument.group(1) == null ? argument.group(2) : argument.group(1)));
        }
        if (arguments.equals(List.of("demo"))) {
            arguments.addAll(List.of("--rows", "20000"));
        }
        return arguments;
    }

    private String moved(String argument) {
        if (argument.equals("1000000")) {
            return "20000";
        }
        if (argument.endsWith(".html")) {
            return directory.resolve(argument).toString();
        }
        return argument.matches("/(lake|tmp)(/.*)?") ? directory + argument : argument;
    }

    /** A file a day, so the newest versions are days of the last weeks. */
    private static void makeSales(Path table) throws IOException {
        Files.createDirectories(table.getParent());
        LocalDate first = LocalDate.now(Clock.systemUTC()).minusDays(VERSIONS);
        TestTable sales = TestTable.in(table)
                .startingAt(Clock.systemUTC().instant().minus(Duration.ofDays(VERSIONS)))
                .partitionedBy("order_date")
                .append(rows(first, 0));
        for (int day = 1; day < VERSIONS; day++) {
            sales.append(rows(first.plusDays(day), day));
        }
    }

    private static Columns rows(LocalDate date, long firstId) {
        return new Columns()
                .longs("id", firstId, firstId + 1)
                .strings("region", "West", "East")
                .dates("order_date", date, date);
    }
}
