package io.github.deltamaint.log.internal.checkpoint;

import static org.apache.parquet.schema.LogicalTypeAnnotation.listType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.mapType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * The schema of checkpoint files: a column per kind of action, everything optional at every level but the keys of maps (PROTOCOL.md, "Checkpoint Schema").
 * Kinds that no row has keep their column, as in the files of Delta Spark.
 */
final class ActionSchema {
    private ActionSchema() {}

    /** A file with all kinds of action. */
    static MessageType all(boolean v2, List<Type> statistics) {
        List<Type> actions = new ArrayList<>();
        actions.add(struct("txn", text("appId"), number("version"), number("lastUpdated")));
        actions.add(add(statistics));
        actions.add(remove());
        actions.add(struct(
                "metaData",
                text("id"),
                text("name"),
                text("description"),
                struct("format", text("provider"), texts("options")),
                text("schemaString"),
                textList("partitionColumns"),
                texts("configuration"),
                number("createdTime")));
        actions.add(struct(
                "protocol",
                primitive(INT32, "minReaderVersion"),
                primitive(INT32, "minWriterVersion"),
                textList("readerFeatures"),
                textList("writerFeatures")));
        actions.add(struct("domainMetadata", text("domain"), text("configuration"), primitive(BOOLEAN, "removed")));
        if (v2) {
            actions.add(struct("checkpointMetadata", number("version"), texts("tags")));
            actions.add(
                    struct("sidecar", text("path"), number("sizeInBytes"), number("modificationTime"), texts("tags")));
        }
        return new MessageType("checkpoint", actions);
    }

    /** A file with file actions alone: a sidecar. */
    static MessageType files(List<Type> statistics) {
        return new MessageType("sidecar", List.of(add(statistics), remove()));
    }

    private static GroupType add(List<Type> statistics) {
        List<Type> fields = new ArrayList<>(List.of(
                text("path"),
                texts("partitionValues"),
                number("size"),
                number("modificationTime"),
                primitive(BOOLEAN, "dataChange"),
                texts("tags"),
                deletionVector(),
                number("baseRowId"),
                number("defaultRowCommitVersion"),
                text("clusteringProvider")));
        fields.addAll(statistics);
        return new GroupType(Repetition.OPTIONAL, "add", fields);
    }

    private static GroupType remove() {
        return struct(
                "remove",
                text("path"),
                number("deletionTimestamp"),
                primitive(BOOLEAN, "dataChange"),
                primitive(BOOLEAN, "extendedFileMetadata"),
                texts("partitionValues"),
                number("size"),
                deletionVector(),
                number("baseRowId"),
                number("defaultRowCommitVersion"));
    }

    private static GroupType deletionVector() {
        return struct(
                "deletionVector",
                text("storageType"),
                text("pathOrInlineDv"),
                primitive(INT32, "offset"),
                primitive(INT32, "sizeInBytes"),
                number("cardinality"));
    }

    private static GroupType struct(String name, Type... fields) {
        return new GroupType(Repetition.OPTIONAL, name, fields);
    }

    private static Type primitive(PrimitiveTypeName type, String name) {
        return Types.optional(type).named(name);
    }

    private static Type number(String name) {
        return primitive(INT64, name);
    }

    /** A text. */
    static Type text(String name) {
        return Types.optional(BINARY).as(stringType()).named(name);
    }

    private static Type textList(String name) {
        return Types.optionalGroup()
                .as(listType())
                .addField(new GroupType(Repetition.REPEATED, "list", text("element")))
                .named(name);
    }

    private static Type texts(String name) {
        Type key = Types.required(BINARY).as(stringType()).named("key");
        return Types.optionalGroup()
                .as(mapType())
                .addField(new GroupType(Repetition.REPEATED, "key_value", key, text("value")))
                .named(name);
    }
}
