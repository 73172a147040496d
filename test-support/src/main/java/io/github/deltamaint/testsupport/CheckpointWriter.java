package io.github.deltamaint.testsupport;

import static io.github.deltamaint.testsupport.ValueType.Primitive.BOOLEAN;
import static io.github.deltamaint.testsupport.ValueType.Primitive.INTEGER;
import static io.github.deltamaint.testsupport.ValueType.Primitive.LONG;
import static io.github.deltamaint.testsupport.ValueType.Primitive.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.testsupport.CheckpointOptions.Kind;
import io.github.deltamaint.testsupport.CheckpointOptions.StatisticsForm;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes a checkpoint of a state with parquet-java (PROTOCOL.md, "Checkpoints"). */
public final class CheckpointWriter {

    private static final ValueType.MapOf TEXTS = ValueType.map(STRING, STRING);
    private static final ValueType.Struct VECTOR = ValueType.struct(
            "storageType", STRING,
            "pathOrInlineDv", STRING,
            "offset", INTEGER,
            "sizeInBytes", INTEGER,
            "cardinality", LONG);
    private static final ValueType.Struct TRANSACTION =
            ValueType.struct("appId", STRING, "version", LONG, "lastUpdated", LONG);
    private static final ValueType.Struct REMOVE = ValueType.struct(
            "path", STRING,
            "deletionTimestamp", LONG,
            "dataChange", BOOLEAN,
            "extendedFileMetadata", BOOLEAN,
            "partitionValues", TEXTS,
            "size", LONG,
            "tags", TEXTS,
            "deletionVector", VECTOR,
            "baseRowId", LONG,
            "defaultRowCommitVersion", LONG);
    private static final ValueType.Struct METADATA = ValueType.struct(
            "id", STRING,
            "name", STRING,
            "description", STRING,
            "format", ValueType.struct("provider", STRING, "options", TEXTS),
            "schemaString", STRING,
            "partitionColumns", ValueType.array(STRING),
            "configuration", TEXTS,
            "createdTime", LONG);
    private static final ValueType.Struct PROTOCOL = ValueType.struct(
            "minReaderVersion",
            INTEGER,
            "minWriterVersion",
            INTEGER,
            "readerFeatures",
            ValueType.array(STRING),
            "writerFeatures",
            ValueType.array(STRING));
    private static final ValueType.Struct DOMAIN =
            ValueType.struct("domain", STRING, "configuration", STRING, "removed", BOOLEAN);
    private static final ValueType.Struct CHECKPOINT_METADATA = ValueType.struct("version", LONG, "tags", TEXTS);
    private static final ValueType.Struct SIDECAR =
            ValueType.struct("path", STRING, "sizeInBytes", LONG, "modificationTime", LONG, "tags", TEXTS);

    private final NaiveSnapshot snapshot;
    private final CheckpointOptions options;
    private final Instant time;
    private final Path log;

    /**
     * Prepares a checkpoint.
     *
     * @param time what its files get
     */
    public CheckpointWriter(NaiveSnapshot snapshot, CheckpointOptions options, Instant time) {
        this.snapshot = snapshot;
        this.options = options;
        this.time = time;
        this.log = snapshot.table().resolve("_delta_log");
    }

    /** Writes its files, in place of those that are there. */
    public void write() {
        List<ObjectNode> others = otherActions();
        List<ObjectNode> files = fileActions();
        int actions = others.size() + files.size();
        if (options.isV2()) {
            others.add(0, action("checkpointMetadata", node().put("version", snapshot.version())));
            others.addAll(options.parts() == 0 ? files : writeSidecars(files));
            writeTopLevel(others);
        } else {
            others.addAll(files);
            writeParts(others);
        }
        if (options.hint()) {
            ObjectNode hint = node().put("version", snapshot.version()).put("size", actions);
            if (options.kind() == Kind.MULTI_PART) {
                hint.put("parts", options.parts());
            }
            TestTable.write(log.resolve("_last_checkpoint"), hint.toString(), time);
        }
    }

