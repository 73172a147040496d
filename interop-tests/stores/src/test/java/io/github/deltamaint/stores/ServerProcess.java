package io.github.deltamaint.stores;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A server in a process of its own. It ends with the tests. */
final class ServerProcess {
    private static final long MOST_SECONDS = 300;

    private final String name;
    private final Process process;
    private final Path log;

    private ServerProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** The directory of this module. */
    static Path module() {
        return Path.of(Objects.requireNonNull(System.getProperty("deltamaint.stores"), "run through Maven"));
    }

    /** The class path that a module beside this one resolved. */
    static String classPath(String module) {
        try {
            return Files.readString(module().resolve(module).resolve("target/class-path.txt"))
                    .strip();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "build " + module + " first: mvn -Pinterop -pl interop-tests/stores -am", e);
        }
    }

    /** The java that runs the tests. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** An empty directory for one server. */
    static Path emptyDirectory(String name) throws IOException {
        Path directory = module().resolve("target/servers").resolve(name);
        deleteRecursively(directory);
        return Files.createDirectories(directory);
    }

    private static void deleteRecursively(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> paths;
        try (var tree = Files.walk(directory)) {
            paths = new ArrayList<>(tree.toList());
        }
        for (int i = paths.size() - 1; i >= 0; i--) {
            Files.delete(paths.get(i));
        }
    }

    /** Starts a main class on the class path of a module. */
    static ServerProcess java(Path directory, String module, List<String> options, String main, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(java()));
        // They run for a few minutes, beside the tests, on the same few processors.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.add("-cp");
        command.add(module().resolve("target/test-classes") + File.pathSeparator + classPath(module));
        command.add(UntilStdinCloses.class.getName());
        command.add(main);
        command.addAll(arguments);
        return start(directory, command);
    }

    /** Starts a program that ends when its standard input does. */
    static ServerProcess start(Path directory, List<String> command) throws IOException {
        Path log = directory.resolve("server.log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new ServerProcess(directory.getFileName().toString(), process, log);
    }

    /** Waits until it can be used. */
    void awaitUntil(BooleanSupplier ready) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (!ready.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IOException(name + " does not start; see " + log);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (InterruptedException e) {
                throw new IOException("interrupted while " + name + " starts", e);
            }
        }
    }

    /** Waits until something listens on a port. */
    ServerProcess awaitPort(int port) throws IOException {
        awaitUntil(() -> accepts(port));
        return this;
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** A port on which nothing listens. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
