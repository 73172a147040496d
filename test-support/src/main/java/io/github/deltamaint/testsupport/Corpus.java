package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * Tables and Parquet files of other projects. The corpus is no part of the repository: it is in the directory that the system
 * property {@code deltamaint.corpus} names. Where that is absent, every method here aborts the calling test as skipped.
 */
public final class Corpus {

    private Corpus() {}

    /** Whether the corpus is there. */
    public static boolean isPresent() {
        return Files.isRegularFile(manifest());
    }

    /** Skips the calling test, visibly, where the corpus is absent. */
    public static void assumePresent() {
        Assumptions.assumeTrue(
                isPresent(),
                () -> "no test corpus: " + manifest() + " does not exist (system property deltamaint.corpus)");
    }

    private static Path manifest() {
        return root().resolve("manifest.json");
    }

    /** All tables in the manifest's order. */
    public static List<CorpusTable> tables() {
        List<CorpusTable> tables = new ArrayList<>();
        entries("tables").forEach(entry -> tables.add(CorpusTable.parse(root(), entry)));
        return List.copyOf(tables);
    }

    /** The tables for one use: {@code read}, {@code optimize}, {@code vacuum}, {@code must-refuse}, {@code must-error}. */
    public static List<CorpusTable> tablesUsedFor(String purpose) {
        return tables().stream().filter(table -> table.isFor(purpose)).toList();
    }

    /**
     * The table with this id.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CorpusTable table(String id) {
        return tables().stream()
                .filter(table -> table.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no table '" + id + "' in " + manifest()));
    }

    /** All Parquet files in the manifest's order. */
    public static List<CorpusFile> files() {
        List<CorpusFile> files = new ArrayList<>();
        entries("parquet").forEach(entry -> files.add(CorpusFile.parse(root(), entry)));
        return List.copyOf(files);
    }

    /** The Parquet files for one use: {@code read}, {@code rewrite}, {@code must-error}. */
    public static List<CorpusFile> filesUsedFor(String purpose) {
        return files().stream().filter(file -> file.isFor(purpose)).toList();
    }

    private static Path root() {
        return Path.of(System.getProperty("deltamaint.corpus", "corpus"))
                .toAbsolutePath()
                .normalize();
    }

    private static List<ObjectNode> entries(String list) {
        assumePresent();
        List<ObjectNode> entries = new ArrayList<>();
        for (JsonNode entry : Json.read(manifest()).get(list)) {
            entries.add((ObjectNode) entry);
        }
        return entries;
    }
}
