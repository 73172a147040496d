package io.github.deltamaint.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Delta Spark in a JVM of its own, asked in JSON lines. Starting it takes the better part of a minute, so a test run has one:
 * {@link #shared()}. A process that says nothing for too long is ended: its question fails with what it logged last, and the next test gets a
 * new one.
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

    /** The longest answer of a machine that seven builds share took half of it. */
    private static final Duration MOST_PATIENCE = Duration.ofMinutes(3);

    /** A judge that ends again and again does not get well by waiting for it in every test. */
    private static final int MOST_STARTS = 3;

    private static final int LINES_OF_LOG = 60;

    private static @Nullable SparkProcess shared;
    private static int starts;

    private final Process process;
    private final Path log;
    private final Duration patience;
    private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

    /**
     * Starts a process that answers each line on its standard input with one on its standard output.
     *
     * @param log where its standard error goes, behind what is there
     * @param patience how long it may take for an answer
     */
    SparkProcess(List<String> command, Path workingDirectory, Path log, Duration patience) throws IOException {
        this.log = log;
        this.patience = patience;
        process = new ProcessBuilder(command)
                .directory(workingDirectory.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        Thread listener = new Thread(this::listen, "answers of Delta Spark");
        listener.setDaemon(true);
        listener.start();
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.add(Optional.of(line));
            }
        } catch (IOException e) {
            // As good as its end.
        }
        answers.add(Optional.empty());
    }

    private static List<String> command(Path judge, Path workingDirectory) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(program("java"));
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        // Without the memory that it needs it must end, not go on without the thread that answers.
        command.addAll(List.of("-Xmx1500m", "-XX:+ExitOnOutOfMemoryError", "-XX:+UseParallelGC"));
        command.addAll(List.of("-Duser.timezone=UTC", "-Duser.language=en"));
        command.add("-Dderby.system.home=" + workingDirectory);
        command.add("-cp");
        command.add(judge.resolve("classes")
                + File.pathSeparator
                + Files.readString(judge.resolve("class-path.txt")).strip());
        command.add("io.github.deltamaint.sparkjudge.SparkJudge");
        return command;
    }

    private static String program(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** The one process of this test run, or its successor if it has ended; it ends with the run. */
    static synchronized SparkProcess shared() {
        SparkProcess running = shared;
        if (running == null || !running.process.isAlive()) {
            running = startShared();
            shared = running;
        }
        return running;
    }

    private static SparkProcess startShared() {
        if (starts == MOST_STARTS) {
            throw new IllegalStateException("Delta Spark has ended " + starts + " times and is not started again");
        }
        Path judge = Path.of(Objects.requireNonNull(
                System.getProperty("deltamaint.spark.judge"),
                "system property deltamaint.spark.judge: run with -Pinterop"));
        try {
            Path directory = Files.createDirectories(judge.resolve("work"));
            Path log = directory.resolve("spark.log");
            if (starts == 0) {
                Files.deleteIfExists(log);
            }
            starts++;
            SparkProcess started = new SparkProcess(command(judge, directory), directory, log, MOST_PATIENCE);
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start Delta Spark", e);
        }
    }

    /** A question to fill in. */
    static ObjectNode question(String op) {
        return MAPPER.createObjectNode().put("op", op);
    }

    /**
     * Asks and waits for the answer.
     *
     * @throws IllegalStateException if Delta Spark refuses, with Spark's message; if it ends or is silent for too long, with what it logged last
     */
    synchronized JsonNode ask(ObjectNode question) {
        try {
            process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw failure("takes no questions (" + e.getMessage() + ")", question);
        }
        try {
            JsonNode answer = MAPPER.readTree(nextLine(question));
            if (answer.has("error")) {
                throw new IllegalStateException("Delta Spark refused " + question + ": "
                        + answer.get("error").asText() + ": "
                        + answer.get("message").asText());
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException("Delta Spark answered " + question + " with something else than JSON", e);
        }
    }

    private String nextLine(ObjectNode question) {
        try {
            Optional<String> answer = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (answer == null) {
                String stacks = stacks();
                throw failure("has been silent for " + patience.toSeconds() + " s" + stacks, question);
            }
            return answer.orElseThrow(() -> failure("has ended", question));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("was not waited for any longer", question);
        }
    }

    /** Ends the process, whose next answer would belong to this question. */
    private IllegalStateException failure(String what, ObjectNode question) {
        process.destroyForcibly();
        return new IllegalStateException(
                "Delta Spark " + what + ", asked " + question + "; the end of " + log + ":\n" + logged());
    }

    private String logged() {
        try {
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size()));
        } catch (IOException e) {
            return "(" + e + ")";
        }
    }

    /** Adds to the log what its threads are doing. */
    private String stacks() {
        try {
            Process jstack = new ProcessBuilder(program("jstack"), Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            boolean done = jstack.waitFor(10, TimeUnit.SECONDS);
            jstack.destroyForcibly();
            return done ? " (its threads are in the log)" : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
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
