package io.github.deltamaint.internal.append;

import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.parquet.ColumnAppender;
import io.github.deltamaint.parquet.ParquetFileAppender;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Takes rows in the form of {@link RowValues} apart into the entries of the leaf columns, with definition and repetition levels as the Dremel paper and
 * Parquet's nested encoding define them.
 */
final class RowShredder {
    private final List<ColumnAppender> columns = new ArrayList<>();
    private final List<Node> topLevel = new ArrayList<>();
    private final List<ColumnAppender> alwaysNull = new ArrayList<>();

    /** For the columns of one file. */
    RowShredder(StructType schema, DataFileSchema fileSchema, ParquetFileAppender file) {
        for (DataFileSchema.Leaf leaf : fileSchema.leaves()) {
            ColumnAppender column = file.column(leaf.index());
            columns.add(column);
            if (leaf.role() == DataFileSchema.Role.ROW_ID || leaf.role() == DataFileSchema.Role.ROW_COMMIT_VERSION) {
                alwaysNull.add(column);
            }
        }
        for (StructField field : schema.fields()) {
            List<DataFileSchema.Leaf> leaves = fileSchema.leavesOf(ColumnPath.of(field.name()));
            topLevel.add(
                    leaves.isEmpty()
                            ? new Absent()
                            : node(field.type(), leaves.get(0).index(), true, 0));
        }
    }

    /** Adds a row. */
    void add(@Nullable Object[] row) {
        for (int i = 0; i < row.length; i++) {
            topLevel.get(i).add(row[i], 0, 0);
        }
        alwaysNull.forEach(ColumnAppender::appendNull);
    }

    /** A column or a part of one: its leaves stand together. */
    private abstract static class Node {
        int leaves;

        /**
         * Adds a value.
         *
         * @param repetition the level at which it repeats; 0 for the first of its row
         * @param definition how much of what is around it is there
         */
        abstract void add(@Nullable Object value, int repetition, int definition);
    }

    /** A column that data files do not have: a partition column, or one of type void. */
    private static final class Absent extends Node {
        @Override
        void add(@Nullable Object value, int repetition, int definition) {}
    }

    /** One that may be null; all its leaves then have a null. */
    private abstract class Present extends Node {
        final int firstLeaf;
        final int ownLevels;

        Present(int firstLeaf, boolean optional) {
            this.firstLeaf = firstLeaf;
            this.ownLevels = optional ? 1 : 0;
        }

        @Override
        final void add(@Nullable Object value, int repetition, int definition) {
            if (value == null) {
                addNulls(repetition, definition);
            } else {
                addPresent(value, repetition, definition + ownLevels);
            }
        }

        final void addNulls(int repetition, int definition) {
            for (int leaf = firstLeaf; leaf < firstLeaf + leaves; leaf++) {
                at(leaf, repetition).appendNull(definition);
            }
        }

        abstract void addPresent(Object value, int repetition, int definition);
    }

    private ColumnAppender at(int leaf, int repetition) {
        ColumnAppender column = columns.get(leaf);
        return repetition == 0 ? column : column.repeat(repetition);
    }

    private Node node(DataType type, int firstLeaf, boolean optional, int repeatedAround) {
        if (type instanceof StructType struct) {
            return new Struct(struct, firstLeaf, optional, repeatedAround);
        }
        if (type instanceof ArrayType array) {
            return new Repeated(
                    List.of(node(array.elementType(), firstLeaf, true, repeatedAround + 1)),
                    firstLeaf,
                    optional,
                    repeatedAround + 1);
        }
        if (type instanceof MapType map) {
            Node key = node(map.keyType(), firstLeaf, false, repeatedAround + 1);
            Node value = node(map.valueType(), firstLeaf + key.leaves, true, repeatedAround + 1);
            return new Repeated(List.of(key, value), firstLeaf, optional, repeatedAround + 1);
        }
        if (type instanceof io.github.deltamaint.log.schema.PrimitiveType) {
            return new Leaf(firstLeaf, optional);
        }
        return new Absent();
    }

    private final class Struct extends Present {
        private final List<Node> fields = new ArrayList<>();

        Struct(StructType type, int firstLeaf, boolean optional, int repeatedAround) {
            super(firstLeaf, optional);
            for (StructField field : type.fields()) {
                Node node = node(field.type(), firstLeaf + leaves, true, repeatedAround);
                fields.add(node);
                leaves += node.leaves;
            }
        }

        @Override
        void addPresent(Object value, int repetition, int definition) {
            @Nullable Object[] values = (@Nullable Object[]) value;
            for (int i = 0; i < values.length; i++) {
                fields.get(i).add(values[i], repetition, definition);
            }
        }
    }

    /** A list, or a map as a list of entries. */
    private final class Repeated extends Present {
        private final List<Node> parts;
        private final int ownRepetition;

        Repeated(List<Node> parts, int firstLeaf, boolean optional, int ownRepetition) {
            super(firstLeaf, optional);
            this.parts = parts;
            this.ownRepetition = ownRepetition;
            this.leaves = parts.stream().mapToInt(part -> part.leaves).sum();
        }

        @Override
        void addPresent(Object value, int repetition, int definition) {
            List<?> elements = (List<?>) value;
            if (elements.isEmpty()) {
                addNulls(repetition, definition);
                return;
            }
            int level = repetition;
            for (Object element : elements) {
                if (element instanceof Map.Entry<?, ?> entry) {
                    parts.get(0).add(entry.getKey(), level, definition + 1);
                    parts.get(1).add(entry.getValue(), level, definition + 1);
                } else {
                    parts.get(0).add(element, level, definition + 1);
                }
                level = ownRepetition;
            }
        }
    }

    private final class Leaf extends Present {
        Leaf(int leaf, boolean optional) {
            super(leaf, optional);
            leaves = 1;
        }

        @Override
        void addPresent(Object value, int repetition, int definition) {
            append(at(firstLeaf, repetition), value);
        }
    }

    private static void append(ColumnAppender column, Object value) {
        if (value instanceof Long whole) {
            appendWhole(column, whole);
        } else if (value instanceof byte[] bytes) {
            column.appendBytes(bytes);
        } else if (value instanceof BigDecimal decimal) {
            appendUnscaled(column, decimal.unscaledValue());
        } else if (value instanceof Boolean flag) {
            column.appendBoolean(flag);
        } else if (value instanceof Double number) {
            column.appendDouble(number);
        } else if (value instanceof Float number) {
            column.appendFloat(number);
        } else {
            throw new IllegalStateException("no form of a value: " + value.getClass());
        }
    }

    private static void appendWhole(ColumnAppender column, long value) {
        if (column.column().getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT32) {
            column.appendInt(Math.toIntExact(value));
        } else {
            column.appendLong(value);
        }
    }

    private static void appendUnscaled(ColumnAppender column, BigInteger unscaled) {
        if (column.column().getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
            column.appendBytes(
                    twosComplement(unscaled, column.column().getPrimitiveType().getTypeLength()));
        } else {
            appendWhole(column, unscaled.longValueExact());
        }
    }

    private static byte[] twosComplement(BigInteger number, int length) {
        byte[] shortest = number.toByteArray();
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, 0, length - shortest.length, (byte) (number.signum() < 0 ? -1 : 0));
        System.arraycopy(shortest, 0, bytes, length - shortest.length, shortest.length);
        return bytes;
    }
}
