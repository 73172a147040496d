package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ColumnFill;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.util.List;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Checks what inputs fill in against the schema, and turns constants into values. */
final class ColumnFills {
    private ColumnFills() {}

    /**
     * Checks the fills of an input.
     *
     * @throws IllegalArgumentException if a fill names no top-level leaf, or a value does not fit its column
     */
    static void check(RewriteInput input, List<Leaf> leaves) {
        input.fills().forEach((column, fill) -> check(input, column, fill, leaves));
    }

    private static void check(RewriteInput input, String column, ColumnFill fill, List<Leaf> leaves) {
        Leaf leaf = leaves.stream()
                .filter(candidate -> candidate.path().equals(List.of(column)) && candidate.maxRepetitionLevel() == 0)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(input.name() + ": column " + column
                        + " cannot be filled, it is no field at the top of the schema or holds other fields or lists"));
        boolean fits = fill instanceof ColumnFill.Constant constant
                ? constant.value() == null ? leaf.maxDefinitionLevel() > 0 : fits(leaf, constant.value())
                : leaf.type().getPrimitiveTypeName() == PrimitiveTypeName.INT64;
        if (!fits) {
            throw new IllegalArgumentException(
                    input.name() + ": column " + column + " of type " + leaf.type() + " cannot be filled with " + fill);
        }
    }

    private static boolean fits(Leaf leaf, Object value) {
        return switch (leaf.type().getPrimitiveTypeName()) {
            case BOOLEAN -> value instanceof Boolean;
            case INT32 -> value instanceof Integer;
            case INT64 -> value instanceof Long;
            case FLOAT -> value instanceof Float;
            case DOUBLE -> value instanceof Double;
            case BINARY -> value instanceof byte[];
            case FIXED_LEN_BYTE_ARRAY ->
                value instanceof byte[] bytes && bytes.length == leaf.type().getTypeLength();
            case INT96 -> value instanceof byte[] bytes && bytes.length == 12;
        };
    }

    /** A vector that holds a constant {@code count} times. */
    static ValueVector repeated(Leaf leaf, Object value, int count) {
        ValueVector vector = new ValueVector(leaf.kind());
        for (int i = 0; i < count; i++) {
            add(vector, value);
        }
        return vector;
    }

    private static void add(ValueVector vector, Object value) {
        if (value instanceof Integer number) {
            vector.add(number);
        } else if (value instanceof Long number) {
            vector.add(number);
        } else if (value instanceof Float number) {
            vector.add(Float.floatToRawIntBits(number));
        } else if (value instanceof Double number) {
            vector.add(Double.doubleToRawLongBits(number));
        } else if (value instanceof Boolean bit) {
            vector.add(bit ? 1 : 0);
        } else {
            byte[] bytes = (byte[]) value;
            vector.add(bytes, 0, bytes.length);
        }
    }
}
