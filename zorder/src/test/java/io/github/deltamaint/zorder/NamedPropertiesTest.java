package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NamedPropertiesTest {

    private static final Path ROOT = Path.of(System.getProperty("deltamaint.root", ".."));
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

    @Test
    void theTestsThatTheDocumentationNamesExist() throws IOException {
        Map<String, String> sources = sources();
        Matcher named = NAMED.matcher(
                Files.readString(ROOT.resolve("docs").resolve("concepts").resolve("clustering.md")));
        int count = 0;
        while (named.find()) {
            count++;
            assertThat(sources).containsKey(named.group(1));
            assertThat(sources.get(named.group(1))).contains("void " + named.group(2) + "(");
        }
        assertThat(count).isGreaterThan(25);
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (String module : new String[] {"zorder", "parquet-rewrite", "maintenance"}) {
            try (Stream<Path> files =
                    Files.walk(ROOT.resolve(module).resolve("src").resolve("test"))) {
                for (Path file : files.filter(path -> path.toString().endsWith("Test.java"))
                        .toList()) {
                    String name = file.getFileName().toString();
                    sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
                }
            }
        }
        return sources;
    }
}
