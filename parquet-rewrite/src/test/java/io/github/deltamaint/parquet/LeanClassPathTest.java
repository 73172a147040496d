package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reading in a process that lacks what users may lack: Hadoop, and libraries that can be loaded. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeanClassPathTest {
    private static final Predicate<String> HADOOP = entry -> entry.contains("/org/apache/hadoop/");
    private static final Predicate<String> NATIVE =
            entry -> entry.contains("/snappy-java") || entry.contains("/zstd-jni");

    @TempDir
    Path directory;

    private final List<Path> files = new ArrayList<>();
    private final List<String> digests = new ArrayList<>();

    @BeforeEach
    void writeFiles() throws IOException {
        // Enough of them for all codecs to occur.
        for (int seed = 0; seed < 25; seed++) {
            RandomFile random = new RandomFile(seed);
            Path file = directory.resolve(seed + ".parquet");
            Files.write(file, random.write(random.schema(), 200));
            files.add(file);
            digests.add(DigestMain.digest(file));
        }
    }

    @Test
    void readsWithoutAnyHadoopClass() throws IOException, InterruptedException {
        assertThat(run(HADOOP)).containsExactlyElementsOf(with("NativeSnappyCodec", "NativeZstdCodec"));
    }

    @Test
    void readsWithoutNativeLibrariesOnTheClassPath() throws IOException, InterruptedException {
        assertThat(run(HADOOP.or(NATIVE))).containsExactlyElementsOf(with("JavaCodec", "JavaCodec"));
    }

    @Test
    void readsWhereNativeLibrariesCannotBeUnpacked() throws IOException, InterruptedException {
        String nowhere = files.get(0).resolve("below-a-file").toString();
        assertThat(run(
                        HADOOP,
                        "-Djava.io.tmpdir=" + nowhere,
                        "-Dorg.xerial.snappy.tempdir=" + nowhere,
                        "-DZstdTempFolder=" + nowhere))
                .containsExactlyElementsOf(with("JavaCodec", "JavaCodec"));
    }

    private List<String> with(String... codecs) {
        return Stream.concat(digests.stream(), Stream.of(codecs)).toList();
    }

    private List<String> run(Predicate<String> left, String... options) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(options));
        command.add("-cp");
        command.add(String.join(
                File.pathSeparator,
                Stream.of(classPath.split(File.pathSeparator))
                        .filter(left.negate())
                        .toList()));
        command.add(DigestMain.class.getName());
        files.forEach(file -> command.add(file.toString()));
        Path errors = directory.resolve("errors");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return lines;
    }
}
