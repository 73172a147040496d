package io.github.deltamaint.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.testsupport.TestTable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/how-to/stores.md says to add is all that a process needs, and it is small. */
@Tag("stores")
class SlimClassPathTest {
    private static final Path ROOT = ServerProcess.module().resolve("../..").normalize();

    @TempDir
    Path directory;

    enum Store {
        S3(StoreServers::s3, 61),
        AZURE(StoreServers::azure, 47),
        HDFS(StoreServers::hdfs, 52);

        private final Supplier<StoreServer> server;
        private final long mostMegabytes;

        Store(Supplier<StoreServer> server, long mostMegabytes) {
            this.server = server;
            this.mostMegabytes = mostMegabytes;
        }

        private String module() {
            return name().toLowerCase(Locale.ROOT);
        }

        private List<Path> jars() {
            return Arrays.stream(ServerProcess.classPath(module()).split(File.pathSeparator))
                    .map(Path::of)
                    .filter(path -> path.toString().endsWith(".jar"))
                    .toList();
        }
    }

    private static String artifact(Path jar) {
        return jar.getFileName().toString().replaceFirst("-\\d[^/]*\\.jar$", "");
    }

    /** What comes with the library, whatever the store. */
    private static Set<String> artifactsOfTheLibrary() throws IOException {
        return Files.readAllLines(ROOT.resolve("maintenance/src/test/resources/runtime-dependencies.txt")).stream()
                .map(line -> line.split(":")[1])
                .collect(Collectors.toSet());
    }

    private static Set<String> documented(Store store) throws IOException {
        String text = Files.readString(ROOT.resolve("docs/how-to/stores.md"));
        int mark = text.indexOf("<!-- jars of " + store.module() + " -->");
        assertThat(mark).isPositive();
        int begin = text.indexOf("```text\n", mark) + "```text\n".length();
        return new TreeSet<>(Arrays.asList(
                text.substring(begin, text.indexOf("```", begin)).strip().split("\\s+")));
    }

    @ParameterizedTest
    @EnumSource
    void addsTheJarsThatTheDocumentationLists(Store store) throws IOException {
        Set<String> added = new TreeSet<>();
        for (Path jar : store.jars()) {
            added.add(artifact(jar));
        }
        assertThat(added).hasSameSizeAs(store.jars());
        added.removeIf(artifact -> artifact.startsWith("delta-maintenance"));
        added.removeAll(artifactsOfTheLibrary());
        assertThat(documented(store)).isEqualTo(added);
    }

    @ParameterizedTest
    @EnumSource
    void isSmall(Store store) throws IOException {
        long bytes = 0;
        for (Path jar : store.jars()) {
            bytes += Files.size(jar);
        }
        assertThat(bytes / 1_000_000).isLessThan(store.mostMegabytes);
    }

    @ParameterizedTest
    @EnumSource
    void sufficesForOptimize(Store store) throws Exception {
        StoreServer server = store.server.get();
        String root = server.root() + "/p-" + UUID.randomUUID();
        TestTable table = uploaded(server, root);
        List<String> command = new ArrayList<>(List.of(
                ServerProcess.java(),
                "-Xmx300m",
                "-cp",
                ServerProcess.classPath(store.module())
                        + File.pathSeparator
                        + ServerProcess.module().resolve("target/test-classes"),
                StrangersProgram.class.getName(),
                root));
        server.options().forEach((key, value) -> command.add(key + "=" + value));
        String digest = digest(server, root);
        assertThat(outcome(command, Map.of()))
                .containsExactly(
                        "digest " + digest, "versions [" + (table.version() + 1) + "]", "digest " + digest, "again []");
    }

    private TestTable uploaded(StoreServer server, String root) throws IOException {
        TestTable table = RemoteTables.fragmented(directory.resolve("table"), 4);
        try (Storages storages = Storages.builder().options(server.options()).build()) {
            RemoteTables.upload(table.path(), storages, root);
        }
        return table;
    }

    private static String digest(StoreServer server, String root) {
        try (MaintenanceContext context =
                MaintenanceContext.builder().hadoopOptions(server.options()).build()) {
            return DeltaMaintenance.table(root, context).digest().digest();
        }
    }

    /** The command line as its users start it, with the connector beside the one jar that has everything else. */
    @Test
    void theCommandLineReachesS3() throws Exception {
        StoreServer server = StoreServers.s3();
        String root = server.root() + "/d-" + UUID.randomUUID();
        TestTable table = uploaded(server, root);
        String digest = digest(server, root);
        Map<String, String> environment = Map.of(
                "DM_EXTRA_CLASSPATH",
                Store.S3.jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));

        outcome(dm(server, "optimize", root), environment);
        assertThat(outcome(dm(server, "--json", "digest", root), environment).toString())
                .contains(digest)
                .containsPattern("\"version\" ?: ?" + (table.version() + 1));
        assertThat(digest(server, root)).isEqualTo(digest);
    }

    /** The script and the jar alone, without sources, so that it has nothing to build. */
    private Path installedCommand() throws IOException {
        Path jar = ROOT.resolve("cli/target/delta-maintenance.jar");
        assumeTrue(Files.exists(jar), "no command line is packaged; run mvn verify -Pinterop");
        Path script = directory.resolve("installed/dm");
        Path linked = directory.resolve("installed/cli/target/delta-maintenance.jar");
        if (!Files.exists(script)) {
            Files.createDirectories(linked.getParent());
            Files.copy(ROOT.resolve("dm"), script, StandardCopyOption.COPY_ATTRIBUTES);
            Files.createSymbolicLink(linked, jar);
        }
        return script;
    }

    private List<String> dm(StoreServer server, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(installedCommand().toString()));
        server.options().forEach((key, value) -> {
            command.add("--hadoop");
            command.add(key + "=" + value);
        });
        command.addAll(List.of(arguments));
        return command;
    }

    /** The lines of its output. */
    private List<String> outcome(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(4, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(Files.readString(err)).isZero();
        return Files.readAllLines(out);
    }
}
