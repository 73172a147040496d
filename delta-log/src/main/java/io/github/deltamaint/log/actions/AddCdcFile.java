package io.github.deltamaint.log.actions;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code cdc} action: a file with the rows that a commit changed. It is not part of a snapshot.
 *
 * @param path the path as written in the log: percent-encoded, relative to the root of the table or a URI
 * @param partitionValues the value of each partition column as text; null is SQL NULL
 * @param size the length of the file in bytes
 * @param dataChange always false
 * @param tags hints for whoever knows them
 */
public record AddCdcFile(
        String path,
        Map<String, @Nullable String> partitionValues,
        long size,
        boolean dataChange,
        Map<String, @Nullable String> tags)
        implements Action {

    public AddCdcFile {
        requireNonNull(path, "path");
        partitionValues = Maps.copy(partitionValues);
        tags = Maps.copy(tags);
    }
}
