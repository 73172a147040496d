package io.github.deltamaint.parquet;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * A schema as records see it: structs, lists, maps and leaves, whatever groups Parquet needs to spell them.
 *
 * <p>Lists follow the backward-compatibility rules of LogicalTypes.md; a repeated field that is neither in a list nor in a map is a
 * list of required elements that is never null. A group that claims to be a list or a map but is not shaped like one is a
 * struct.
 */
abstract sealed class SchemaNode {
    /** The type that has the field's name: of an element of a two-level list, the repeated field. */
    final Type type;
    /** The definition level from which on the node is not null. */
    final int presentLevel;
    /** The repetition level of the innermost list or map around the node. */
    final int repetition;
    /** The leaves below are numbers {@code [firstLeaf, endLeaf)}. */
    final int firstLeaf;

    final int endLeaf;
    /** How many names the path to {@link #type} has. */
    final int depth;

    private SchemaNode(Type type, Position position, int endLeaf) {
        this.type = type;
        this.presentLevel = position.definition;
        this.repetition = position.repetition;
        this.firstLeaf = position.leaf;
        this.endLeaf = endLeaf;
        this.depth = position.depth;
    }

    /** What to call the node in messages. */
    abstract String kind();

    static Struct of(MessageType schema) {
        return struct(schema, new Position(0, 0, 0, 0));
    }

    private static SchemaNode field(Type type, Position at) {
        if (type.isRepetition(Repetition.REPEATED)) {
            return new Sequence(type, at, content(type, at.entry()));
        }
        return content(type, type.isRepetition(Repetition.OPTIONAL) ? at.deeper() : at);
    }

    /** The node of a type, with its own repetition accounted for. */
    private static SchemaNode content(Type type, Position at) {
        if (type.isPrimitive()) {
            return new Leaf(type.asPrimitiveType(), at);
        }
        GroupType group = type.asGroupType();
        LogicalTypeAnnotation annotation = group.getLogicalTypeAnnotation();
        if (group.getFieldCount() == 1 && group.getType(0).isRepetition(Repetition.REPEATED)) {
            Type repeated = group.getType(0);
            if (annotation instanceof ListLogicalTypeAnnotation) {
                boolean element = isElement(repeated, group.getName());
                Type elementType = element ? repeated : repeated.asGroupType().getType(0);
                Position entry = at.entry().below();
                return new Sequence(
                        group, at, element ? content(elementType, entry) : field(elementType, entry.below()));
            }
            if ((annotation instanceof MapLogicalTypeAnnotation || annotation instanceof MapKeyValueTypeAnnotation)
                    && !repeated.isPrimitive()
                    && repeated.asGroupType().getFieldCount() <= 2) {
                return map(group, repeated.asGroupType(), at);
            }
        }
        return struct(group, at);
    }

    /** Whether the repeated field of a list is the element itself, and not a group around it. */
    private static boolean isElement(Type repeated, String listName) {
        if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 1) {
            return true;
        }
        return repeated.asGroupType().getType(0).isRepetition(Repetition.REPEATED)
                || repeated.getName().equals("array")
                || repeated.getName().equals(listName + "_tuple");
    }

    private static Dictionary map(GroupType map, GroupType entries, Position at) {
        Position entry = at.entry().below().below();
        SchemaNode key = field(entries.getType(0), entry);
        SchemaNode value = entries.getFieldCount() == 1 ? null : field(entries.getType(1), entry.from(key.endLeaf));
        return new Dictionary(map, at, key, value);
    }

    private static Struct struct(GroupType group, Position at) {
        List<SchemaNode> fields = new ArrayList<>(group.getFieldCount());
        int leaf = at.leaf;
        for (Type type : group.getFields()) {
            SchemaNode field = field(type, at.below().from(leaf));
            fields.add(field);
            leaf = field.endLeaf;
        }
        return new Struct(group, at, fields, leaf);
    }

    private record Position(int definition, int repetition, int leaf, int depth) {
        Position deeper() {
            return new Position(definition + 1, repetition, leaf, depth);
        }

        Position entry() {
            return new Position(definition + 1, repetition + 1, leaf, depth);
        }

        Position below() {
            return new Position(definition, repetition, leaf, depth + 1);
        }

        Position from(int newLeaf) {
            return new Position(definition, repetition, newLeaf, depth);
        }
    }

    /** A column. */
    static final class Leaf extends SchemaNode {
        private Leaf(PrimitiveType type, Position at) {
            super(type, at, at.leaf + 1);
        }

        PrimitiveType primitive() {
            return type.asPrimitiveType();
        }

        @Override
        String kind() {
            return primitive().getPrimitiveTypeName().toString();
        }
    }

    /** Named fields, each present, null or, for lists that are never null, empty. */
    static final class Struct extends SchemaNode {
        final List<SchemaNode> fields;

        private Struct(GroupType type, Position at, List<SchemaNode> fields, int endLeaf) {
            super(type, at, endLeaf);
            this.fields = List.copyOf(fields);
        }

        @Override
        String kind() {
            return "struct";
        }
    }

    /** Something repeated: its entries exist from {@link #entryLevel} on and repeat at {@link #entryRepetition}. */
    abstract static sealed class Repeated extends SchemaNode {
        final int entryLevel;
        final int entryRepetition;

        private Repeated(Type type, Position at, int endLeaf) {
            super(type, at, endLeaf);
            this.entryLevel = at.definition + 1;
            this.entryRepetition = at.repetition + 1;
        }
    }

    /** A list. */
    static final class Sequence extends Repeated {
        final SchemaNode element;

        private Sequence(Type type, Position at, SchemaNode element) {
            super(type, at, element.endLeaf);
            this.element = element;
        }

        @Override
        String kind() {
            return "list";
        }
    }

    /** A map; a set if it has no values. */
    static final class Dictionary extends Repeated {
        final SchemaNode key;
        final @Nullable SchemaNode value;

        private Dictionary(GroupType type, Position at, SchemaNode key, @Nullable SchemaNode value) {
            super(type, at, value == null ? key.endLeaf : value.endLeaf);
            this.key = key;
            this.value = value;
        }

        @Override
        String kind() {
            return "map";
        }
    }
}
