package io.github.deltamaint.internal.files;

import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.log.FeatureState;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableProperties;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.parquet.FieldMatching;
import java.util.List;

/**
 * How the columns of a table stand in new data files.
 *
 * @param schema the Parquet schema of new files, and which of its leaves is which column
 * @param matching how the same columns are found in older files
 */
public record FileColumns(DataFileSchema schema, FieldMatching matching) {

    /** Whether a column is in the files. */
    public boolean has(DataFileSchema.Role role) {
        return schema.leaves().stream().anyMatch(leaf -> leaf.role() == role);
    }

    /**
     * The columns of new files: with partition columns where a feature demands it, else where the table asks for it, and with those of row tracking
     * where rows have stable ids.
     *
     * @throws UnsupportedTableFeatureException if a file cannot hold the columns of the table
     */
    public static FileColumns ofNewFiles(Snapshot snapshot) {
        int iceberg = snapshot.features().icebergCompatVersion().orElse(0);
        DataFileSchema.Options options =
                DataFileSchema.Options.dataColumns(snapshot.metadata().partitionColumns());
        if (iceberg > 0
                || snapshot.features().supports("materializePartitionColumns")
                || snapshot.properties().writesPartitionColumns().orElse(false)) {
            options = options.withPartitionColumns();
        }
        if (iceberg > 1) {
            options = options.withNestedFieldIds();
        }
        if (hasStableRowIds(snapshot)) {
            TableProperties properties = snapshot.properties();
            options = options.withRowTracking(new DataFileSchema.RowTrackingColumns(
                    properties.materializedRowIdColumn().orElseThrow(),
                    properties.materializedRowCommitVersionColumn().orElseThrow(),
                    iceberg == 3));
        }
        return of(snapshot, options);
    }

    /** Whether every row of the table has an id, and a version that last changed it, that a rewrite must not change. */
    public static boolean hasStableRowIds(Snapshot snapshot) {
        return snapshot.features().state("rowTracking") == FeatureState.ACTIVE;
    }

    private static FileColumns of(Snapshot snapshot, DataFileSchema.Options options) {
        ColumnMapping mapping = snapshot.columnMapping();
        try {
            return new FileColumns(
                    DataFileSchema.of(snapshot.schema(), mapping, options),
                    mapping.mode() == ColumnMapping.Mode.ID ? FieldMatching.FIELD_ID : FieldMatching.NAME);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedTableFeatureException(
                    snapshot.tablePath().root(), Access.WRITE, List.of(), String.valueOf(e.getMessage()));
        }
    }
}
