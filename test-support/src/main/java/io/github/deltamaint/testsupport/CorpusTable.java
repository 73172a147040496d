package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A table of another project in the corpus, with independent expectations.
 *
 * @param id group and name, such as {@code dat/basic_partitioned}
 * @param table the table's root; nobody writes there
 * @param use any of {@code read}, {@code optimize}, {@code vacuum}, {@code must-refuse}, {@code must-error}
 * @param reason why it is in the corpus
 * @param refuse for {@code must-refuse}: {@code read}, {@code write} or {@code write-unless-supported}
 * @param lenient the stated result and a clear error are both acceptable
 * @param template the log holds a placeholder: only {@linkplain #copyTo copies} can be read
 * @param logOnly there are no data files
 * @param core belongs to the small covering set
 * @param version the latest version
 * @param rows the number of rows of the latest version
 * @param contentSha256 {@link TableRows#contentSha256} of the latest version, where the content is known
 * @param history older versions with known content, ascending
 * @param manifest the manifest's whole entry
 */
public record CorpusTable(
        String id,
        Path table,
        List<String> use,
        String reason,
        Optional<String> refuse,
        boolean lenient,
        boolean template,
        boolean logOnly,
        boolean core,
        OptionalLong version,
        OptionalLong rows,
        Optional<String> contentSha256,
        List<Version> history,
        ObjectNode manifest) {

    /** Rows and content hash of one version. */
    public record Version(long version, long rows, String contentSha256) {}

    static CorpusTable parse(Path root, ObjectNode entry) {
        JsonNode content = entry.has("expected_content") ? entry.get("expected_content") : entry.path("content");
        List<Version> history = new ArrayList<>();
        for (JsonNode version : entry.path("history")) {
            if (version.hasNonNull("content_sha256")) {
                history.add(new Version(
                        version.get("version").asLong(),
                        version.get("rows").asLong(),
                        version.get("content_sha256").asText()));
            }
        }
        return new CorpusTable(
                entry.get("id").asText(),
                root.resolve(entry.get("path").asText()),
                Fixture.strings(entry.path("use")),
                entry.path("reason").asText(),
                Fixture.text(entry, "refuse"),
                entry.path("lenient").asBoolean(),
                entry.path("template").asBoolean(),
                entry.path("log_only").asBoolean(),
                entry.path("tier").asText().equals("core"),
                Fixture.number(entry, "version"),
                Fixture.number(content, "rows"),
                Fixture.text(content, "content_sha256"),
                List.copyOf(history),
                entry);
    }

    /** Whether the table is meant for this use. */
    public boolean isFor(String purpose) {
        return use.contains(purpose);
    }

    /**
     * Whether nobody may write the table who only knows its log. Of the tables that may be written if they are understood it is those beside which
     * another format's metadata stands, and one whose protocol hides column mapping from readers.
     */
    public boolean isRefusedToWriters() {
        boolean isUniform = manifest.path("configuration").has("delta.universalFormat.enabledFormats");
        return refuse.isPresent()
                && (!refuse.get().equals("write-unless-supported") || isUniform || id.equals("dat/iceberg_compat_v1"));
    }

    /**
     * Copies the table to a new directory below {@code parent} and puts the copy's own address where the log has a
     * placeholder. File times are the present.
     *
     * @return the root of the copy
     */
    public Path copyTo(Path parent) {
        Path copy = Trees.freshDirectory(parent, id.substring(id.indexOf('/') + 1));
        Trees.copy(table, copy);
        if (template) {
            String encoded = copy.toUri().getRawPath().replaceFirst("/$", "");
            for (Path file : Trees.filesIn(copy.resolve("_delta_log"))) {
                if (!file.toString().endsWith(".json")) {
                    continue;
                }
                String text = Json.readText(file)
                        .replace("{{TABLE_URI}}", "file:" + encoded)
                        .replace("{{FOLDER_WITH_SPECIAL_CHAR}}", encoded + "/folder&with%25special%20char");
                Trees.write(file, text.getBytes(StandardCharsets.UTF_8));
            }
        }
        return copy;
    }

    /**
     * Copies the table as {@link #copyTo} does, and gives the files the times that the log tells, as {@link Fixture#copyTo} does.
     *
     * @return the root of the copy
     */
    public Path copyWithTimesTo(Path parent) {
        Path copy = copyTo(parent);
        FileTimes.restore(copy);
        return copy;
    }

    /** The id, for parameterized tests. */
    @Override
    public String toString() {
        return id;
    }
}
