package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Column mapping metadata: ids in schema order from 1, physical names that tell nothing. */
final class PhysicalNames {

    private PhysicalNames() {}

    static ValueType.Struct assign(ValueType.Struct columns) {
        return (ValueType.Struct) assign(columns, new int[] {highestId(columns)});
    }

    static int highestId(ValueType.Struct columns) {
        return highest(columns);
    }

    private static int highest(ValueType type) {
        if (type instanceof ValueType.Struct struct) {
            return struct.fields().stream()
                    .mapToInt(field -> Math.max(Math.max(field.fieldId(), 0), highest(field.type())))
                    .max()
                    .orElse(0);
        }
        if (type instanceof ValueType.ArrayOf array) {
            return highest(array.element());
        }
        return type instanceof ValueType.MapOf map ? Math.max(highest(map.key()), highest(map.value())) : 0;
    }

    private static ValueType assign(ValueType type, int[] lastId) {
        if (type instanceof ValueType.Struct struct) {
            List<ValueType.Field> fields = new ArrayList<>();
            for (ValueType.Field field : struct.fields()) {
                ObjectNode metadata = field.metadata().deepCopy();
                if (!metadata.has("delta.columnMapping.id")) {
                    int id = ++lastId[0];
                    metadata.put("delta.columnMapping.id", id);
                    metadata.put("delta.columnMapping.physicalName", "col-" + Long.toHexString(Hashing.mix(id)));
                }
                fields.add(new ValueType.Field(field.name(), assign(field.type(), lastId), field.nullable(), metadata));
            }
            return new ValueType.Struct(fields);
        }
        if (type instanceof ValueType.ArrayOf array) {
            return new ValueType.ArrayOf(assign(array.element(), lastId), array.containsNull());
        }
        if (type instanceof ValueType.MapOf map) {
            return new ValueType.MapOf(assign(map.key(), lastId), assign(map.value(), lastId), map.valueContainsNull());
        }
        return type;
    }
}
