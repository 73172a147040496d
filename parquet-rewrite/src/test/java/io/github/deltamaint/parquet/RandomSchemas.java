package io.github.deltamaint.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Schemas of every type and of some depth. */
public final class RandomSchemas {
    private RandomSchemas() {}

    public static MessageType schema(Random random, int depth) {
        return new MessageType("spark_schema", fields(random, depth));
    }

    private static List<Type> fields(Random random, int depth) {
        List<Type> fields = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            fields.add(field(random, "f" + i, depth));
        }
        return fields;
    }

    private static Type field(Random random, String name, int depth) {
        Repetition repetition = random.nextInt(3) == 0 ? Repetition.REQUIRED : Repetition.OPTIONAL;
        int shape = depth == 0 ? 0 : random.nextInt(8);
        return switch (shape) {
            case 0, 1, 2, 3 -> primitive(random, repetition, name);
            case 4 -> new GroupType(repetition, name, fields(random, depth - 1));
            case 5 ->
                Types.list(repetition)
                        .element(field(random, "element", depth - 1))
                        .named(name);
            case 6 ->
                Types.map(repetition)
                        .key(primitive(random, Repetition.REQUIRED, "key"))
                        .value(field(random, "value", depth - 1))
                        .named(name);
            default -> primitive(random, Repetition.REPEATED, name);
        };
    }

    private static Type primitive(Random random, Repetition repetition, String name) {
        return switch (random.nextInt(16)) {
            case 0 -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
            case 1 -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
            case 2 -> annotated(PrimitiveTypeName.INT32, 0, LogicalTypeAnnotation.dateType(), repetition, name);
            case 3 -> annotated(PrimitiveTypeName.INT32, 0, LogicalTypeAnnotation.intType(32, false), repetition, name);
            case 4 -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
            case 5 -> annotated(PrimitiveTypeName.INT64, 0, LogicalTypeAnnotation.decimalType(2, 18), repetition, name);
            case 6 -> annotated(PrimitiveTypeName.INT64, 0, LogicalTypeAnnotation.intType(64, false), repetition, name);
            case 7 -> Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
            case 8 -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
            case 9, 10 -> annotated(PrimitiveTypeName.BINARY, 0, LogicalTypeAnnotation.stringType(), repetition, name);
            case 11 -> Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
            case 12 ->
                annotated(
                        PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                        16,
                        LogicalTypeAnnotation.decimalType(4, 38),
                        repetition,
                        name);
            case 13 ->
                annotated(
                        PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                        2,
                        LogicalTypeAnnotation.float16Type(),
                        repetition,
                        name);
            case 14 -> Types.primitive(PrimitiveTypeName.INT96, repetition).named(name);
            default ->
                annotated(PrimitiveTypeName.BINARY, 0, LogicalTypeAnnotation.decimalType(3, 25), repetition, name);
        };
    }

    private static Type annotated(
            PrimitiveTypeName type, int length, LogicalTypeAnnotation annotation, Repetition repetition, String name) {
        return Types.primitive(type, repetition).length(length).as(annotation).named(name);
    }
}
