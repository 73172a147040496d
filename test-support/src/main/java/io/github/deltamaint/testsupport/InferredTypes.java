package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/** The types of values that a Parquet schema states. What a Delta table cannot hold becomes {@link ValueType.Other}. */
final class InferredTypes {

    private InferredTypes() {}

    static ValueType.Struct of(GroupType group) {
        List<ValueType.Field> fields = new ArrayList<>();
        for (Type type : group.getFields()) {
            ValueType value = type.isRepetition(Repetition.REPEATED) ? ValueType.array(element(type)) : of(type);
            fields.add(new ValueType.Field(type.getName(), value));
        }
        return new ValueType.Struct(fields);
    }

    private static ValueType element(Type repeated) {
        return repeated.isPrimitive() ? of(repeated.asPrimitiveType()) : of(repeated.asGroupType());
    }

    private static ValueType of(Type type) {
        if (type.isPrimitive()) {
            return of(type.asPrimitiveType());
        }
        GroupType group = type.asGroupType();
        if (Repeated.isMap(group)) {
            GroupType entry = group.getType(0).asGroupType();
            return ValueType.map(of(entry.getType(0)), entry.getFieldCount() > 1 ? of(entry.getType(1)) : other(group));
        }
        if (Repeated.isList(group)) {
            Repeated list = Repeated.of(group);
            return ValueType.array(list.elementIsRepeated() ? element(list.repeated()) : of(list.element()));
        }
        return of(group);
    }

    private static ValueType of(PrimitiveType type) {
        @Nullable LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return ValueType.decimal(decimal.getPrecision(), decimal.getScale());
        }
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> ValueType.Primitive.BOOLEAN;
            case FLOAT -> ValueType.Primitive.FLOAT;
            case DOUBLE -> ValueType.Primitive.DOUBLE;
            case INT96 -> ValueType.Primitive.TIMESTAMP;
            case INT32 -> int32(type, annotation);
            case INT64 -> int64(type, annotation);
            case BINARY -> binary(type, annotation);
            case FIXED_LEN_BYTE_ARRAY -> annotation == null ? ValueType.Primitive.BINARY : other(type);
        };
    }

    private static ValueType int32(PrimitiveType type, @Nullable LogicalTypeAnnotation annotation) {
        if (annotation == null) {
            return ValueType.Primitive.INTEGER;
        }
        if (annotation instanceof DateLogicalTypeAnnotation) {
            return ValueType.Primitive.DATE;
        }
        if (annotation instanceof IntLogicalTypeAnnotation integer && integer.isSigned()) {
            return switch (integer.getBitWidth()) {
                case 8 -> ValueType.Primitive.BYTE;
                case 16 -> ValueType.Primitive.SHORT;
                default -> ValueType.Primitive.INTEGER;
            };
        }
        return other(type);
    }

    private static ValueType int64(PrimitiveType type, @Nullable LogicalTypeAnnotation annotation) {
        if (annotation == null || annotation instanceof IntLogicalTypeAnnotation integer && integer.isSigned()) {
            return ValueType.Primitive.LONG;
        }
        if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
            return timestamp.isAdjustedToUTC() ? ValueType.Primitive.TIMESTAMP : ValueType.Primitive.TIMESTAMP_NTZ;
        }
        return other(type);
    }

    private static ValueType binary(PrimitiveType type, @Nullable LogicalTypeAnnotation annotation) {
        if (annotation == null) {
            return ValueType.Primitive.BINARY;
        }
        boolean text = annotation instanceof StringLogicalTypeAnnotation
                || annotation instanceof EnumLogicalTypeAnnotation
                || annotation instanceof JsonLogicalTypeAnnotation;
        return text ? ValueType.Primitive.STRING : other(type);
    }

    private static ValueType other(Type type) {
        return new ValueType.Other(JsonNodeFactory.instance.textNode(type.toString()));
    }
}
