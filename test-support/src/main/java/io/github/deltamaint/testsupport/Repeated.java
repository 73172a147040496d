package io.github.deltamaint.testsupport;

import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Where the elements of a list are: in a field of the repeated group, or, in files of old writers, the repeated field itself
 * (the backward-compatibility rules of parquet-format, LogicalTypes.md, "Lists").
 *
 * @param repeated the repeated field
 * @param elementIsRepeated whether it is the element itself
 */
public record Repeated(Type repeated, boolean elementIsRepeated) {

    static boolean isList(GroupType group) {
        return group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation && hasOneRepeatedField(group);
    }

    static boolean isMap(GroupType group) {
        return (group.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation
                        || group.getLogicalTypeAnnotation() instanceof MapKeyValueTypeAnnotation)
                && hasOneRepeatedField(group);
    }

    private static boolean hasOneRepeatedField(GroupType group) {
        return group.getFieldCount() == 1 && group.getType(0).isRepetition(Repetition.REPEATED);
    }

    /** The layout of a group that is annotated as a list. */
    public static Repeated of(GroupType list) {
        Type repeated = list.getType(0);
        boolean itself = repeated.isPrimitive()
                || repeated.asGroupType().getFieldCount() != 1
                || repeated.asGroupType().getType(0).isRepetition(Repetition.REPEATED)
                || repeated.getName().equals("array")
                || repeated.getName().equals(list.getName() + "_tuple");
        return new Repeated(repeated, itself);
    }

    /** The element's field in the repeated group. */
    public Type element() {
        return repeated.asGroupType().getType(0);
    }
}
