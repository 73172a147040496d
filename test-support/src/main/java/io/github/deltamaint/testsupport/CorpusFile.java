package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A Parquet file of the corpus.
 *
 * @param path relative to the corpus
 * @param file where it stands; nobody writes there
 * @param use any of {@code read}, {@code rewrite}, {@code must-error}
 * @param reason why it is in the corpus
 * @param rows the number of rows, where the corpus' own reader could read it
 * @param rowsOrderedSha256 hash over the row texts in file order, where it could
 * @param manifest the manifest's whole entry
 */
public record CorpusFile(
        String path,
        Path file,
        List<String> use,
        String reason,
        OptionalLong rows,
        Optional<String> rowsOrderedSha256,
        ObjectNode manifest) {

    static CorpusFile parse(Path root, ObjectNode entry) {
        return new CorpusFile(
                entry.get("path").asText(),
                root.resolve(entry.get("path").asText()),
                Fixture.strings(entry.path("use")),
                entry.path("reason").asText(),
                Fixture.number(entry.path("pyarrow"), "rows"),
                Fixture.text(entry.path("pyarrow"), "rows_ordered_sha256"),
                entry);
    }

    /** Whether the file is meant for this use. */
    public boolean isFor(String purpose) {
        return use.contains(purpose);
    }

    /** The path, for parameterized tests. */
    @Override
    public String toString() {
        return path;
    }
}
