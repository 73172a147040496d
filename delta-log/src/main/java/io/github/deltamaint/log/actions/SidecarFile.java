package io.github.deltamaint.log.actions;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code sidecar} action, which only a V2 checkpoint has: a Parquet file with some of its file actions.
 *
 * @param path the name of the file below {@code _delta_log/_sidecars}, or a URI
 * @param sizeInBytes the length of the file
 * @param modificationTime when it was made, in milliseconds since 1970
 * @param tags hints for whoever knows them
 */
public record SidecarFile(String path, long sizeInBytes, long modificationTime, Map<String, @Nullable String> tags)
        implements Action {

    public SidecarFile {
        requireNonNull(path, "path");
        tags = Maps.copy(tags);
    }
}
