package io.github.deltamaint.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another engine in a process of its own, which answers one line of JSON with another. */
final class PeerProcess implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What Spark needs of the JDK. */
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

    private final Process process;
    private final BufferedReader answers;
    private final Path log;

    private PeerProcess(List<String> command, Path log) throws IOException {
        this.log = log;
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.to(log.toFile()))
                .start();
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The Java that runs this. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Delta Spark in {@code local[2]} with 2 GB.
     *
     * @param judge the build directory of interop-tests/spark-judge
     * @param settings of the session, {@code key=value}
     */
    static PeerProcess spark(Path judge, Path directory, List<String> settings) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(java());
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        command.addAll(List.of("-Xmx2g", "-XX:+UseParallelGC", "-Duser.timezone=UTC", "-Duser.language=en"));
        command.add("-Dderby.system.home=" + directory);
        command.add("-Djava.io.tmpdir=" + directory);
        command.add("-cp");
        command.add(judge.resolve("classes")
                + File.pathSeparator
                + Files.readString(judge.resolve("class-path.txt")).strip());
        command.add("io.github.deltamaint.sparkjudge.SparkJudge");
        command.addAll(settings);
        return new PeerProcess(command, directory.resolve("spark.log"));
    }

    /** The same without the settings that the judge has because the tables of tests are small. */
    static PeerProcess sparkForLargeTables(Path judge, Path directory) throws IOException {
        return spark(
                judge,
                directory,
                List.of(
                        "spark.sql.codegen.wholeStage=true",
                        "spark.sql.codegen.factoryMode=FALLBACK",
                        "spark.sql.shuffle.partitions=2"));
    }

    /**
     * delta-rs, told to compress with Snappy as the others do.
     *
     * @param python a Python with the package {@code deltalake}
     */
    static PeerProcess deltaRs(String python, Path directory) throws IOException {
        Path script = directory.resolve("delta_rs_z_order.py");
        Files.writeString(script, """
                import json, sys
                from deltalake import DeltaTable, WriterProperties
                for line in sys.stdin:
                    question = json.loads(line)
                    try:
                        table = DeltaTable(question["table"])
                        answer = table.optimize.z_order(
                            question["columns"],
                            target_size=question["target"],
                            writer_properties=WriterProperties(compression="SNAPPY"))
                        print(json.dumps({"rows": str(answer)}), flush=True)
                    except BaseException as error:
                        print(json.dumps({"error": type(error).__name__, "message": str(error)}), flush=True)
                """);
        return new PeerProcess(List.of(python, script.toString()), directory.resolve("delta-rs.log"));
    }

    static ObjectNode question() {
        return MAPPER.createObjectNode();
    }

    /** Has Delta Spark run a statement. */
    void sql(String statement) throws IOException {
        ask(question().put("op", "sql").put("sql", statement));
    }

    /**
     * Asks and waits.
     *
     * @throws IllegalStateException if it refuses or ends
     */
    JsonNode ask(ObjectNode question) throws IOException {
        process.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        String line = answers.readLine();
        if (line == null) {
            throw new IllegalStateException("the peer has ended, asked " + question + "; see " + log);
        }
        JsonNode answer = MAPPER.readTree(line);
        if (answer.has("error")) {
            throw new IllegalStateException("the peer refused " + question + ": " + answer);
        }
        return answer;
    }

    /** The processor time that it has taken so far, of all its threads. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** The process itself. */
    Process process() {
        return process;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
