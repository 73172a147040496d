package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.parquet.ColumnBatch;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.FieldMatching;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RowSelection;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Reads an inventory in Parquet. */
final class ParquetInventory {
    private static final int BATCH = 4096;

    private ParquetInventory() {}

    static void read(ParquetFile file, Inventory.Lines lines) throws IOException {
        Type pathType = field(file, "path", PrimitiveTypeName.BINARY);
        Type lengthType = field(file, "length", PrimitiveTypeName.INT64);
        Type isDirType = field(file, "isDir", PrimitiveTypeName.BOOLEAN);
        Type timeType = field(file, "modificationTime", PrimitiveTypeName.INT64);
        MessageType target = new MessageType("inventory", List.of(pathType, lengthType, isDirType, timeType));
        try (ColumnBatchReader reader =
                ColumnBatchReader.open(file, target, FieldMatching.NAME, RowSelection.all(), BATCH)) {
            ColumnBatch path = reader.column(0);
            ColumnBatch length = reader.column(1);
            ColumnBatch isDir = reader.column(2);
            ColumnBatch time = reader.column(3);
            while (reader.next()) {
                for (int i = 0; i < reader.records(); i++) {
                    requireValues(reader, i);
                    lines.line(
                            path.stringAt(path.value(i)),
                            length.longAt(length.value(i)),
                            isDir.booleanAt(isDir.value(i)),
                            time.longAt(time.value(i)));
                }
            }
        }
    }

    private static void requireValues(ColumnBatchReader reader, int record) throws InventoryException {
        for (ColumnBatch column : reader.columns()) {
            if (column.isNull(record)) {
                throw new InventoryException("row " + reader.rowPosition(record) + " has no "
                        + column.column().getPath()[0]);
            }
        }
    }

    private static Type field(ParquetFile file, String name, PrimitiveTypeName type) throws InventoryException {
        for (Type field : file.schema().getFields()) {
            if (field.getName().equalsIgnoreCase(name)) {
                if (field.isPrimitive()
                        && !field.isRepetition(Type.Repetition.REPEATED)
                        && field.asPrimitiveType().getPrimitiveTypeName() == type
                        && isPlain(field.asPrimitiveType())) {
                    return field;
                }
                throw new InventoryException("its column '" + name + "' is " + field + ", but must be " + type
                        + (type == PrimitiveTypeName.BINARY ? " (string)" : ""));
            }
        }
        throw new InventoryException(
                "it has no column '" + name + "'; needed are path, length, isDir and modificationTime");
    }

    /** A timestamp would not be milliseconds, and a decimal no whole number. */
    private static boolean isPlain(PrimitiveType type) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        return annotation == null
                || annotation instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation
                || (annotation instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation whole && whole.isSigned());
    }
}
