package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.TestTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

/** {@code dm health TABLE --html FILE}. */
class HealthPageTest {
    private static final Pattern FIGURE = Pattern.compile("data-field=\"([^\"]+)\" (?:data-)?value=\"([^\"]+)\"");

    /** Where headless browsers usually are; the first that is there is taken. */
    private static final List<String> BROWSERS = List.of(
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
            "/usr/bin/google-chrome-stable");

    @TempDir
    Path directory;

    private Path page;

    @BeforeEach
    void choosePlace() {
        page = directory.resolve("health.html");
    }

    private Path tableWithEverything() throws IOException {
        Fixture fixture = Fixtures.all().stream()
                .filter(candidate -> candidate.name().equals("many_partitions_small"))
                .findFirst()
                .orElseThrow();
        return fixture.copyTo(directory.resolve("a & \"b\" <c>"));
    }

    private JsonNode healthWithPage(Path table, String... options) {
        List<Object> arguments = new ArrayList<>(List.of("health", table, "--html", page));
        arguments.addAll(List.of(options));
        return Dm.json(arguments.toArray());
    }

    private static Map<String, BigDecimal> figures(String html) {
        Map<String, BigDecimal> figures = new LinkedHashMap<>();
        Matcher figure = FIGURE.matcher(html);
        while (figure.find()) {
            BigDecimal value = new BigDecimal(figure.group(2));
            BigDecimal before = figures.put(figure.group(1), value);
            assertThat(before == null || before.equals(value))
                    .as("%s is there twice with different values", figure.group(1))
                    .isTrue();
        }
        return figures;
    }

    private static void assertFiguresAreThoseOf(JsonNode health, String html) {
        Map<String, BigDecimal> figures = figures(html);
        assertThat(figures).hasSizeGreaterThan(30);
        figures.forEach((pointer, value) -> {
            JsonNode expected = health.at(pointer);
            assertThat(expected.isNumber())
                    .as("%s is a number of the JSON", pointer)
                    .isTrue();
            assertThat(value).as(pointer).isEqualByComparingTo(expected.decimalValue());
        });
    }

    @Test
    void itsNumbersAreThoseOfTheJson() throws IOException {
        JsonNode health = healthWithPage(tableWithEverything(), "--storage", "--deep", "--columns", "id");
        String html = Files.readString(page);
        assertFiguresAreThoseOf(health, html);
        assertThat(figures(html))
                .containsKeys(
                        "/files/metrics/totalFiles",
                        "/afterOptimize/0/files",
                        "/partitions/worst/59/files",
                        "/clustering/columns/0/point/files",
                        "/storage/orphans",
                        "/findings/0/remedy/filesToRewrite");
    }

    @Test
    void itSaysWhatIsWrongAndWhatMendsIt() throws IOException {
        JsonNode health = healthWithPage(tableWithEverything());
        String html = Files.readString(page);
        assertThat(health.at("/findings/0/evidence").asText()).isNotEmpty();
        assertThat(html)
                .contains(health.at("/findings/0/evidence").asText())
                .contains("a &amp; &quot;b&quot; &lt;c&gt;")
                .doesNotContain("\"b\" <c>");
    }

    @Test
    void aTableThatIsWellIsSaidToBe() throws IOException {
        TestTable table = TestTable.in(directory.resolve("table")).append(SampleTable.rows("West", 0));
        healthWithPage(table.path());
        assertThat(Files.readString(page)).contains("the table is well").hasSizeGreaterThan(3000);
    }

    @Test
    void itNeedsNothingElse() throws IOException {
        healthWithPage(tableWithEverything(), "--columns", "id");
        assertThat(Files.readString(page)).doesNotContainPattern("(?i)(src|href)=|@import|url\\(|<script|https?:");
    }

    /** HTML that is XML as well has all its tags in order. */
    @Test
    void itsTagsAreInOrder() throws IOException, ParserConfigurationException, SAXException {
        healthWithPage(tableWithEverything(), "--columns", "id");
        String xml = Files.readString(page)
                .replace("<!DOCTYPE html>", "")
                .replaceAll("<meta ([^>]*)>", "<meta $1/>")
                .replace("<br>", "<br/>");
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aPlaceThatCannotBeWrittenIsNamed() {
        TestTable table = SampleTable.in(directory.resolve("table"));
        Path nowhere = directory.resolve("no/such/folder/health.html");
        assertThat(Dm.fails(2, "health", table.path(), "--html", nowhere).err()).contains(nowhere.toString());
    }

    private record Shown(String document, String messages) {}

    private Shown inBrowser(Path file) throws IOException, InterruptedException {
        Optional<String> browser = BROWSERS.stream()
                .filter(path -> Files.isExecutable(Path.of(path)))
                .findFirst();
        assumeTrue(browser.isPresent(), () -> "there is no headless browser: " + BROWSERS);
        Path out = directory.resolve("out.txt");
        Path err = directory.resolve("err.txt");
        Process process = new ProcessBuilder(Stream.concat(
                                browser.stream(),
                                Stream.of(
                                        "--headless",
                                        "--no-sandbox",
                                        "--disable-gpu",
                                        "--disable-quic",
                                        "--no-first-run",
                                        "--disable-background-networking",
                                        "--disable-component-update",
                                        "--disable-sync",
                                        "--enable-logging=stderr",
                                        "--user-data-dir=" + directory.resolve("browser"),
                                        "--dump-dom",
                                        file.toUri().toString()))
                        .toList())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Shown(Files.readString(out), Files.readString(err));
    }

    @Test
    void aBrowserShowsItWithoutComplaint() throws IOException, InterruptedException {
        JsonNode health = healthWithPage(tableWithEverything(), "--columns", "id");
        Shown shown = inBrowser(page);
        assertThat(shown.messages()).doesNotContain("CONSOLE");
        assertFiguresAreThoseOf(health, shown.document());
        assertThat(figures(shown.document())).isEqualTo(figures(Files.readString(page)));
    }

    @Test
    void theBrowserWouldComplainAboutAPageWithAnError() throws IOException, InterruptedException {
        Path broken = Files.writeString(directory.resolve("broken.html"), "<script>nothing.here()</script>");
        assertThat(inBrowser(broken).messages()).contains("CONSOLE");
    }
}
