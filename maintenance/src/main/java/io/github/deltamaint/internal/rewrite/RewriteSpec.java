package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.internal.files.ClusteringColumns;
import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.internal.plan.FileTags;
import io.github.deltamaint.internal.plan.WantedLayout;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.log.stats.StatisticsWriter;
import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.WriteSettings;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How the files of a table are to be written: the same for all tasks of a plan.
 *
 * @param columns the columns of the new files
 * @param settings how they are encoded
 * @param layout how they are laid out
 * @param statistics writes their statistics
 * @param tags what the log says about each of them in addition
 * @param randomPrefixLength the length of the random directories that files go to; 0 for directories of partitions
 * @param readVersion the version that is rewritten
 */
public record RewriteSpec(
        FileColumns columns,
        WriteSettings settings,
        WantedLayout layout,
        StatisticsWriter statistics,
        Map<String, String> tags,
        int randomPrefixLength,
        long readVersion) {
    /**
     * The bytes of a row group of rows along a curve. Each is a piece of the curve, so readers that look at row groups skip all the more the more there are; fewer bytes would cost
     * them more requests than they save.
     */
    private static final long ROW_GROUP_ON_CURVE = 32L << 20;

    /** As the table asks for it. */
    public static RewriteSpec of(Snapshot snapshot) {
        return of(snapshot, WantedLayout.NONE, false);
    }

    /**
     * As the table asks for it, laid out in a certain way.
     *
     * @param isOnCurve whether rows lie along a curve
     */
    static RewriteSpec of(Snapshot snapshot, WantedLayout layout, boolean isOnCurve) {
        TableProperties properties = snapshot.properties();
        StatisticsSchema wanted = StatisticsSchema.wanted(
                snapshot.schema(),
                snapshot.metadata().partitionColumns(),
                snapshot.columnMapping(),
                properties.statistics(),
                ClusteringColumns.paths(snapshot));
        return new RewriteSpec(
                FileColumns.ofNewFiles(snapshot),
                settings(properties, layout, isOnCurve),
                layout,
                new StatisticsWriter(
                        wanted, properties.statistics(), snapshot.features().supports("deletionVectors")),
                tags(snapshot),
                snapshot.columnMapping().isOn() || properties.randomizesFilePrefixes()
                        ? properties.randomPrefixLength()
                        : 0,
                snapshot.version());
    }

    private static Map<String, String> tags(Snapshot snapshot) {
        OptionalInt iceberg = snapshot.features().icebergCompatVersion();
        return iceberg.orElse(0) > 1
                ? Map.of(FileTags.ICEBERG_COMPAT_VERSION, Integer.toString(iceberg.getAsInt()))
                : Map.of();
    }

    private static WriteSettings settings(TableProperties properties, WantedLayout layout, boolean isOnCurve) {
        WriteSettings.Builder settings =
                layout.profile().map(ProfileSettings::of).orElseGet(WriteSettings::builder);
        if (isOnCurve && layout.profile().isEmpty()) {
            settings.rowGroupBytes(ROW_GROUP_ON_CURVE);
        }
        properties.compressionCodec().ifPresent(codec -> settings.compression(Compression.valueOf(codec.name())));
        return settings.build();
    }

    /** The order of the rows of new files. */
    RowOrder order() {
        return layout.vOrder() ? RowOrder.automatic() : RowOrder.asRead();
    }
}
