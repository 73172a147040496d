package io.github.deltamaint.internal.read;

import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.internal.files.ShreddedVariants;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.FieldMatching;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RowSelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * Where some columns of a table come from: from data files, from the partition values of the log, or from nowhere (columns of type void).
 *
 * @param dataColumns the columns in data files, in order
 * @param partitionColumns the partition columns, in order
 * @param fileSchema what is read from data files
 * @param variants those columns of {@code fileSchema} that are variants
 * @param matching how it is found there
 */
record FileLayout(
        StructType dataColumns,
        List<StructField> partitionColumns,
        MessageType fileSchema,
        List<DataFileSchema.Variant> variants,
        FieldMatching matching) {

    /** Stands for a table of which no column is in the files: reads as null, once per row. */
    private static final MessageType ROWS_ONLY = Types.buildMessage()
            .addField(Types.optional(PrimitiveTypeName.BOOLEAN).named("no column is read"))
            .named("rows");

    static FileLayout of(Snapshot snapshot, StructType columns) {
        List<String> partitionNames = snapshot.metadata().partitionColumns();
        List<StructField> partition = columns.fields().stream()
                .filter(field -> partitionNames.contains(field.name()))
                .toList();
        StructType data = new StructType(columns.fields().stream()
                .filter(field -> !partition.contains(field) && !isVoid(field))
                .toList());
        ColumnMapping mapping = snapshot.columnMapping();
        FieldMatching matching = mapping.mode() == ColumnMapping.Mode.ID ? FieldMatching.FIELD_ID : FieldMatching.NAME;
        if (data.fields().isEmpty()) {
            return new FileLayout(data, partition, ROWS_ONLY, List.of(), FieldMatching.NAME);
        }
        DataFileSchema schema = schema(snapshot, data, List.of());
        return new FileLayout(data, partition, schema.messageType(), schema.variants(), matching);
    }

    /**
     * Reads these columns of a file.
     *
     * @param selection the rows that count
     * @throws UnsupportedTableFeatureException if the file has shredded variants in them
     */
    ColumnBatchReader open(TablePath table, ParquetFile file, RowSelection selection, int batchRecords)
            throws IOException {
        ShreddedVariants.refuse(table, file, fileSchema, variants, matching, Access.READ);
        return ColumnBatchReader.open(file, fileSchema, matching, selection, batchRecords);
    }

    /** The schema of whole rows: data columns, then partition columns. */
    DataFileSchema rowSchema(Snapshot snapshot) {
        List<StructField> fields = new ArrayList<>(dataColumns.fields());
        fields.addAll(partitionColumns);
        return schema(
                snapshot,
                new StructType(fields),
                partitionColumns.stream().map(StructField::name).toList());
    }

    private static DataFileSchema schema(Snapshot snapshot, StructType columns, List<String> partitionColumns) {
        try {
            return DataFileSchema.of(
                    columns,
                    snapshot.columnMapping(),
                    DataFileSchema.Options.dataColumns(partitionColumns).withPartitionColumns());
        } catch (IllegalArgumentException e) {
            throw new UnsupportedTableFeatureException(
                    snapshot.tablePath().root(), Access.READ, List.of(), String.valueOf(e.getMessage()));
        }
    }

    /** Whether a column is read from the files. */
    boolean isInFile(StructField column) {
        return dataColumns.fields().contains(column);
    }

    static boolean isVoid(StructField field) {
        return OpaqueType.isVoid(field.type());
    }
}
