package io.github.deltamaint.log;

import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.TypeWidening;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a schema must be like for Iceberg to read data files of the table (PROTOCOL.md, "Iceberg Compatibility"). The engine that switched the
 * compatibility on has seen to it; a table that is not like that was changed by somebody who does not know the feature.
 */
final class IcebergRules {
    private final int version;
    private final ColumnMapping mapping;

    /**
     * The rules of a version.
     *
     * @param version of IcebergCompat
     */
    IcebergRules(int version, ColumnMapping mapping) {
        this.version = version;
        this.mapping = mapping;
    }

    /** The first column of a type that Iceberg does not have, or that this library does not write for it. */
    Optional<String> unsuitableType(StructType schema) {
        return first(schema, null, (field, way, path, type) -> {
            boolean isCollection = type instanceof ArrayType || type instanceof MapType;
            boolean unsuitable = type instanceof OpaqueType || (version == 1 && isCollection);
            return unsuitable ? Optional.of("column " + path + " of type " + type) : Optional.empty();
        });
    }

    /** The first list element, map key or map value to which the schema gives no field id. */
    Optional<String> missingNestedId(StructType schema) {
        if (version == 1) {
            return Optional.empty();
        }
        return first(
                schema,
                null,
                (field, way, path, type) ->
                        !way.isEmpty() && mapping.nestedFieldId(field, way).isEmpty()
                                ? Optional.of(path + " without a field id (delta.columnMapping.nested.ids)")
                                : Optional.empty());
    }

    /** The first recorded change of a type that Iceberg does not know. */
    static Optional<String> unsuitableTypeChange(StructType schema) {
        return TypeWidening.changes(schema).stream()
                .filter(change -> !isKnownToIceberg(change))
                .findFirst()
                .map(change -> "the change of column " + change);
    }

    private static boolean isKnownToIceberg(TypeWidening.Change change) {
        if (!(change.fromType() instanceof PrimitiveType from) || !(change.toType() instanceof PrimitiveType to)) {
            return false;
        }
        return switch (to.kind()) {
            case SHORT, INTEGER, LONG -> from.isIntegral();
            case DOUBLE -> from.kind() == PrimitiveType.Kind.FLOAT;
            case DECIMAL -> from.kind() == PrimitiveType.Kind.DECIMAL && from.scale() == to.scale();
            default -> false;
        };
    }

    /** Looks at one type of a schema. */
    @FunctionalInterface
    private interface Inspection {
        /**
         * Finds a problem.
         *
         * @param field the nearest field of a struct around the type
         * @param way from the field to the type, through lists and maps; empty for the type of the field itself
         * @param path the column, for people
         */
        Optional<String> problem(StructField field, List<String> way, ColumnPath path, DataType type);
    }

    private static Optional<String> first(StructType struct, @Nullable ColumnPath parent, Inspection inspection) {
        for (StructField field : struct.fields()) {
            ColumnPath path = parent == null ? ColumnPath.of(field.name()) : parent.child(field.name());
            Optional<String> problem = first(field, List.of(), path, field.type(), inspection);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> first(
            StructField field, List<String> way, ColumnPath path, DataType type, Inspection inspection) {
        Optional<String> problem = inspection.problem(field, way, path, type);
        if (problem.isPresent()) {
            return problem;
        }
        if (type instanceof StructType struct) {
            return first(struct, path, inspection);
        }
        if (type instanceof ArrayType array) {
            return part(field, way, path, "element", array.elementType(), inspection);
        }
        if (type instanceof MapType map) {
            return part(field, way, path, "key", map.keyType(), inspection)
                    .or(() -> part(field, way, path, "value", map.valueType(), inspection));
        }
        return Optional.empty();
    }

    private static Optional<String> part(
            StructField field, List<String> way, ColumnPath path, String name, DataType type, Inspection inspection) {
        List<String> longer = new ArrayList<>(way);
        longer.add(name);
        return first(field, longer, path.child(name), type, inspection);
    }
}
