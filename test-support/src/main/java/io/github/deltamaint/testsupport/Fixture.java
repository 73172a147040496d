package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A small table written by Delta Spark, with what Delta Spark says about it.
 *
 * @param name also the directory's name
 * @param description what is special about it
 * @param directory where it stands; nobody writes there
 * @param use any of {@code read}, {@code optimize}, {@code vacuum}, {@code must-refuse}
 * @param refuse what must be refused under {@code must-refuse}: {@code read} or {@code write}
 * @param version the latest version
 * @param rows the number of rows of the latest version
 * @param contentSha256 {@link TableRows#contentSha256} of the latest version; empty for tables with a variant
 * @param versions rows and digest of some versions that can still be read, ascending
 * @param manifest the manifest's whole entry
 */
public record Fixture(
        String name,
        String description,
        Path directory,
        List<String> use,
        Optional<String> refuse,
        OptionalLong version,
        OptionalLong rows,
        Optional<String> contentSha256,
        List<Version> versions,
        ObjectNode manifest) {

    /**
     * Rows of one version.
     *
     * @param digest {@link RowDigest#of}
     */
    public record Version(long version, long rows, String digest) {}

    /**
     * An active file of the latest version as Delta Spark sees it.
     *
     * @param path as in the log, encoded
     * @param partitionValues null for SQL NULL
     * @param stats the statistics JSON, null if there are none
     */
    public record ActiveFile(
            String path,
            Map<String, @Nullable String> partitionValues,
            long size,
            @Nullable String stats) {}

    static Fixture parse(Path directory, ObjectNode entry) {
        List<Version> versions = new ArrayList<>();
        for (JsonNode version : entry.path("versions")) {
            if (!version.has("rows")) {
                continue; // a version that the log can no longer give
            }
            versions.add(new Version(
                    version.get("version").asLong(),
                    version.get("rows").asLong(),
                    version.get("digest").asText()));
        }
        return new Fixture(
                entry.get("name").asText(),
                entry.get("description").asText(),
                directory,
                strings(entry.path("use")),
                text(entry, "refuse"),
                number(entry, "version"),
                number(entry, "rows"),
                text(entry, "content_sha256"),
                List.copyOf(versions),
                entry);
    }

    static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(element -> strings.add(element.asText()));
        return List.copyOf(strings);
    }

    static Optional<String> text(JsonNode node, String name) {
        return node.hasNonNull(name) ? Optional.of(node.get(name).asText()) : Optional.empty();
    }

    static OptionalLong number(JsonNode node, String name) {
        return node.hasNonNull(name) ? OptionalLong.of(node.get(name).asLong()) : OptionalLong.empty();
    }

    /** Whether the fixture is meant for this use. */
    public boolean isFor(String purpose) {
        return use.contains(purpose);
    }

    /** The table itself. Nobody writes there: see {@link #copyTo}. */
    public Path table() {
        return directory.resolve("table");
    }

    /**
     * Copies the table to a new directory below {@code parent}, named like the fixture.
     *
     * <p>File times are as Delta Spark left them, because git keeps none: a commit and what came with it has the commit's
     * time, a data file its {@code modificationTime}; directories and files that no action names are from 2020-01-01.
     * Empty directories, which git does not keep either, are made again.
     *
     * @return the root of the copy
     */
    public Path copyTo(Path parent) {
        Path copy = Trees.freshDirectory(parent, name);
        Trees.copy(table(), copy);
        for (String path : vacuumZeroRetention().orElse(List.of())) {
            if (!Files.exists(copy.resolve(path))) {
                Trees.createDirectories(copy.resolve(path));
            }
        }
        FileTimes.restore(copy);
        return copy;
    }

    /** The rows of the latest version, one JSON object each, sorted by text; empty list when not known. */
    public List<String> expectedRows() {
        return lines("expected.jsonl").orElse(List.of());
    }

    /** The active files of the latest version, sorted by path; empty list when not known. */
    public List<ActiveFile> activeFiles() {
        List<ActiveFile> files = new ArrayList<>();
        for (String line : lines("files.jsonl").orElse(List.of())) {
            JsonNode file = Json.parse(line);
            Map<String, @Nullable String> partitionValues = new LinkedHashMap<>();
            file.get("partitionValues")
                    .properties()
                    .forEach(entry -> partitionValues.put(
                            entry.getKey(),
                            entry.getValue().isNull() ? null : entry.getValue().asText()));
            files.add(new ActiveFile(
                    file.get("path").asText(),
                    partitionValues,
                    file.get("size").asLong(),
                    text(file, "stats").orElse(null)));
        }
        return files;
    }

    /** What {@code DESCRIBE HISTORY} printed, newest first, one JSON object each. */
    public List<String> history() {
        return lines("history.jsonl").orElse(List.of());
    }

    /**
     * What a full VACUUM with zero retention would delete, sorted, relative to the table; empty where Delta Spark cannot
     * tell.
     */
    public Optional<List<String>> vacuumZeroRetention() {
        return lines("vacuum0.txt").filter(lines -> lines.stream().noneMatch(line -> line.startsWith("ERROR")));
    }

    /** The same for the default retention of 168 hours; known for {@code vacuum_dirty} only. */
    public Optional<List<String>> vacuumDefaultRetention() {
        return lines("vacuum168.txt");
    }

    /** Row id and row commit version per row, one JSON object each; known for tables with row tracking. */
    public Optional<List<String>> rowIds() {
        return lines("row_ids.jsonl");
    }

    private Optional<List<String>> lines(String fileName) {
        Path file = directory.resolve(fileName);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Optional.of(Json.readText(file).lines().toList());
    }

    /** The name, for parameterized tests. */
    @Override
    public String toString() {
        return name;
    }
}
