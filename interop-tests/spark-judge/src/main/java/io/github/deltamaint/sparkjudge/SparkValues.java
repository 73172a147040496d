package io.github.deltamaint.sparkjudge;

import io.github.deltamaint.testsupport.ValueType;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.unsafe.types.VariantVal;
import scala.jdk.javaapi.CollectionConverters;

/** Spark's rows as lists of values; a variant as the struct that it is in data files. */
final class SparkValues {

    private SparkValues() {}

    static List<Object> row(ValueType.Struct struct, Row row) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < struct.fields().size(); i++) {
            values.add(value(struct.fields().get(i).type(), row.get(i)));
        }
        return values;
    }

    private static Object value(ValueType type, Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof VariantVal variant) {
            return List.of(variant.getMetadata(), variant.getValue());
        }
        if (type instanceof ValueType.Struct struct) {
            return row(struct, (Row) value);
        }
        if (type instanceof ValueType.ArrayOf array) {
            List<Object> elements = new ArrayList<>();
            CollectionConverters.asJava((scala.collection.Seq<?>) value)
                    .forEach(element -> elements.add(value(array.element(), element)));
            return elements;
        }
        if (type instanceof ValueType.MapOf map) {
            List<Object> entries = new ArrayList<>();
            CollectionConverters.asJava((scala.collection.Map<?, ?>) value)
                    .forEach((key, mapped) ->
                            entries.add(new SimpleImmutableEntry<>(value(map.key(), key), value(map.value(), mapped))));
            return entries;
        }
        return value;
    }
}
