package io.github.deltamaint.log.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a column's type after data was written (PROTOCOL.md, "Type Widening").
 *
 * <p>The schema remembers each change in the field's metadata, so that a reader can tell whether it is able to read old
 * files as the new type. One that it does not know makes the table unreadable for it.
 */
public final class TypeWidening {
    private static final String TYPE_CHANGES = "delta.typeChanges";
    private static final int DECIMAL_DIGITS_OF_BYTE = 3;
    private static final int DECIMAL_DIGITS_OF_SHORT = 5;
    private static final int DECIMAL_DIGITS_OF_INTEGER = 10;
    private static final int DECIMAL_DIGITS_OF_LONG = 19;

    private TypeWidening() {}

    /**
     * One recorded change.
     *
     * @param column the field whose metadata record it
     * @param fieldPath for a change inside a list or map: the way there, such as {@code element} or {@code value.key}
     * @param fromType the type before, as the schema spells it
     * @param toType the type after, as the schema spells it
     */
    public record Change(ColumnPath column, Optional<String> fieldPath, DataType fromType, DataType toType) {

        /** Whether values of the old type can be read as the new one, each without loss. */
        public boolean isSupported() {
            return canWiden(fromType, toType);
        }

        @Override
        public String toString() {
            return column + fieldPath.map(path -> "." + path).orElse("") + " from " + fromType + " to " + toType;
        }
    }

    /**
     * All changes that a schema records, in its order.
     *
     * @throws IllegalArgumentException if a record is malformed
     */
    public static List<Change> changes(StructType schema) {
        List<Change> changes = new ArrayList<>();
        collect(schema, null, changes);
        return changes;
    }

    /**
     * Whether every value of one type can be read as the other without loss, among the changes that the protocol lists.
     *
     * <p>Those are byte → short → integer → long, float → double, byte, short and integer → double, date → timestamp_ntz,
     * decimals that grow on neither side of the point to the other's cost, and whole numbers to decimals that hold all their
     * digits.
     */
    public static boolean canWiden(DataType fromType, DataType toType) {
        if (!(fromType instanceof PrimitiveType from) || !(toType instanceof PrimitiveType to)) {
            return false;
        }
        return switch (to.kind()) {
            case SHORT, INTEGER, LONG -> from.isIntegral() && from.kind().compareTo(to.kind()) < 0;
            case DOUBLE ->
                from.kind() == PrimitiveType.Kind.FLOAT
                        || (from.isIntegral() && from.kind() != PrimitiveType.Kind.LONG);
            case TIMESTAMP_NTZ -> from.kind() == PrimitiveType.Kind.DATE;
            case DECIMAL ->
                !from.equals(to) && integerDigits(from) <= to.precision() - to.scale() && from.scale() <= to.scale();
            default -> false;
        };
    }

    private static int integerDigits(PrimitiveType type) {
        return switch (type.kind()) {
            case BYTE -> DECIMAL_DIGITS_OF_BYTE;
            case SHORT -> DECIMAL_DIGITS_OF_SHORT;
            case INTEGER -> DECIMAL_DIGITS_OF_INTEGER;
            case LONG -> DECIMAL_DIGITS_OF_LONG;
            case DECIMAL -> type.precision() - type.scale();
            default -> Integer.MAX_VALUE;
        };
    }

    private static void collect(DataType type, @Nullable ColumnPath path, List<Change> changes) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                ColumnPath here = path == null ? ColumnPath.of(field.name()) : path.child(field.name());
                field.metadata().json(TYPE_CHANGES).ifPresent(json -> parse(json, here, changes));
                collect(field.type(), here, changes);
            }
        } else if (type instanceof ArrayType array && path != null) {
            collect(array.elementType(), path.child("element"), changes);
        } else if (type instanceof MapType map && path != null) {
            collect(map.keyType(), path.child("key"), changes);
            collect(map.valueType(), path.child("value"), changes);
        }
    }

    private static void parse(String json, ColumnPath column, List<Change> changes) {
        JsonNode records = SchemaJson.tree(json);
        if (!records.isArray()) {
            throw new IllegalArgumentException(TYPE_CHANGES + " of column " + column + " is no list: " + json);
        }
        for (JsonNode record : records) {
            JsonNode from = record.path("fromType");
            JsonNode to = record.path("toType");
            if (from.isMissingNode() || to.isMissingNode()) {
                throw new IllegalArgumentException(
                        TYPE_CHANGES + " of column " + column + " lacks fromType or toType: " + record);
            }
            changes.add(new Change(
                    column,
                    Optional.ofNullable(record.path("fieldPath").textValue()),
                    SchemaJson.parseType(from.toString()),
                    SchemaJson.parseType(to.toString())));
        }
    }
}
