package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.log.stats.StatisticsWriter;
import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.WriteSettings;
import java.util.List;

/**
 * How the files of a table are to be written: the same for all tasks of a plan.
 *
 * @param columns the columns of the new files
 * @param settings how they are encoded
 * @param statistics writes their statistics
 * @param randomPrefixLength the length of the random directories that files go to; 0 for directories of partitions
 * @param readVersion the version that is rewritten
 */
public record RewriteSpec(
        FileColumns columns,
        WriteSettings settings,
        StatisticsWriter statistics,
        int randomPrefixLength,
        long readVersion) {

    /** As the table asks for it. */
    public static RewriteSpec of(Snapshot snapshot) {
        TableProperties properties = snapshot.properties();
        List<String> partitionColumns = snapshot.metadata().partitionColumns();
        DataFileSchema.Options options = DataFileSchema.Options.dataColumns(partitionColumns);
        if (writesPartitionColumns(snapshot)) {
            options = options.withPartitionColumns();
        }
        StatisticsSchema wanted = StatisticsSchema.wanted(
                snapshot.schema(), partitionColumns, snapshot.columnMapping(), properties.statistics(), List.of());
        return new RewriteSpec(
                FileColumns.of(snapshot, options),
                settings(properties),
                new StatisticsWriter(
                        wanted, properties.statistics(), snapshot.features().supports("deletionVectors")),
                snapshot.columnMapping().isOn() || properties.randomizesFilePrefixes()
                        ? properties.randomPrefixLength()
                        : 0,
                snapshot.version());
    }

    /** Whether partition values are in the files too: where a feature demands it, else where the table asks for it. */
    private static boolean writesPartitionColumns(Snapshot snapshot) {
        return snapshot.features().supports("materializePartitionColumns")
                || snapshot.properties().icebergCompatVersion().isPresent()
                || snapshot.properties().writesPartitionColumns().orElse(false);
    }

    private static WriteSettings settings(TableProperties properties) {
        WriteSettings.Builder settings = WriteSettings.builder();
        properties.compressionCodec().ifPresent(codec -> settings.compression(Compression.valueOf(codec.name())));
        return settings.build();
    }
}
