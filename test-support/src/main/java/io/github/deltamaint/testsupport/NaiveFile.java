package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An active file of a table.
 *
 * @param table the table's root
 * @param add the add action as it stands in the log
 */
public record NaiveFile(Path table, JsonNode add) {

    /** Where the data are. */
    public Path file() {
        return LogPath.resolve(table, path());
    }

    /** The path as in the log, encoded. */
    public String path() {
        return add.get("path").asText();
    }

    /** The size in bytes that the action states. */
    public long size() {
        return add.get("size").asLong();
    }

    /** Partition values by physical name; null for SQL NULL. */
    public Map<String, @Nullable String> partitionValues() {
        Map<String, @Nullable String> values = new LinkedHashMap<>();
        add.path("partitionValues")
                .properties()
                .forEach(entry -> values.put(
                        entry.getKey(),
                        entry.getValue().isNull() ? null : entry.getValue().asText()));
        return values;
    }

    /** The statistics, a missing node if there are none. */
    public JsonNode stats() {
        String text = add.path("stats").asText("");
        return text.isEmpty() ? add.path("stats").path("none") : Json.parse(text);
    }

    /** The positions of rows that the deletion vector hides; empty without one. */
    public NavigableSet<Long> deletedRows() {
        JsonNode vector = add.path("deletionVector");
        return vector.has("storageType") ? DeletedRows.read(table, vector) : new TreeSet<>();
    }
}
