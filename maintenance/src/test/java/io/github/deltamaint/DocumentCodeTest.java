package io.github.deltamaint;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java in the README and the documents is Java, against the API as it is. */
class DocumentCodeTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..");
    private static final Pattern BLOCK = Pattern.compile("^```java\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

    /** What readers imagine around the snippets. */
    private static final String SURROUNDINGS = """
            import static io.github.deltamaint.common.DataSize.mebibytes;

            import io.github.deltamaint.*;
            import io.github.deltamaint.Properties;
            import io.github.deltamaint.common.*;
            import io.github.deltamaint.micrometer.MaintenanceMeters;
            import io.github.deltamaint.vacuum.*;
            import io.micrometer.core.instrument.MeterRegistry;
            import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
            import java.time.Duration;
            import java.util.List;
            import java.util.Map;
            import java.util.concurrent.ScheduledExecutorService;
            import org.slf4j.Logger;

            abstract class Snippet {
                record Sale(long id, String region, double revenue) {}

                MaintenanceListener progress;
                CancellationToken shutdown;
                MaintenanceContext context;
                MaintenancePolicy policy;
                String host;
                ScheduledExecutorService executor;
                TableMaintenance sales;
                long batchNumber;
                %s batch;
                Logger log;

                void run() throws Exception {
            %s
                }
            }
            """;

    @TempDir
    Path classes;

    /** A block of a document. */
    private record Block(String document, int number, String code) {
        @Override
        public String toString() {
            return document + ", block " + number;
        }
    }

    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        try (Stream<Path> documents =
                Stream.concat(Stream.of(ROOT.resolve("README.md")), Files.walk(ROOT.resolve("docs")))) {
            documents
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .forEach(path -> blocks.addAll(blocksOf(path)));
        }
        return blocks;
    }

    private static List<Block> blocksOf(Path document) {
        try {
            List<Block> blocks = new ArrayList<>();
            Matcher matcher = BLOCK.matcher(Files.readString(document));
            while (matcher.find()) {
                blocks.add(new Block(ROOT.relativize(document).toString(), blocks.size() + 1, matcher.group(1)));
            }
            return blocks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void compiles(Block block) throws IOException {
        String batch = block.code().contains("Sale sale") ? "List<Sale>" : "List<Map<String, Object>>";
        assertThat(errors(SURROUNDINGS.formatted(batch, block.code()))).isEmpty();
    }

    @Test
    void codeAgainstAnotherApiWouldNotCompile() throws IOException {
        assertThat(errors(SURROUNDINGS.formatted("List<Sale>", "sales.optimise();")))
                .contains("optimise");
    }

    private String errors(String source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        List<String> options =
                List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
        boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(file))
                .call();
        return compiled ? "" : messages.toString().lines().collect(joining("\n", "does not compile:\n", ""));
    }
}
