package io.github.deltamaint.interop;

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.util.VectorUtils;
import io.github.deltamaint.testsupport.ValueType;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Delta Kernel's values as plain ones. */
final class KernelValues {

    private KernelValues() {}

    static List<@Nullable Object> row(ValueType.Struct struct, Row row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < struct.fields().size(); i++) {
            values.add(row.isNullAt(i) ? null : value(struct.fields().get(i).type(), row, i));
        }
        return values;
    }

    private static Object value(ValueType type, Row row, int at) {
        if (type instanceof ValueType.Struct struct) {
            return row(struct, row.getStruct(at));
        }
        if (type instanceof ValueType.ArrayOf array) {
            return array(array, row.getArray(at));
        }
        if (type instanceof ValueType.MapOf map) {
            return map(map, row.getMap(at));
        }
        if (type instanceof ValueType.Decimal) {
            return row.getDecimal(at);
        }
        if (!(type instanceof ValueType.Primitive primitive)) {
            throw new IllegalArgumentException("cannot compare values of type " + type);
        }
        return switch (primitive) {
            case BOOLEAN -> row.getBoolean(at);
            case BYTE -> row.getByte(at);
            case SHORT -> row.getShort(at);
            case INTEGER, DATE -> row.getInt(at);
            case LONG, TIMESTAMP, TIMESTAMP_NTZ -> row.getLong(at);
            case FLOAT -> row.getFloat(at);
            case DOUBLE -> row.getDouble(at);
            case STRING -> row.getString(at);
            case BINARY -> row.getBinary(at);
        };
    }

    private static List<@Nullable Object> array(ValueType.ArrayOf array, ArrayValue value) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = 0; i < value.getSize(); i++) {
            elements.add(element(array.element(), value.getElements(), i));
        }
        return elements;
    }

    private static List<?> map(ValueType.MapOf map, MapValue value) {
        List<Object> entries = new ArrayList<>();
        for (int i = 0; i < value.getSize(); i++) {
            entries.add(new SimpleImmutableEntry<@Nullable Object, @Nullable Object>(
                    element(map.key(), value.getKeys(), i), element(map.value(), value.getValues(), i)));
        }
        return entries;
    }

    private static @Nullable Object element(ValueType type, ColumnVector vector, int at) {
        if (vector.isNullAt(at)) {
            return null;
        }
        if (type instanceof ValueType.Struct struct) {
            return row(struct, (Row) VectorUtils.getValueAsObject(vector, vector.getDataType(), at));
        }
        if (type instanceof ValueType.ArrayOf array) {
            return array(array, vector.getArray(at));
        }
        if (type instanceof ValueType.MapOf map) {
            return map(map, vector.getMap(at));
        }
        return VectorUtils.getValueAsObject(vector, vector.getDataType(), at);
    }
}
