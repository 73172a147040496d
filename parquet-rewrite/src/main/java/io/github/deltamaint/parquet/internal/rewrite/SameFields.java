package io.github.deltamaint.parquet.internal.rewrite;

import java.util.List;
import java.util.Objects;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Compares schemas in all that matters to pages; which of two orders floating point bounds have does not. */
final class SameFields {
    private SameFields() {}

    static boolean of(List<Type> some, List<Type> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!areSame(some.get(i), others.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean areSame(Type type, Type other) {
        boolean same = type.isPrimitive() == other.isPrimitive()
                && type.getName().equals(other.getName())
                && type.isRepetition(other.getRepetition())
                && Objects.equals(type.getId(), other.getId())
                && Objects.equals(type.getLogicalTypeAnnotation(), other.getLogicalTypeAnnotation());
        if (!same || !type.isPrimitive()) {
            return same
                    && of(type.asGroupType().getFields(), other.asGroupType().getFields());
        }
        PrimitiveType primitive = type.asPrimitiveType();
        return primitive.getPrimitiveTypeName() == other.asPrimitiveType().getPrimitiveTypeName()
                && primitive.getTypeLength() == other.asPrimitiveType().getTypeLength();
    }
}
