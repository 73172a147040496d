package io.github.deltamaint.testsupport;

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

/**
 * The types of values that a Parquet schema states. What Delta has no type for is read by its bytes: times and intervals as
 * numbers and binary, unsigned numbers as the next wider signed ones.
 */
final class InferredTypes {

    private InferredTypes() {}

    static ValueType.Struct of(GroupType group) {
        List<ValueType.Field> fields = new ArrayList<>();
        for (Type type : group.getFields()) {
            ValueType value = type.isRepetition(Repetition.REPEATED) ? ValueType.array(of(type)) : of(type);
            fields.add(new ValueType.Field(type.getName(), value));
        }
        return new ValueType.Struct(fields);
    }

    private static ValueType of(Type type) {
        if (type.isPrimitive()) {
            return of(type.asPrimitiveType());
        }
        GroupType group = type.asGroupType();
        if (Repeated.isMap(group)) {
            GroupType entry = group.getType(0).asGroupType();
            return ValueType.map(
                    of(entry.getType(0)),
                    entry.getFieldCount() > 1 ? of(entry.getType(1)) : ValueType.Primitive.BOOLEAN);
        }
        if (Repeated.isList(group)) {
            Repeated list = Repeated.of(group);
            return ValueType.array(of(list.elementIsRepeated() ? list.repeated() : list.element()));
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
            case INT32 -> int32(annotation);
            case INT64 -> int64(annotation);
            case BINARY -> isText(annotation) ? ValueType.Primitive.STRING : ValueType.Primitive.BINARY;
            case FIXED_LEN_BYTE_ARRAY -> ValueType.Primitive.BINARY;
        };
    }

    private static ValueType int32(@Nullable LogicalTypeAnnotation annotation) {
        if (annotation instanceof DateLogicalTypeAnnotation) {
            return ValueType.Primitive.DATE;
        }
        if (annotation instanceof IntLogicalTypeAnnotation integer) {
            return switch (integer.getBitWidth()) {
                case 8 -> integer.isSigned() ? ValueType.Primitive.BYTE : ValueType.Primitive.SHORT;
                case 16 -> integer.isSigned() ? ValueType.Primitive.SHORT : ValueType.Primitive.INTEGER;
                default -> integer.isSigned() ? ValueType.Primitive.INTEGER : ValueType.Primitive.LONG;
            };
        }
        return ValueType.Primitive.INTEGER;
    }

    private static ValueType int64(@Nullable LogicalTypeAnnotation annotation) {
        if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
            return timestamp.isAdjustedToUTC() ? ValueType.Primitive.TIMESTAMP : ValueType.Primitive.TIMESTAMP_NTZ;
        }
        return ValueType.Primitive.LONG;
    }

    private static boolean isText(@Nullable LogicalTypeAnnotation annotation) {
        return annotation instanceof StringLogicalTypeAnnotation
                || annotation instanceof EnumLogicalTypeAnnotation
                || annotation instanceof JsonLogicalTypeAnnotation;
    }
}
