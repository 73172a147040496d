package io.github.deltamaint.interop;

import io.github.deltamaint.testsupport.ParquetRows;
import io.github.deltamaint.testsupport.Repeated;
import io.github.deltamaint.testsupport.ValueType;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * SQL that gives the columns of a table out of one Parquet file in forms that JDBC keeps exact: whole numbers for dates and
 * times, hexadecimal text for bytes.
 */
final class DuckDbColumns {

    private final ParquetRows.Matching matching;
    private int variables;

    DuckDbColumns(ParquetRows.Matching matching) {
        this.matching = matching;
    }

    /** One expression per column. */
    List<String> of(ValueType.Struct columns, GroupType schema) {
        List<String> expressions = new ArrayList<>();
        for (ValueType.Field field : columns.fields()) {
            int position = matching.position(field, schema);
            expressions.add(
                    position < 0
                            ? "NULL"
                            : expression(
                                    field.type(),
                                    DuckDb.name(schema.getFieldName(position)),
                                    schema.getType(position)));
        }
        return expressions;
    }

    private String expression(ValueType type, String sql, Type parquet) {
        if (type instanceof ValueType.ArrayOf array) {
            return list(array, sql, parquet);
        }
        if (type instanceof ValueType.Struct struct) {
            return struct(struct, sql, parquet.asGroupType());
        }
        if (type instanceof ValueType.MapOf map) {
            return map(map, sql, parquet.asGroupType());
        }
        return leaf(type, sql, parquet);
    }

    private String struct(ValueType.Struct struct, String sql, GroupType group) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < struct.fields().size(); i++) {
            ValueType.Field field = struct.fields().get(i);
            int position = matching.position(field, group);
            String value = position < 0
                    ? "NULL"
                    : expression(
                            field.type(),
                            "struct_extract(" + sql + ", " + DuckDb.text(group.getFieldName(position)) + ")",
                            group.getType(position));
            fields.add("f" + i + " := " + value);
        }
        return "CASE WHEN " + sql + " IS NULL THEN NULL ELSE struct_pack(" + String.join(", ", fields) + ") END";
    }

    private String list(ValueType.ArrayOf array, String sql, Type parquet) {
        String variable = "v" + variables++;
        Type element = parquet;
        if (!parquet.isRepetition(Repetition.REPEATED)) {
            Repeated layout = Repeated.of(parquet.asGroupType());
            element = layout.elementIsRepeated() ? layout.repeated() : layout.element();
        }
        return "list_transform(" + sql + ", lambda " + variable + ": " + expression(array.element(), variable, element)
                + ")";
    }

    private String map(ValueType.MapOf map, String sql, GroupType outer) {
        String variable = "v" + variables++;
        GroupType entry = outer.getType(0).asGroupType();
        String key = expression(map.key(), variable + ".key", entry.getType(0));
        String value =
                entry.getFieldCount() > 1 ? expression(map.value(), variable + ".value", entry.getType(1)) : "NULL";
        return "CASE WHEN " + sql + " IS NULL THEN NULL ELSE list_transform(map_entries(" + sql + "), lambda "
                + variable + ": struct_pack(k := " + key + ", v := " + value + ")) END";
    }

    private static String leaf(ValueType type, String sql, Type parquet) {
        if (type instanceof ValueType.Decimal decimal) {
            return "CAST(" + sql + " AS DECIMAL(" + decimal.precision() + ", " + decimal.scale() + "))";
        }
        if (ValueType.isVariant(type)) {
            return sql; // Good enough to count nulls.
        }
        if (!(type instanceof ValueType.Primitive primitive)) {
            throw new IllegalArgumentException("cannot compare values of type " + type);
        }
        @Nullable LogicalTypeAnnotation annotation = parquet.getLogicalTypeAnnotation();
        return switch (primitive) {
            case BOOLEAN, FLOAT -> sql;
            case BYTE, SHORT, INTEGER, LONG -> "CAST(" + sql + " AS BIGINT)";
            case DOUBLE -> "CAST(" + sql + " AS DOUBLE)";
            case STRING -> annotation == null ? "decode(" + sql + ")" : "CAST(" + sql + " AS VARCHAR)";
            case BINARY -> annotation == null ? "hex(" + sql + ")" : "hex(encode(" + sql + "))";
            case DATE -> "(" + sql + " - DATE '1970-01-01')";
            case TIMESTAMP, TIMESTAMP_NTZ -> micros(sql, parquet.asPrimitiveType());
        };
    }

    private static String micros(String sql, PrimitiveType parquet) {
        if (parquet.getLogicalTypeAnnotation() instanceof DateLogicalTypeAnnotation) {
            return "epoch_us(CAST(" + sql + " AS TIMESTAMP))";
        }
        boolean plainNumber =
                parquet.getLogicalTypeAnnotation() == null && parquet.getPrimitiveTypeName() == PrimitiveTypeName.INT64;
        return plainNumber ? sql : "epoch_us(" + sql + ")";
    }

    /** What JDBC gave for an expression, as a plain value. */
    static @Nullable Object value(ValueType type, @Nullable Object value) throws SQLException {
        if (value == null) {
            return null;
        }
        if (type instanceof ValueType.Struct struct) {
            Object[] attributes = ((Struct) value).getAttributes();
            List<@Nullable Object> fields = new ArrayList<>();
            for (int i = 0; i < attributes.length; i++) {
                fields.add(value(struct.fields().get(i).type(), attributes[i]));
            }
            return fields;
        }
        if (type instanceof ValueType.ArrayOf array) {
            List<@Nullable Object> elements = new ArrayList<>();
            for (Object element : (Object[]) ((Array) value).getArray()) {
                elements.add(value(array.element(), element));
            }
            return elements;
        }
        if (type instanceof ValueType.MapOf map) {
            List<Object> entries = new ArrayList<>();
            for (Object entry : (Object[]) ((Array) value).getArray()) {
                Object[] keyAndValue = ((Struct) entry).getAttributes();
                entries.add(new SimpleImmutableEntry<@Nullable Object, @Nullable Object>(
                        value(map.key(), keyAndValue[0]), value(map.value(), keyAndValue[1])));
            }
            return entries;
        }
        if (type instanceof ValueType.Decimal) {
            return new BigDecimal(value.toString());
        }
        return primitive((ValueType.Primitive) type, value);
    }

    private static Object primitive(ValueType.Primitive type, Object value) {
        return switch (type) {
            case BYTE -> ((Number) value).byteValue();
            case SHORT -> ((Number) value).shortValue();
            case INTEGER, DATE -> ((Number) value).intValue();
            case LONG, TIMESTAMP, TIMESTAMP_NTZ -> ((Number) value).longValue();
            case DOUBLE -> ((Number) value).doubleValue();
            case BINARY -> HexFormat.of().parseHex((String) value);
            case BOOLEAN, FLOAT, STRING -> value;
        };
    }
}