    private List<ObjectNode> otherActions() {
        List<ObjectNode> actions = new ArrayList<>();
        actions.add(action("protocol", snapshot.protocol()));
        actions.add(action("metaData", snapshot.metadata()));
        snapshot.transactions().values().forEach(txn -> actions.add(action("txn", txn)));
        snapshot.domains().values().forEach(domain -> actions.add(action("domainMetadata", domain)));
        return actions;
    }

    private List<ObjectNode> fileActions() {
        List<ObjectNode> actions = new ArrayList<>();
        snapshot.files().forEach(file -> actions.add(action("add", withoutDataChange(file.add()))));
        snapshot.tombstones().forEach(remove -> actions.add(action("remove", withoutDataChange(remove))));
        return actions;
    }

    private static ObjectNode withoutDataChange(JsonNode file) {
        return ((ObjectNode) file.deepCopy()).put("dataChange", false);
    }

    private void writeParts(List<ObjectNode> actions) {
        if (options.kind() == Kind.CLASSIC) {
            writeParquet(log.resolve(name(".checkpoint.parquet")), actions);
            return;
        }
        for (int part = 0; part < options.parts(); part++) {
            String suffix = String.format(Locale.ROOT, ".checkpoint.%010d.%010d.parquet", part + 1, options.parts());
            writeParquet(log.resolve(name(suffix)), share(actions, part));
        }
    }

    private List<ObjectNode> share(List<ObjectNode> actions, int part) {
        List<ObjectNode> share = new ArrayList<>();
        for (int i = part; i < actions.size(); i += options.parts()) {
            share.add(actions.get(i));
        }
        return share;
    }

    private List<ObjectNode> writeSidecars(List<ObjectNode> files) {
        List<ObjectNode> sidecars = new ArrayList<>();
        for (int part = 0; part < options.parts(); part++) {
            String suffix = String.format(
                    Locale.ROOT, ".checkpoint.%010d.%010d.%s.parquet", part + 1, options.parts(), id(part + 1));
            Path file = log.resolve("_sidecars").resolve(name(suffix));
            writeParquet(file, share(files, part));
            sidecars.add(action(
                    "sidecar",
                    node().put("path", file.getFileName().toString())
                            .put("sizeInBytes", Trees.size(file))
                            .put("modificationTime", time.toEpochMilli())));
        }
        return sidecars;
    }

    private void writeTopLevel(List<ObjectNode> actions) {
        switch (options.kind()) {
            case V2_JSON -> {
                StringBuilder text = new StringBuilder();
                actions.forEach(action -> text.append(action).append('\n'));
                TestTable.write(log.resolve(name(".checkpoint." + id(0) + ".json")), text.toString(), time);
            }
            case V2_PARQUET -> writeParquet(log.resolve(name(".checkpoint." + id(0) + ".parquet")), actions);
            default -> writeParquet(log.resolve(name(".checkpoint.parquet")), actions);
        }
    }

    private UUID id(int number) {
        return new UUID(Hashing.mix(snapshot.version()), Hashing.mix(number) | Long.MIN_VALUE);
    }

    private String name(String suffix) {
        return String.format(Locale.ROOT, "%020d", snapshot.version()) + suffix;
    }

    private static ObjectNode node() {
        return TestTable.NODES.objectNode();
    }

    private static ObjectNode action(String kind, JsonNode action) {
        ObjectNode line = node();
        line.set(kind, action);
        return line;
    }

    private void writeParquet(Path file, List<ObjectNode> actions) {
        ValueType.Struct schema = schema();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        actions.forEach(action -> rows.add(structValue(schema, arranged(action))));
        DataFileWriter.write(file, schema, DataFileOptions.DEFAULT, rows);
        Trees.setTime(file, time);
    }

    private ValueType.Struct schema() {
        ValueType.Struct schema = ValueType.columns(
                "txn", TRANSACTION,
                "add", addType(),
                "remove", REMOVE,
                "metaData", METADATA,
                "protocol", PROTOCOL,
                "domainMetadata", DOMAIN);
        return options.isV2()
                ? schema.with("checkpointMetadata", CHECKPOINT_METADATA).with("sidecar", SIDECAR)
                : schema;
    }

