package io.github.deltamaint.log;

import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What decides about features in a schema: which uncommon types it has, and which keys its fields carry. */
final class SchemaFacts {
    private final Map<OpaqueType.Family, String> firstOfFamily = new EnumMap<>(OpaqueType.Family.class);
    private final Set<String> metadataKeys = new HashSet<>();
    private @Nullable String unwritableVoid;

    SchemaFacts(StructType schema) {
        boolean written = visitFields(schema, null, false);
        if (!written && !schema.fields().isEmpty()) {
            unwritableVoid = "all columns";
        }
    }

    /** The first column of a family, with its type. */
    Optional<String> first(OpaqueType.Family family) {
        return Optional.ofNullable(firstOfFamily.get(family));
    }

    /** The first column of type void that a data file cannot leave out. */
    Optional<String> unwritableVoid() {
        return Optional.ofNullable(unwritableVoid);
    }

    boolean hasFieldWith(String metadataKey) {
        return metadataKeys.contains(metadataKey);
    }

    /** Whether anything of the struct is in a data file. */
    private boolean visitFields(StructType struct, @Nullable ColumnPath parent, boolean insideCollection) {
        boolean written = false;
        for (StructField field : struct.fields()) {
            ColumnPath path = parent == null ? ColumnPath.of(field.name()) : parent.child(field.name());
            metadataKeys.addAll(field.metadata().asJson().keySet());
            written |= visit(field.type(), path, insideCollection);
        }
        return written;
    }

    private boolean visit(DataType type, ColumnPath path, boolean insideCollection) {
        if (type instanceof StructType struct) {
            boolean written = visitFields(struct, path, insideCollection);
            if (!written && unwritableVoid == null) {
                unwritableVoid = "all fields of " + path;
            }
            return written;
        }
        if (type instanceof ArrayType array) {
            visit(array.elementType(), path.child("element"), true);
        } else if (type instanceof MapType map) {
            visit(map.keyType(), path.child("key"), true);
            visit(map.valueType(), path.child("value"), true);
        } else if (type instanceof OpaqueType opaque) {
            firstOfFamily.putIfAbsent(opaque.family(), path + " of type " + opaque);
            if (OpaqueType.isVoid(opaque)) {
                if (insideCollection && unwritableVoid == null) {
                    unwritableVoid = path.toString();
                }
                return false;
            }
        }
        return true;
    }
}
