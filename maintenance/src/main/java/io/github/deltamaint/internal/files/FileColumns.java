package io.github.deltamaint.internal.files;

import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.parquet.FieldMatching;
import java.util.List;

/**
 * How the columns of a table stand in its data files.
 *
 * @param schema the Parquet schema of files of the present schema, and which of its leaves is which column
 * @param matching how the same columns are found in older files
 */
public record FileColumns(DataFileSchema schema, FieldMatching matching) {

    /** All columns of the table, partition columns behind the others. */
    public static FileColumns all(Snapshot snapshot) {
        return of(
                snapshot,
                DataFileSchema.Options.dataColumns(snapshot.metadata().partitionColumns())
                        .withPartitionColumns());
    }

    /**
     * The columns that the options ask for.
     *
     * @throws UnsupportedTableFeatureException if a file cannot hold the columns of the table
     */
    public static FileColumns of(Snapshot snapshot, DataFileSchema.Options options) {
        ColumnMapping mapping = snapshot.columnMapping();
        try {
            return new FileColumns(
                    DataFileSchema.of(snapshot.schema(), mapping, options),
                    mapping.mode() == ColumnMapping.Mode.ID ? FieldMatching.FIELD_ID : FieldMatching.NAME);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedTableFeatureException(
                    snapshot.tablePath().root(), Access.READ, List.of(), String.valueOf(e.getMessage()));
        }
    }
}
