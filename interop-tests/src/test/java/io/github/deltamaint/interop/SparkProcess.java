package io.github.deltamaint.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Delta Spark in a JVM of its own, asked in JSON lines. Starting it takes the better part of a minute, so a test run has one:
 * {@link #shared()}.
 */
final class SparkProcess implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    private static @Nullable SparkProcess shared;

    private final Process process;
    private final BufferedReader answers;

    private SparkProcess(Path judge, Path workingDirectory) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        command.addAll(List.of("-Xmx1500m", "-XX:+UseParallelGC", "-Duser.timezone=UTC", "-Duser.language=en"));
        command.add("-Dderby.system.home=" + workingDirectory);
        command.add("-cp");
        command.add(judge.resolve("classes")
                + System.getProperty("path.separator")
                + Files.readString(judge.resolve("class-path.txt")).strip());
        command.add("io.github.deltamaint.sparkjudge.SparkJudge");
        process = new ProcessBuilder(command)
                .directory(workingDirectory.toFile())
                .redirectError(workingDirectory.resolve("spark.log").toFile())
                .start();
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The one process of this test run; it ends with the run. */
    static synchronized SparkProcess shared() {
        if (shared == null) {
            Path judge = Path.of(Objects.requireNonNull(
                    System.getProperty("deltamaint.spark.judge"),
                    "system property deltamaint.spark.judge: run with -Pinterop"));
            try {
                Path directory = judge.resolve("work");
                Files.createDirectories(directory);
                SparkProcess started = new SparkProcess(judge, directory);
                Runtime.getRuntime().addShutdownHook(new Thread(started::close));
                shared = started;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot start Delta Spark", e);
            }
        }
        return shared;
    }

    /** A question to fill in. */
    static ObjectNode question(String op) {
        return MAPPER.createObjectNode().put("op", op);
    }

    /**
     * Asks and waits for the answer.
     *
     * @throws IllegalStateException if Delta Spark refuses; the message is Spark's
     */
    synchronized JsonNode ask(ObjectNode question) {
        try {
            process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            String line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException("Delta Spark ended; see spark.log in " + directory());
            }
            JsonNode answer = MAPPER.readTree(line);
            if (answer.has("error")) {
                throw new IllegalStateException("Delta Spark refused " + question + ": "
                        + answer.get("error").asText() + ": "
                        + answer.get("message").asText());
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException("Delta Spark does not answer; see spark.log in " + directory(), e);
        }
    }

    private static String directory() {
        return System.getProperty("deltamaint.spark.judge") + "/work";
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
        }
    }
}
