package io.github.deltamaint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own. */
class ProcessTest {
    @TempDir
    Path directory;

    private Process start(@Nullable Path out, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.github.deltamaint.cli.Main"));
        for (Object argument : arguments) {
            command.add(String.valueOf(argument));
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(directory.resolve("err").toFile());
        if (out != null) {
            builder.redirectOutput(out.toFile());
        }
        return builder.start();
    }

    private int end(Process process) throws InterruptedException {
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("does not end");
        }
        return process.exitValue();
    }

    private String err() throws IOException {
        return Files.readString(directory.resolve("err"), StandardCharsets.UTF_8);
    }

    @Test
    void standardOutputIsTheDocumentAlone() throws Exception {
        TestTable table = SampleTable.in(directory.resolve("größe"));
        Path out = directory.resolve("out");
        assertThat(end(start(out, "--json", "optimize", table.path()))).isZero();
        assertThat(Dm.parse(Files.readString(out)).get("versions")).hasToString("[6]");
        assertThat(err()).doesNotContain("dm: ");

        assertThat(end(start(out, "--json", "detail", table.path()))).isZero();
        assertThat(Dm.parse(Files.readString(out)).get("location").asText()).endsWith("größe");
    }

    @Test
    void theExitCodeIsTheProcesss() throws Exception {
        Path out = directory.resolve("out");
        assertThat(end(start(out, "detail", directory.resolve("nothing")))).isEqualTo(1);
        assertThat(err()).contains("dm: " + directory.resolve("nothing"));
        assertThat(out).isEmptyFile();
    }

    @Test
    void aReaderThatGoesAwayEndsAScan() throws Exception {
        TestTable table = TestTable.in(directory.resolve("t")).append(Columns.sales(0, 5000));
        Process process = start(null, "scan", table.path());
        process.getInputStream().close();
        assertThat(end(process)).isEqualTo(1);
        assertThat(err())
                .contains("dm: standard output was closed or is full; not everything was printed")
                .doesNotContain("\tat ");
    }
}