    private ValueType.Struct addType() {
        ValueType.Struct add = ValueType.struct(
                "path", STRING,
                "partitionValues", TEXTS,
                "size", LONG,
                "modificationTime", LONG,
                "dataChange", BOOLEAN,
                "tags", TEXTS,
                "deletionVector", VECTOR,
                "baseRowId", LONG,
                "defaultRowCommitVersion", LONG,
                "clusteringProvider", STRING);
        StatisticsForm form = options.statistics();
        if (form == StatisticsForm.JSON || form == StatisticsForm.BOTH) {
            add = add.with("stats", STRING);
        }
        if (form == StatisticsForm.STRUCT || form == StatisticsForm.BOTH) {
            add = add.with("stats_parsed", statisticsType());
        }
        return add;
    }

    private ValueType.Struct statisticsType() {
        ValueType.Struct statistics = ValueType.struct("numRecords", LONG);
        ValueType.Struct bounds = physical(snapshot.dataColumns(), false);
        if (!bounds.fields().isEmpty()) {
            statistics = statistics.with("minValues", bounds).with("maxValues", bounds);
        }
        ValueType.Struct counts = physical(snapshot.dataColumns(), true);
        if (!counts.fields().isEmpty()) {
            statistics = statistics.with("nullCount", counts);
        }
        return statistics.with("tightBounds", BOOLEAN);
    }

    /** The columns by physical name with the type of their bounds or of their null counts. */
    private static ValueType.Struct physical(ValueType.Struct struct, boolean counts) {
        ValueType.Struct physical = ValueType.columns();
        for (ValueType.Field field : struct.fields()) {
            if (field.type() instanceof ValueType.Struct nested) {
                ValueType.Struct inner = physical(nested, counts);
                physical = inner.fields().isEmpty() ? physical : physical.with(field.physicalName(), inner);
            } else if (counts) {
                physical = physical.with(field.physicalName(), LONG);
            } else if (Statistics.hasBounds(field.type())) {
                physical = physical.with(field.physicalName(), field.type());
            }
        }
        return physical;
    }

    /** Puts statistics where the schema has them. */
    private ObjectNode arranged(ObjectNode action) {
        String stats = action.path("add").path("stats").asText("");
        if (stats.isEmpty()) {
            return action;
        }
        ObjectNode copy = action.deepCopy();
        ((ObjectNode) copy.get("add")).set("stats_parsed", Json.parse(stats));
        return copy;
    }

    private static List<@Nullable Object> structValue(ValueType.Struct struct, JsonNode node) {
        List<@Nullable Object> values = new ArrayList<>();
        for (ValueType.Field field : struct.fields()) {
            values.add(value(field.type(), node.get(field.name())));
        }
        return values;
    }

    private static @Nullable Object value(ValueType type, @Nullable JsonNode node) {
        if (node == null || node.isNull()) {
            return null;
        }
        if (type instanceof ValueType.Struct struct) {
            return structValue(struct, node);
        }
        if (type instanceof ValueType.ArrayOf array) {
            List<@Nullable Object> elements = new ArrayList<>();
            node.forEach(element -> elements.add(value(array.element(), element)));
            return elements;
        }
        if (type instanceof ValueType.MapOf map) {
            List<Object> entries = new ArrayList<>();
            node.properties()
                    .forEach(entry -> entries.add(new SimpleImmutableEntry<String, @Nullable Object>(
                            entry.getKey(), value(map.value(), entry.getValue()))));
            return entries;
        }
        if (node.isNumber()) {
            return Values.plain(type, type instanceof ValueType.Decimal ? node.decimalValue() : number(node));
        }
        return node.isBoolean()
                ? (Object) node.asBoolean()
                : type == STRING ? node.asText() : PartitionText.parse(type, node.asText());
    }

    private static Object number(JsonNode node) {
        return node.isIntegralNumber() ? (Object) node.longValue() : new BigDecimal(node.asText());
    }
}
