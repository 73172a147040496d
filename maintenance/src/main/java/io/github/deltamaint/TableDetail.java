package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a table is, as DESCRIBE DETAIL says it.
 *
 * @param format always {@code delta}
 * @param id the id of the table
 * @param name the name, if it has one
 * @param description the description, if it has one
 * @param location the directory
 * @param createdAt when it was made, if the log says so
 * @param lastModified when the newest version was committed
 * @param version the newest version
 * @param partitionColumns the partition columns, logical names
 * @param clusteringColumns the clustering columns, logical names, nested ones joined by dots
 * @param numFiles how many files it has
 * @param sizeInBytes their size together
 * @param properties its properties
 * @param minReaderVersion what a reader must know
 * @param minWriterVersion what a writer must know
 * @param tableFeatures the features that the protocol names or implies, sorted
 */
public record TableDetail(
        String format,
        String id,
        Optional<String> name,
        Optional<String> description,
        String location,
        Optional<Instant> createdAt,
        Instant lastModified,
        long version,
        List<String> partitionColumns,
        List<String> clusteringColumns,
        long numFiles,
        DataSize sizeInBytes,
        Map<String, String> properties,
        int minReaderVersion,
        int minWriterVersion,
        List<String> tableFeatures) {

    /** Copies the collections. */
    public TableDetail {
        partitionColumns = List.copyOf(partitionColumns);
        clusteringColumns = List.copyOf(clusteringColumns);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        tableFeatures = List.copyOf(tableFeatures);
    }
}
