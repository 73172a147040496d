package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Programs of these tests as processes of their own, which can be killed. */
final class JavaProcesses {
    private JavaProcesses() {}

    /** A program with the class path of these tests, that is soon running. */
    static ProcessBuilder of(Class<?> main, String heap, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** What a process printed once it has ended well: names with numbers. */
    static Map<String, Long> figures(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(2, TimeUnit.MINUTES))
                .as("%s ends", process.info())
                .isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        Map<String, Long> figures = new TreeMap<>();
        output.lines()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 2 && words[1].matches("\\d+"))
                .forEach(words -> figures.put(words[0], Long.parseLong(words[1])));
        return figures;
    }
}
