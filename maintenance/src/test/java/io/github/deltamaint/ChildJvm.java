package io.github.deltamaint;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Runs a main class of the tests in a JVM of its own, with another class path or other properties. */
final class ChildJvm {
    private ChildJvm() {}

    /**
     * Runs to the end.
     *
     * @param classPath which entries of this JVM's class path the child gets
     * @param options options for the JVM
     * @return what it printed, line by line
     * @throws AssertionError if it fails or takes more than a minute
     */
    static List<String> run(
            Predicate<String> classPath,
            List<String> options,
            Class<?> main,
            Path workingDirectory,
            String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
        command.addAll(options);
        command.add("-cp");
        command.add(String.join(
                File.pathSeparator,
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(classPath)
                        .toList()));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(workingDirectory.toFile())
                .redirectErrorStream(true)
                .start();
        String output;
        try {
            output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                throw new AssertionError(main + " does not end; so far it printed:\n" + output);
            }
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(main + " failed with " + process.exitValue() + ":\n" + output);
        }
        return output.lines().toList();
    }
}
