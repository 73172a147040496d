package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What an application gets when it depends on the library. The list is committed; whoever changes it looks at what comes along, its licence and its
 * size first.
 */
class RuntimeDependenciesTest {
    private static final Pattern ARTIFACT = Pattern.compile("[\\w.-]+(:[\\w.-]+){4}");
    private static final Path BASE = Path.of(System.getProperty("basedir", "."));

    /** Our own modules without their version, which is that of the release. */
    private static List<String> artifacts(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(ARTIFACT::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .map(artifact -> artifact.replaceFirst("^(io\\.github\\.deltamaint:[\\w-]+:jar):[^:]+", "$1"))
                .sorted()
                .toList();
    }

    private static List<String> resolved() throws IOException {
        return artifacts(BASE.resolve("target/runtime-dependencies.txt"));
    }

    @Test
    void areThoseOfTheCommittedList() throws IOException {
        List<String> pinned = Files.readAllLines(BASE.resolve("src/test/resources/runtime-dependencies.txt"));
        assertThat(resolved()).isNotEmpty().isEqualTo(pinned);
    }

    @Test
    void haveNoLoggingBindingAndNoHadoop() throws IOException {
        assertThat(resolved())
                .noneMatch(artifact ->
                        artifact.matches("(org\\.slf4j:slf4j-(?!api).*|ch\\.qos\\..*|log4j:.*|commons-logging:.*)"))
                .noneMatch(artifact -> artifact.startsWith("org.apache.hadoop"))
                .noneMatch(artifact -> artifact.endsWith(":test"));
    }
}
