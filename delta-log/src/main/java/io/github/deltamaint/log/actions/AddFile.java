package io.github.deltamaint.log.actions;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The {@code add} action: a file becomes active.
 *
 * @param path the path as written in the log: percent-encoded, relative to the root of the table or a URI
 * @param partitionValues the value of each partition column as text, by physical name; null is SQL NULL
 * @param size the length of the file in bytes
 * @param modificationTime when the file was made, in milliseconds since 1970
 * @param dataChange whether the rows are new to the table; false if they were only rearranged
 * @param stats statistics as JSON text, exactly as in the log
 * @param tags hints for whoever knows them
 * @param deletionVector the rows that are deleted though they are in the file
 * @param baseRowId the row id of the first row; absent in a new file asks the transaction to assign one where the table tracks rows
 * @param defaultRowCommitVersion the version that rows without one of their own were last changed by
 * @param clusteringProvider who clustered the file
 */
public record AddFile(
        String path,
        Map<String, @Nullable String> partitionValues,
        long size,
        long modificationTime,
        boolean dataChange,
        Optional<String> stats,
        Map<String, @Nullable String> tags,
        Optional<DeletionVectorDescriptor> deletionVector,
        OptionalLong baseRowId,
        OptionalLong defaultRowCommitVersion,
        Optional<String> clusteringProvider)
        implements FileAction {

    public AddFile {
        requireNonNull(path, "path");
        partitionValues = Maps.copy(partitionValues);
        tags = Maps.copy(tags);
    }

    /** A file without deletion vector, tags or row ids. */
    public static AddFile of(
            String path,
            Map<String, @Nullable String> partitionValues,
            long size,
            long modificationTime,
            boolean dataChange,
            Optional<String> stats) {
        return new AddFile(
                path,
                partitionValues,
                size,
                modificationTime,
                dataChange,
                stats,
                Map.of(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    /** The same with other row ids. */
    public AddFile withRowIds(OptionalLong newBaseRowId, OptionalLong newDefaultRowCommitVersion) {
        return with(dataChange, stats, tags, newBaseRowId, newDefaultRowCommitVersion, clusteringProvider);
    }

    /** The same with other statistics. */
    public AddFile withStats(Optional<String> newStats) {
        return with(dataChange, newStats, tags, baseRowId, defaultRowCommitVersion, clusteringProvider);
    }

    /** The same with other tags. */
    public AddFile withTags(Map<String, @Nullable String> newTags) {
        return with(dataChange, stats, newTags, baseRowId, defaultRowCommitVersion, clusteringProvider);
    }

    /** The same, clustered by another implementation, or by none. */
    public AddFile withClusteringProvider(Optional<String> newProvider) {
        return with(dataChange, stats, tags, baseRowId, defaultRowCommitVersion, newProvider);
    }

    /** The same with another {@code dataChange}. */
    public AddFile withDataChange(boolean newDataChange) {
        return newDataChange == dataChange
                ? this
                : with(newDataChange, stats, tags, baseRowId, defaultRowCommitVersion, clusteringProvider);
    }

    /** The same stored file, described otherwise. */
    private AddFile with(
            boolean newDataChange,
            Optional<String> newStats,
            Map<String, @Nullable String> newTags,
            OptionalLong newBaseRowId,
            OptionalLong newDefaultRowCommitVersion,
            Optional<String> newProvider) {
        return new AddFile(
                path,
                partitionValues,
                size,
                modificationTime,
                newDataChange,
                newStats,
                newTags,
                deletionVector,
                newBaseRowId,
                newDefaultRowCommitVersion,
                newProvider);
    }

    /**
     * The tombstone for exactly this file: everything that identifies or describes it is repeated. It has no time yet; the transaction
     * writes that of the attempt that succeeds.
     *
     * @param rowsChange whether its rows leave the table; false if they were only rearranged
     */
    public RemoveFile remove(boolean rowsChange) {
        return new RemoveFile(
                path,
                OptionalLong.empty(),
                rowsChange,
                Optional.of(true),
                partitionValues,
                OptionalLong.of(size),
                stats,
                tags,
                deletionVector,
                baseRowId,
                defaultRowCommitVersion);
    }
}
