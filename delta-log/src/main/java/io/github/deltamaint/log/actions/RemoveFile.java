package io.github.deltamaint.log.actions;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The {@code remove} action: a tombstone for one logical file.
 *
 * @param path the path exactly as in the {@code add} that it undoes
 * @param deletionTimestamp when it was removed, in milliseconds since 1970; absent counts as 1970
 * @param dataChange whether the rows left the table; false if they were only rearranged
 * @param extendedFileMetadata whether partition values, size and tags are given
 * @param partitionValues the value of each partition column as text; null is SQL NULL
 * @param size the length of the file in bytes
 * @param stats statistics as JSON text
 * @param tags hints for whoever knows them
 * @param deletionVector the deletion vector of the {@code add} that it undoes, without which it would undo nothing
 * @param baseRowId as in the {@code add} that it undoes
 * @param defaultRowCommitVersion as in the {@code add} that it undoes
 */
public record RemoveFile(
        String path,
        OptionalLong deletionTimestamp,
        boolean dataChange,
        Optional<Boolean> extendedFileMetadata,
        Map<String, @Nullable String> partitionValues,
        OptionalLong size,
        Optional<String> stats,
        Map<String, @Nullable String> tags,
        Optional<DeletionVectorDescriptor> deletionVector,
        OptionalLong baseRowId,
        OptionalLong defaultRowCommitVersion)
        implements FileAction {

    public RemoveFile {
        requireNonNull(path, "path");
        partitionValues = Maps.copy(partitionValues);
        tags = Maps.copy(tags);
    }

    /** The same with another time of removal, in milliseconds since 1970. */
    public RemoveFile withDeletionTimestamp(long timestamp) {
        return new RemoveFile(
                path,
                OptionalLong.of(timestamp),
                dataChange,
                extendedFileMetadata,
                partitionValues,
                size,
                stats,
                tags,
                deletionVector,
                baseRowId,
                defaultRowCommitVersion);
    }

    /** The same with another {@code dataChange}. */
    public RemoveFile withDataChange(boolean newDataChange) {
        return newDataChange == dataChange
                ? this
                : new RemoveFile(
                        path,
                        deletionTimestamp,
                        newDataChange,
                        extendedFileMetadata,
                        partitionValues,
                        size,
                        stats,
                        tags,
                        deletionVector,
                        baseRowId,
                        defaultRowCommitVersion);
    }
}
