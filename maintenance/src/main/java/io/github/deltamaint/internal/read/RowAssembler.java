package io.github.deltamaint.internal.read;

import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.Values;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.RecordAssembler;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts rows together from the columns of a file: one value per column of the table, primitive ones in the form of {@link Values}, a struct as one
 * value per field, a variant as a struct of its two parts, a list as {@link List}, a map as list of {@link Map.Entry}.
 */
final class RowAssembler {
    private final StructType columns;
    private final FileLayout layout;
    private final RecordAssembler records;
    private final @Nullable Object[] constants;

    /** Rows whose partition columns are left null. */
    RowAssembler(StructType columns, FileLayout layout) {
        this.columns = columns;
        this.layout = layout;
        this.records = new RecordAssembler(layout.fileSchema());
        this.constants = new Object[columns.fields().size()];
    }

    /**
     * Rows of a file.
     *
     * @param partition the values of its partition columns
     * @throws IllegalArgumentException if one of them is not of the type of its column
     */
    RowAssembler(StructType columns, FileLayout layout, PartitionValues partition) {
        this(columns, layout);
        for (int i = 0; i < constants.length; i++) {
            StructField column = columns.fields().get(i);
            if (layout.partitionColumns().contains(column)) {
                constants[i] = PartitionConstants.value(partition, column.name());
            }
        }
    }

    /** Takes the batch that the reader has. */
    void batch(ColumnBatchReader reader) {
        records.batch(reader.columns());
    }

    /** The next row of the batch. */
    @Nullable Object[] next() {
        @Nullable Object[] record = Objects.requireNonNull(records.next());
        @Nullable Object[] row = constants.clone();
        int field = 0;
        for (int i = 0; i < row.length; i++) {
            StructField column = columns.fields().get(i);
            if (layout.isInFile(column)) {
                row[i] = value(column.type(), record[field++]);
            }
        }
        return row;
    }

    private static @Nullable Object value(DataType columnType, @Nullable Object raw) {
        if (raw == null) {
            return null;
        }
        DataType type = VariantParts.typeOfValues(columnType);
        if (type instanceof PrimitiveType primitive) {
            return primitive(primitive, raw);
        }
        if (type instanceof StructType struct) {
            return struct(struct, (@Nullable Object[]) raw);
        }
        if (type instanceof ArrayType array) {
            List<@Nullable Object> elements = new ArrayList<>();
            for (Object element : (List<?>) raw) {
                elements.add(value(array.elementType(), element));
            }
            return elements;
        }
        if (type instanceof MapType map) {
            List<Object> entries = new ArrayList<>();
            for (Object entry : (List<?>) raw) {
                Map.Entry<?, ?> pair = (Map.Entry<?, ?>) entry;
                entries.add(new SimpleImmutableEntry<>(
                        value(map.keyType(), pair.getKey()), value(map.valueType(), pair.getValue())));
            }
            return entries;
        }
        throw new IllegalArgumentException("columns of type " + type + " cannot be read");
    }

    private static @Nullable Object[] struct(StructType struct, @Nullable Object[] raw) {
        @Nullable Object[] fields = new @Nullable Object[struct.fields().size()];
        int at = 0;
        for (int i = 0; i < fields.length; i++) {
            StructField field = struct.fields().get(i);
            if (!FileLayout.isVoid(field)) {
                fields[i] = value(field.type(), raw[at++]);
            }
        }
        return fields;
    }

    private static Object primitive(PrimitiveType type, Object raw) {
        return switch (type.kind()) {
            case BYTE, SHORT, INTEGER, LONG, DATE, TIMESTAMP, TIMESTAMP_NTZ -> ((Number) raw).longValue();
            case BINARY -> new Values.Bytes((byte[]) raw);
            case BOOLEAN, FLOAT, DOUBLE, DECIMAL, STRING -> raw;
        };
    }
}
