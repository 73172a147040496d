package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * A leaf column of the schema that is written, with what the writer asks of it often.
 *
 * @param index its position among the leaves
 * @param path the names from the root to it
 * @param type its type
 * @param kind the array in which its values are held
 * @param order the order of its values
 * @param maxDefinitionLevel the level of a value that is present
 * @param maxRepetitionLevel 0 unless it lies in something repeated
 * @param container the list or map of whose nulls this leaf keeps count: the outermost one around it, if it is the first leaf
 *     in there
 */
public record Leaf(
        int index,
        List<String> path,
        PrimitiveType type,
        ValueKind kind,
        ValueOrder order,
        int maxDefinitionLevel,
        int maxRepetitionLevel,
        List<Container> container) {

    /**
     * A list or map that lies in no other.
     *
     * @param path the names from the root to the group
     * @param definitionLevel the level from which on the list or map is not null
     */
    public record Container(List<String> path, int definitionLevel) {}

    /** The leaves of a schema, in its order. */
    public static List<Leaf> of(MessageType schema) {
        List<Leaf> leaves = new ArrayList<>();
        List<List<String>> counted = new ArrayList<>();
        for (ColumnDescriptor column : schema.getColumns()) {
            PrimitiveType type = column.getPrimitiveType();
            List<Container> container = container(schema, column.getPath(), counted);
            leaves.add(new Leaf(
                    leaves.size(),
                    List.of(column.getPath()),
                    type,
                    ValueKind.of(type.getPrimitiveTypeName()),
                    ValueOrder.of(type),
                    column.getMaxDefinitionLevel(),
                    column.getMaxRepetitionLevel(),
                    container));
        }
        return leaves;
    }

    private static List<Container> container(MessageType schema, String[] path, List<List<String>> counted) {
        GroupType parent = schema;
        List<String> names = new ArrayList<>();
        int definitionLevel = 0;
        for (String name : path) {
            Type type = parent.getType(name);
            if (type.isPrimitive() || type.isRepetition(Type.Repetition.REPEATED)) {
                return List.of();
            }
            names.add(name);
            definitionLevel += type.isRepetition(Type.Repetition.OPTIONAL) ? 1 : 0;
            if (isListOrMap(type)) {
                if (counted.contains(names)) {
                    return List.of();
                }
                counted.add(List.copyOf(names));
                return List.of(new Container(List.copyOf(names), definitionLevel));
            }
            parent = type.asGroupType();
        }
        return List.of();
    }

    private static boolean isListOrMap(Type type) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        return annotation instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
    }

    /** The path joined by dots, for messages. */
    public String name() {
        return String.join(".", path);
    }

    /** Whether every record has exactly one entry. */
    public boolean isFlat() {
        return maxRepetitionLevel == 0;
    }

    /** Whether values are stored as their bytes alone, all of one length. */
    boolean isFixedLengthBytes() {
        return kind == ValueKind.BYTES && type.getPrimitiveTypeName() != PrimitiveTypeName.BINARY;
    }

    /** The length of a value of fixed length. */
    int fixedLength() {
        return type.getPrimitiveTypeName() == PrimitiveTypeName.INT96 ? 12 : type.getTypeLength();
    }

    boolean isBoolean() {
        return type.getPrimitiveTypeName() == PrimitiveTypeName.BOOLEAN;
    }

    boolean isFloatingPoint() {
        return order == ValueOrder.FLOATING_POINT;
    }

    /** The bits of one value in the PLAIN encoding; of BINARY without its content. */
    int plainBits() {
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> 1;
            case INT32, FLOAT, BINARY -> 32;
            case INT64, DOUBLE -> 64;
            case INT96, FIXED_LEN_BYTE_ARRAY -> 8 * fixedLength();
        };
    }

    @Override
    public String toString() {
        return name();
    }
}
