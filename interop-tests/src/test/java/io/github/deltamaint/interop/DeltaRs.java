package io.github.deltamaint.interop;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** delta-rs by its Python package, in a virtual environment and a process of its own. */
final class DeltaRs {
    private static final String PACKAGE = "deltalake==1.6.6";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Process process;
    private final BufferedReader answers;

    private DeltaRs(Process process) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts it.
     *
     * @param directory where the virtual environment is, or is made
     * @return empty if there is no Python, or the package cannot be had
     */
    private static Optional<DeltaRs> start(Path directory) throws IOException {
        Path python = directory.resolve(isWindows() ? "Scripts/python.exe" : "bin/python");
        if (!runs(directory, python.toString(), "-c", "import deltalake")
                && !(runs(directory, isWindows() ? "python" : "python3", "-m", "venv", directory.toString())
                        && runs(directory, python.toString(), "-m", "pip", "install", "-q", PACKAGE))) {
            return Optional.empty();
        }
        Path script = directory.resolve("delta_rs_judge.py");
        try (@Nullable InputStream in = DeltaRs.class.getResourceAsStream("/delta_rs_judge.py")) {
            if (in == null) {
                throw new IllegalStateException("delta_rs_judge.py is no resource of the tests");
            }
            Files.write(script, in.readAllBytes());
        }
        ProcessBuilder builder = new ProcessBuilder(python.toString(), script.toString());
        // It reads questions until this process ends, and ends with it.
        return Optional.of(new DeltaRs(
                builder.redirectError(directory.resolve("errors.txt").toFile()).start()));
    }

    /** The one of all tests; a test that asks for it is skipped, visibly, where it cannot be had. */
    static DeltaRs shared() {
        assumeTrue(
                Shared.STARTED.isPresent(),
                "there is no Python, or PyPI cannot be reached; see target/delta-rs/set-up.txt");
        return Shared.STARTED.get();
    }

    private static final class Shared {
        static final Optional<DeltaRs> STARTED = start();

        private static Optional<DeltaRs> start() {
            try {
                return DeltaRs.start(Path.of("target", "delta-rs").toAbsolutePath());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot start delta-rs", e);
            }
        }
    }

    private static boolean isWindows() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("win");
    }

    private static boolean runs(Path directory, String... command) throws IOException {
        Files.createDirectories(directory);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("set-up.txt").toFile())
                    .start();
            if (!process.waitFor(3, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IOException e) {
            return false; // There is no such program.
        }
    }

    /** What it knows of the latest version of a table, without the table's own path; {@code error} if it cannot read it. */
    JsonNode state(Path table, Collection<String> applications) {
        ObjectNode question = MAPPER.createObjectNode().put("table", table.toString());
        question.putPOJO("applications", List.copyOf(applications));
        return ask(question, table);
    }

    /** The texts of all rows of the latest version of a table, in {@code rows}, sorted; {@code error} if it cannot read it. */
    JsonNode rows(Path table) {
        return ask(MAPPER.createObjectNode().put("table", table.toString()).put("rows", true), table);
    }

    /** Commits another description, and tells the new {@code version}; {@code error} if it refuses. */
    JsonNode change(Path table) {
        return ask(MAPPER.createObjectNode().put("table", table.toString()).put("change", true), table);
    }

    private JsonNode ask(ObjectNode question, Path table) {
        try {
            process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new IllegalStateException("delta-rs ended; see errors.txt beside its virtual environment");
            }
            return MAPPER.readTree(answer.replace(table.toString(), ""));
        } catch (IOException e) {
            throw new UncheckedIOException("delta-rs does not answer", e);
        }
    }
}
