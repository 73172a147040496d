package io.github.deltamaint.internal.read;

import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.Values;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows as {@link io.github.deltamaint.Scan#forEach} promises them: by column name, in the Java types that people expect. */
final class PublicRows {
    private PublicRows() {}

    static Map<String, @Nullable Object> toMap(StructType struct, @Nullable Object[] values) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            StructField field = struct.fields().get(i);
            row.put(field.name(), toPublic(field.type(), values[i]));
        }
        return row;
    }

    private static @Nullable Object toPublic(DataType columnType, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        DataType type = VariantParts.typeOfValues(columnType);
        if (type instanceof StructType struct) {
            return toMap(struct, (Object[]) value);
        }
        if (type instanceof ArrayType array) {
            List<@Nullable Object> list = new ArrayList<>();
            for (Object element : (List<?>) value) {
                list.add(toPublic(array.elementType(), element));
            }
            return list;
        }
        if (type instanceof MapType map) {
            List<Object> list = new ArrayList<>();
            for (Object entry : (List<?>) value) {
                Map.Entry<?, ?> pair = (Map.Entry<?, ?>) entry;
                list.add(new SimpleImmutableEntry<>(
                        toPublic(map.keyType(), pair.getKey()), toPublic(map.valueType(), pair.getValue())));
            }
            return list;
        }
        return primitive((PrimitiveType) type, value);
    }

    private static Object primitive(PrimitiveType type, Object value) {
        return switch (type.kind()) {
            case BYTE -> ((Number) value).byteValue();
            case SHORT -> ((Number) value).shortValue();
            case INTEGER -> ((Number) value).intValue();
            case DATE -> LocalDate.ofEpochDay((Long) value);
            case TIMESTAMP -> Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
            case TIMESTAMP_NTZ ->
                LocalDateTime.ofInstant(Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS), ZoneOffset.UTC);
            case BINARY -> ((Values.Bytes) value).toArray();
            case BOOLEAN, LONG, FLOAT, DOUBLE, DECIMAL, STRING -> value;
        };
    }
}
