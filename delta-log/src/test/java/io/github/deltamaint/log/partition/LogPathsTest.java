package io.github.deltamaint.log.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.deltamaint.log.ReferenceTables;
import io.github.deltamaint.log.ReferenceTables.ReferenceTable;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.NaiveFile;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogPathsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "part-0.parquet|part-0.parquet",
                "p=a%253Ab/part-0.parquet|p=a%3Ab/part-0.parquet",
                "p=a%20b/x|p=a b/x",
                "p=a+b/x|p=a+b/x",
                "p=%C3%A9%F0%9F%98%80/x|p=é😀/x",
                "p=é raw/x|p=é raw/x",
                "what?is#this|what?is#this",
                "%25|%",
                "2024:01/x|2024:01/x",
                "a=1:2/x|a=1:2/x"
            })
    void relativePathsAreDecodedOnce(String text, String path) {
        LogPath decoded = LogPaths.decode(text);

        assertThat(decoded).isEqualTo(new LogPath(Optional.empty(), Optional.empty(), path));
        assertThat(decoded.isRelative()).isTrue();
    }

    @Test
    void absolutePathsKeepTheirStore() {
        assertThat(LogPaths.decode("s3a://bucket/a%20b/x"))
                .isEqualTo(new LogPath(Optional.of("s3a"), Optional.of("bucket"), "/a b/x"));
        assertThat(LogPaths.decode("abfss://c@acc.dfs.core.windows.net/x").authority())
                .contains("c@acc.dfs.core.windows.net");
        assertThat(LogPaths.decode("file:///a/b"))
                .isEqualTo(new LogPath(Optional.of("file"), Optional.empty(), "/a/b"));
        assertThat(LogPaths.decode("file:/a/b")).isEqualTo(new LogPath(Optional.of("file"), Optional.empty(), "/a/b"));
        assertThat(LogPaths.decode("/a/b")).isEqualTo(new LogPath(Optional.empty(), Optional.empty(), "/a/b"));
        assertThat(LogPaths.decode("/a/b").isRelative()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mailto:x",
                "p:x/y",
                "s3a:",
                "s3a://bucket",
                "%",
                "a%2",
                "a%zz",
                "%00",
                "%FF",
                "%C3x",
                "%C3%28",
                "\0",
                "%+1"
            })
    void refusesWhatNamesNoFile(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LogPaths.decode(text));
    }

    @Test
    void aMessageShowsTextPositionAndRemedy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LogPaths.decode("p=100%/x"))
                .withMessage(
                        "malformed path in the log: p=100%/x: the percent sign at position 5 is not followed by the code"
                                + " of a character; a percent sign itself is written %25");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LogPaths.decode("p:x"))
                .withMessageEndingWith(
                        "it has a scheme but no absolute path; a colon in the first name must be written %3A");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a/", "a//b", ".", "..", "a/../b", "a/./b", "\uD800"})
    void refusesToEncodeWhatIsNoFileBelowTheRoot(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> LogPaths.encodeRelative(name));
    }

    @Property(tries = 2000)
    void encodesAsJavaDoes(@ForAll("names") String name) throws URISyntaxException {
        String first = name.split("/", -1)[0];
        Assume.that(!first.contains(":"));

        assertThat(LogPaths.encodeRelative(name)).isEqualTo(new URI(null, null, name, null).toString());
    }

    @Property(tries = 2000)
    void decodesAsJavaDoes(@ForAll("names") String name) throws URISyntaxException {
        String encoded = LogPaths.encodeRelative(name);

        assertThat(LogPaths.decode(encoded).path()).isEqualTo(name).isEqualTo(new URI(encoded).getPath());
        assertThat(LogPaths.decode(encoded).isContained()).isTrue();
    }

    @Provide
    Arbitrary<String> names() {
        Arbitrary<String> characters = Arbitraries.oneOf(
                Arbitraries.chars()
                        .range('\u0001', '\u00FF')
                        .filter(c -> c != '/')
                        .map(String::valueOf),
                Arbitraries.of(
                        "é", "e\u0301", "日", "😀", "\u2028", "\u3000", "%20", "%", ":", "=", "?", "#", "[", "+",
                        "\uFFFD"));
        Arbitrary<String> segment = characters
                .list()
                .ofMinSize(1)
                .ofMaxSize(8)
                .map(list -> String.join("", list))
                .filter(text -> !text.equals(".") && !text.equals(".."));
        return segment.list().ofMinSize(1).ofMaxSize(3).map(list -> String.join("/", list));
    }

    @Test
    void liveFilesOfAllFixturesAreWhereTheDecodedPathSays() {
        int files = 0;
        for (ReferenceTable table : ReferenceTables.fixtures()) {
            for (NaiveFile file : table.snapshot().files()) {
                assertThat(Path.of(LogPaths.decode(file.path())
                                .resolve(table.snapshot().table().toString())))
                        .as(table.id() + ": " + file.path())
                        .isRegularFile();
                files++;
            }
        }
        assertThat(files).isGreaterThan(300);
    }

    @Test
    void liveFilesOfTheCorpusAreFoundWhereTheNaiveReaderFindsThem() {
        Corpus.assumePresent();
        int files = 0;
        for (ReferenceTable table : ReferenceTables.corpus()) {
            for (NaiveFile file : table.snapshot().files()) {
                boolean elsewhere = file.path().startsWith("s3");
                if (!elsewhere && Files.exists(file.file())) {
                    assertThat(Path.of(LogPaths.decode(file.path())
                                    .resolve(table.snapshot().table().toString())))
                            .as(table.id() + ": " + file.path())
                            .isEqualTo(file.file());
                    files++;
                }
            }
        }
        assertThat(files).isGreaterThan(1000);
    }
}
