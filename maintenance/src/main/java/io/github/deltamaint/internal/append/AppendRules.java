package io.github.deltamaint.internal.append;

import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.log.Refusal;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.OpaqueType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Refuses tables to which rows cannot be added correctly. */
final class AppendRules {
    /** Keys of field metadata that ask a writer for more than values, and what. */
    private static final Map<String, String> DUTIES = duties();

    private final Snapshot snapshot;

    private AppendRules(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    private static Map<String, String> duties() {
        Map<String, String> duties = new LinkedHashMap<>();
        duties.put("delta.generationExpression", "is generated from other columns");
        duties.put("delta.identity.start", "is an identity column");
        duties.put("delta.invariants", "has an invariant");
        duties.put("__CHAR_VARCHAR_TYPE_STRING", "is of type char or varchar");
        return duties;
    }

    static void require(Snapshot snapshot) {
        new AppendRules(snapshot).require();
    }

    private void require() {
        for (Refusal refusal : snapshot.features().refusals(TableOperation.REWRITE)) {
            throw refused(refusal.subject(), refusal.problem(), refusal.remedy());
        }
        if (snapshot.features().icebergCompatVersion().isPresent()) {
            throw refused(
                    "icebergCompatV"
                            + snapshot.features().icebergCompatVersion().getAsInt(),
                    "new files would have to suit Iceberg",
                    "Append with Delta Spark");
        }
        for (String key : snapshot.configuration().keySet()) {
            if (key.toLowerCase(Locale.ROOT).startsWith("delta.constraints.")) {
                throw refused(key, "rows would have to satisfy the constraint " + key, "Append with Delta Spark");
            }
        }
        requirePlain(snapshot.schema(), "");
        for (String name : snapshot.metadata().partitionColumns()) {
            if (snapshot.schema()
                    .field(name)
                    .map(StructField::type)
                    .equals(java.util.Optional.of(PrimitiveType.BINARY))) {
                throw refused(
                        name,
                        "partition column " + name + " is binary, which engines write differently",
                        "Append with Delta Spark");
            }
        }
    }

    private void requirePlain(DataType type, String path) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                String name = path.isEmpty() ? field.name() : path + "." + field.name();
                DUTIES.forEach((key, what) -> {
                    if (field.metadata().contains(key)) {
                        throw refused(name, "column " + name + " " + what, "Append with Delta Spark");
                    }
                });
                requirePlain(field.type(), name);
            }
        } else if (type instanceof ArrayType array) {
            requirePlain(array.elementType(), path + ".element");
        } else if (type instanceof MapType map) {
            requirePlain(map.keyType(), path + ".key");
            requirePlain(map.valueType(), path + ".value");
        } else if (type instanceof OpaqueType opaque && opaque.family() != OpaqueType.Family.VOID) {
            throw refused(
                    path, "column " + path + " is of type " + type, "Append with the engine that wrote the table");
        }
    }

    private UnsupportedTableFeatureException refused(String subject, String problem, String remedy) {
        return new UnsupportedTableFeatureException(
                snapshot.tablePath().root(),
                Access.WRITE,
                List.of(subject),
                "appending rows is refused: " + problem + ". " + remedy);
    }
}
