package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.SchemaNode.Dictionary;
import io.github.deltamaint.parquet.SchemaNode.Leaf;
import io.github.deltamaint.parquet.SchemaNode.Repeated;
import io.github.deltamaint.parquet.SchemaNode.Sequence;
import io.github.deltamaint.parquet.SchemaNode.Struct;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * Puts the records of batches together as plain Java values, one at a time. Meant for showing rows and for tests, not for speed.
 * Used by one thread.
 *
 * <table>
 * <caption>Values</caption>
 * <tr><th>Parquet</th><th>Java</th></tr>
 * <tr><td>struct, record</td><td>{@code Object[]}, one per field</td></tr>
 * <tr><td>list in any spelling</td><td>{@code List<Object>}</td></tr>
 * <tr><td>map</td><td>{@code List<Map.Entry<Object, Object>>} in file order, duplicates kept</td></tr>
 * <tr><td>BOOLEAN, INT32, INT64, FLOAT, DOUBLE</td><td>Boolean, Integer, Long, Float, Double</td></tr>
 * <tr><td>DECIMAL</td><td>BigDecimal of the scale of the column</td></tr>
 * <tr><td>STRING, ENUM, JSON</td><td>String</td></tr>
 * <tr><td>BINARY, FIXED_LEN_BYTE_ARRAY, INT96</td><td>{@code byte[]}</td></tr>
 * </table>
 */
public final class RecordAssembler {
    private final Struct root;
    private final int leafCount;
    private final int[] entries;
    private List<ColumnBatch> columns = List.of();
    private int recordsLeft;

    /** Assembles records of {@code schema}. */
    public RecordAssembler(MessageType schema) {
        root = SchemaNode.of(schema);
        leafCount = root.endLeaf;
        entries = new int[leafCount];
    }

    /**
     * Takes a batch.
     *
     * @param batch one column per leaf of the schema, in its order; it must stay as it is while its records are taken
     * @throws IllegalArgumentException if the columns are not those of the schema
     */
    public void batch(List<ColumnBatch> batch) {
        if (batch.size() != leafCount) {
            throw new IllegalArgumentException(
                    batch.size() + " columns for the " + leafCount + " leaves of the schema");
        }
        columns = batch;
        recordsLeft = batch.isEmpty() ? 0 : batch.get(0).records();
        Arrays.fill(entries, 0);
    }

    /** The next record of the batch, or null after the last one. */
    public @Nullable Object @Nullable [] next() {
        if (recordsLeft == 0) {
            return null;
        }
        recordsLeft--;
        return fields(root);
    }

    private @Nullable Object value(SchemaNode node) {
        if (definition(node) < node.presentLevel) {
            pass(node);
            return null;
        }
        if (node instanceof Leaf leaf) {
            ColumnBatch column = columns.get(leaf.firstLeaf);
            return convert(leaf.primitive(), column, column.value(entries[leaf.firstLeaf]++));
        }
        return node instanceof Struct struct ? fields(struct) : repeated((Repeated) node);
    }

    private @Nullable Object[] fields(Struct struct) {
        @Nullable Object[] result = new @Nullable Object[struct.fields.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = value(struct.fields.get(i));
        }
        return result;
    }

    private List<@Nullable Object> repeated(Repeated node) {
        List<@Nullable Object> result = new ArrayList<>();
        if (definition(node) < node.entryLevel) {
            pass(node);
            return result;
        }
        do {
            if (node instanceof Sequence list) {
                result.add(value(list.element));
            } else {
                Dictionary map = (Dictionary) node;
                result.add(new SimpleEntry<>(value(map.key), map.value == null ? null : value(map.value)));
            }
        } while (repeats(node));
        return result;
    }

    /** Whether the next entry of the leaves below is another entry of this list or map. */
    private boolean repeats(Repeated node) {
        ColumnBatch column = columns.get(node.firstLeaf);
        int entry = entries[node.firstLeaf];
        return entry < column.entries() && column.repetitionLevel(entry) == node.entryRepetition;
    }

    private int definition(SchemaNode node) {
        return columns.get(node.firstLeaf).definitionLevel(entries[node.firstLeaf]);
    }

    private void pass(SchemaNode node) {
        for (int leaf = node.firstLeaf; leaf < node.endLeaf; leaf++) {
            entries[leaf]++;
        }
    }

    private static Object convert(PrimitiveType type, ColumnBatch column, int value) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return new BigDecimal(unscaled(column, value), decimal.getScale());
        }
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> column.booleanAt(value);
            case INT32 -> column.intAt(value);
            case INT64 -> column.longAt(value);
            case FLOAT -> Float.intBitsToFloat(column.intAt(value));
            case DOUBLE -> Double.longBitsToDouble(column.longAt(value));
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 ->
                isText(annotation) ? column.stringAt(value) : column.bytesAt(value);
        };
    }

    private static BigInteger unscaled(ColumnBatch column, int value) {
        return switch (column.kind()) {
            case INT -> BigInteger.valueOf(column.intAt(value));
            case LONG -> BigInteger.valueOf(column.longAt(value));
            case BYTES -> new BigInteger(column.bytesAt(value));
        };
    }

    private static boolean isText(@Nullable LogicalTypeAnnotation annotation) {
        return annotation instanceof StringLogicalTypeAnnotation
                || annotation instanceof EnumLogicalTypeAnnotation
                || annotation instanceof JsonLogicalTypeAnnotation;
    }
}
