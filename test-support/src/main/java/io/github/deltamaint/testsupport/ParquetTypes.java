package io.github.deltamaint.testsupport;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.ConversionPatterns;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** The Parquet schema of a data file of a Delta table, as Spark writes it: optional fields, three-level lists. */
final class ParquetTypes {

    private ParquetTypes() {}

    static MessageType messageType(ValueType.Struct columns, DataFileOptions options) {
        return new MessageType("spark_schema", fields(columns, options));
    }

    private static List<Type> fields(ValueType.Struct struct, DataFileOptions options) {
        List<Type> types = new ArrayList<>();
        for (ValueType.Field field : struct.fields()) {
            String name = options.physicalNames() ? field.physicalName() : field.name();
            Type type = type(name, field.type(), Repetition.OPTIONAL, options);
            boolean withId = options.physicalNames() && field.fieldId() >= 0;
            types.add(withId ? type.withId(field.fieldId()) : type);
        }
        return types;
    }

    private static Type type(String name, ValueType type, Repetition repetition, DataFileOptions options) {
        if (type instanceof ValueType.Struct struct) {
            return new GroupType(repetition, name, fields(struct, options));
        }
        if (type instanceof ValueType.ArrayOf array) {
            return ConversionPatterns.listOfElements(
                    repetition, name, type("element", array.element(), Repetition.OPTIONAL, options));
        }
        if (type instanceof ValueType.MapOf map) {
            return ConversionPatterns.mapType(
                    repetition,
                    name,
                    "key_value",
                    type("key", map.key(), Repetition.REQUIRED, options),
                    type("value", map.value(), Repetition.OPTIONAL, options));
        }
        if (type instanceof ValueType.Decimal decimal) {
            return decimal(name, decimal, repetition);
        }
        if (type instanceof ValueType.Primitive primitive) {
            return primitive(name, primitive, repetition, options);
        }
        throw new IllegalArgumentException("cannot write column '" + name + "' of type " + type);
    }

    private static Type decimal(String name, ValueType.Decimal decimal, Repetition repetition) {
        LogicalTypeAnnotation annotation = LogicalTypeAnnotation.decimalType(decimal.scale(), decimal.precision());
        if (decimal.precision() <= 9) {
            return Types.primitive(PrimitiveTypeName.INT32, repetition)
                    .as(annotation)
                    .named(name);
        }
        if (decimal.precision() <= 18) {
            return Types.primitive(PrimitiveTypeName.INT64, repetition)
                    .as(annotation)
                    .named(name);
        }
        return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                .length(decimalBytes(decimal.precision()))
                .as(annotation)
                .named(name);
    }

    /** The fewest bytes that hold every number of so many digits with its sign. */
    static int decimalBytes(int precision) {
        return BigInteger.TEN.pow(precision).bitLength() / 8 + 1;
    }

    private static PrimitiveType primitive(
            String name, ValueType.Primitive type, Repetition repetition, DataFileOptions options) {
        return switch (type) {
            case BOOLEAN ->
                Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
            case BYTE ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(LogicalTypeAnnotation.intType(8))
                        .named(name);
            case SHORT ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(LogicalTypeAnnotation.intType(16))
                        .named(name);
            case INTEGER -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
            case LONG -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
            case FLOAT -> Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
            case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
            case STRING ->
                Types.primitive(PrimitiveTypeName.BINARY, repetition)
                        .as(LogicalTypeAnnotation.stringType())
                        .named(name);
            case BINARY -> Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
            case DATE ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(LogicalTypeAnnotation.dateType())
                        .named(name);
            case TIMESTAMP -> timestamp(name, true, repetition, options.timestamps());
            case TIMESTAMP_NTZ -> timestamp(name, false, repetition, options.timestamps());
        };
    }

    private static PrimitiveType timestamp(
            String name, boolean utc, Repetition repetition, DataFileOptions.Timestamps storage) {
        return switch (storage) {
            case INT96 -> Types.primitive(PrimitiveTypeName.INT96, repetition).named(name);
            case MICROS ->
                Types.primitive(PrimitiveTypeName.INT64, repetition)
                        .as(LogicalTypeAnnotation.timestampType(utc, TimeUnit.MICROS))
                        .named(name);
            case MILLIS ->
                Types.primitive(PrimitiveTypeName.INT64, repetition)
                        .as(LogicalTypeAnnotation.timestampType(utc, TimeUnit.MILLIS))
                        .named(name);
        };
    }
}
