package io.github.deltamaint.log.internal.checkpoint;

import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.parquet.Compression;

/**
 * How a table wants its checkpoints.
 *
 * @param v2 whether they are of the V2 specification
 * @param statsAsJson whether the statistics of files are in them as JSON text
 * @param statsAsStruct whether statistics and partition values are in them as columns
 * @param compression how pages are compressed
 */
public record CheckpointSettings(boolean v2, boolean statsAsJson, boolean statsAsStruct, Compression compression) {

    /**
     * What the table's properties say. A table that does not say whether statistics are columns gets them only if they are not text: else its
     * checkpoints would lose them all.
     *
     * @throws io.github.deltamaint.log.InvalidPropertyException if a property has a value that it cannot have
     */
    public static CheckpointSettings of(Snapshot snapshot) {
        TableProperties properties = snapshot.properties();
        boolean statsAsJson = properties.checkpointsHoldStatsAsJson();
        return new CheckpointSettings(
                properties.checkpointPolicy() == TableProperties.CheckpointPolicy.V2
                        && snapshot.features().supports("v2Checkpoint"),
                statsAsJson,
                properties.checkpointsHoldStatsAsStruct().orElse(!statsAsJson),
                properties
                        .compressionCodec()
                        .map(codec -> Compression.valueOf(codec.name()))
                        .orElse(Compression.SNAPPY));
    }
}
