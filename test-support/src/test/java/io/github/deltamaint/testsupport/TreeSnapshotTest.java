package io.github.deltamaint.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeSnapshotTest {

    @TempDir
    Path directory;

    @Test
    void tellsWhatBecameDifferent() throws Exception {
        Files.writeString(directory.resolve("same"), "1");
        Files.writeString(directory.resolve("changed"), "1");
        Files.writeString(directory.resolve("gone"), "1");
        Files.createDirectory(directory.resolve("empty"));
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThat(before.differenceNow(directory)).isEmpty();

        Files.writeString(directory.resolve("changed"), "2");
        Files.delete(directory.resolve("gone"));
        Files.delete(directory.resolve("empty"));
        Files.createSymbolicLink(directory.resolve("new"), Path.of("same"));

        assertThat(before.differenceNow(directory).lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("! changed (1 bytes, sha256 6b86b"),
                        line -> assertThat(line).isEqualTo("- empty (directory)"),
                        line -> assertThat(line).startsWith("- gone (1 bytes"),
                        line -> assertThat(line).isEqualTo("+ new (link to same)"));
    }
}
