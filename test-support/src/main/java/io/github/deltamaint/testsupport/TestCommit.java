package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The changes of one commit of a {@link TestTable}. Data files and deletion vectors are written at once. */
public final class TestCommit {

    private final TestTable table;
    private final long version;
    private final Instant time;
    private final List<ObjectNode> actions = new ArrayList<>();
    private String operation = "WRITE";
    private boolean dataChange = true;

    TestCommit(TestTable table, long version, Instant time) {
        this.table = table;
        this.version = version;
        this.time = time;
    }

    /** The operation's name in {@code commitInfo}; {@code WRITE} unless said. */
    public TestCommit operation(String name) {
        operation = name;
        return this;
    }

    /** The value of {@code dataChange} in the actions that follow; true unless said. */
    public TestCommit dataChange(boolean changes) {
        dataChange = changes;
        return this;
    }

    /** Adds one data file per partition. */
    public TestCommit add(Columns rows) {
        return add(rows, table.settings().dataFiles);
    }

    /** Adds one data file per partition, written in another way than the table's other files. */
    public TestCommit add(Columns rows, DataFileOptions options) {
        ValueType.Struct columns = table.columns();
        Map<Map<String, @Nullable String>, List<List<@Nullable Object>>> partitions = new LinkedHashMap<>();
        for (List<@Nullable Object> row : rows.rows()) {
            List<@Nullable Object> shaped = shaped(row, rows.type(), columns);
            partitions
                    .computeIfAbsent(partitionValues(shaped, columns), values -> new ArrayList<>())
                    .add(shaped);
        }
        if (partitions.isEmpty() && table.partitionColumns().isEmpty()) {
            partitions.put(Map.of(), List.of());
        }
        for (Map.Entry<Map<String, @Nullable String>, List<List<@Nullable Object>>> partition : partitions.entrySet()) {
            addFile(partition.getKey(), partition.getValue(), columns, options);
        }
        return this;
    }

    private static List<@Nullable Object> shaped(
            List<@Nullable Object> row, ValueType.Struct given, ValueType.Struct columns) {
        List<@Nullable Object> shaped = new ArrayList<>();
        for (ValueType.Field field : columns.fields()) {
            int position = given.indexOf(field.name());
            shaped.add(position < 0 ? null : Values.plain(field.type(), row.get(position)));
        }
        return shaped;
    }

    private Map<String, @Nullable String> partitionValues(List<@Nullable Object> row, ValueType.Struct columns) {
        Map<String, @Nullable String> values = new LinkedHashMap<>();
        for (String name : table.partitionColumns()) {
            int position = columns.indexOf(name);
            ValueType.Field field = columns.fields().get(position);
            values.put(field.physicalName(), PartitionText.format(field.type(), row.get(position)));
        }
        return values;
    }

    private void addFile(
            Map<String, @Nullable String> partitionValues,
            List<List<@Nullable Object>> rows,
            ValueType.Struct columns,
            DataFileOptions options) {
        List<Integer> inFile = columnsInFile(columns);
        ValueType.Struct fileColumns =
                new ValueType.Struct(inFile.stream().map(columns.fields()::get).toList());
        boolean mapped = columns.fields().stream().anyMatch(field -> field.fieldId() >= 0);
        String name = (mapped ? "p" + table.nextId().toString().charAt(0) + "/" : HivePath.directory(partitionValues))
                + String.format(
                        Locale.ROOT,
                        "part-00000-%s.c000.%s.parquet",
                        table.nextId(),
                        options.codec().name().toLowerCase(Locale.ROOT));
        Path file = table.path().resolve(name);
        ValueType.Struct dataColumns = withoutPartitions(fileColumns);
        Statistics statistics = new Statistics(dataColumns, table.settings().indexedLeaves);
        try (DataFileWriter writer = new DataFileWriter(file, fileColumns, options)) {
            for (List<@Nullable Object> row : rows) {
                List<@Nullable Object> values = new ArrayList<>();
                inFile.forEach(position -> values.add(row.get(position)));
                writer.write(values);
                statistics.add(values.subList(0, dataColumns.fields().size()));
            }
        }
        Trees.setTime(file, time);
        ObjectNode add = addAction(name, file, partitionValues);
        if (table.settings().statistics) {
            @Nullable Boolean tight = table.hasFeature("deletionVectors") ? Boolean.TRUE : null;
            add.put("stats", statistics.json(tight));
        }
        if (table.hasFeature("rowTracking")) {
            add.put("baseRowId", table.reserveRowIds(rows.size()));
            add.put("defaultRowCommitVersion", version);
        }
        put("add", add);
        List<List<@Nullable Object>> stored = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            stored.add(emptyPartitionsAreNull(row, columns));
        }
        table.live.put(
                add.get("path").asText(),
                new TestFile(add.get("path").asText(), file, partitionValues, columns, stored, new TreeSet<>(), add));
    }

    /** Adds a file whose rows the table does not keep in mind. */
    TestCommit addWrittenFile(String name, String statistics) {
        Path file = table.path().resolve(name);
        Trees.setTime(file, time);
        return put("add", addAction(name, file, Map.of()).put("stats", statistics));
    }

    private List<Integer> columnsInFile(ValueType.Struct columns) {
        List<Integer> data = new ArrayList<>();
        List<Integer> partitions = new ArrayList<>();
        for (int i = 0; i < columns.fields().size(); i++) {
            boolean partition =
                    table.partitionColumns().contains(columns.fields().get(i).name());
            (partition ? partitions : data).add(i);
        }
        if (table.settings().partitionColumnsInFiles) {
            data.addAll(partitions);
        }
        return data;
    }

    private ValueType.Struct withoutPartitions(ValueType.Struct columns) {
        return new ValueType.Struct(columns.fields().stream()
                .filter(field -> !table.partitionColumns().contains(field.name()))
                .toList());
    }

    /** The empty string cannot be told from null in a partition value. */
    private List<@Nullable Object> emptyPartitionsAreNull(List<@Nullable Object> row, ValueType.Struct columns) {
        List<@Nullable Object> changed = new ArrayList<>(row);
        for (String name : table.partitionColumns()) {
            int position = columns.indexOf(name);
            if ("".equals(changed.get(position))) {
                changed.set(position, null);
            }
        }
        return changed;
    }

    private ObjectNode addAction(String name, Path file, Map<String, @Nullable String> partitionValues) {
        ObjectNode add = TestTable.NODES.objectNode();
        add.put("path", LogPath.encode(name));
        ObjectNode values = add.putObject("partitionValues");
        partitionValues.forEach(values::put);
        add.put("size", Trees.size(file));
        add.put("modificationTime", time.toEpochMilli());
        add.put("dataChange", dataChange);
        return add;
    }

    /** Removes one file. */
    public TestCommit remove(TestFile file) {
        ObjectNode remove = TestTable.NODES.objectNode();
        remove.put("path", file.path());
        remove.put("deletionTimestamp", time.toEpochMilli());
        remove.put("dataChange", dataChange);
        remove.put("extendedFileMetadata", true);
        for (String name :
                List.of("partitionValues", "size", "tags", "deletionVector", "baseRowId", "defaultRowCommitVersion")) {
            if (file.add().has(name)) {
                remove.set(name, file.add().get(name));
            }
        }
        table.live.remove(file.path());
        return put("remove", remove);
    }

    /**
     * Hides more rows of one file: a remove of the file and an add with a deletion vector of all rows that are hidden now.
     *
     * @param positions physical row positions from 0
     */
    public TestCommit deleteRows(TestFile file, VectorStorage storage, long... positions) {
        NavigableSet<Long> deleted = new TreeSet<>(file.deleted());
        Arrays.stream(positions).forEach(deleted::add);
        ObjectNode add = file.add().deepCopy();
        add.put("dataChange", dataChange);
        add.set("deletionVector", writeVector(deleted, storage));
        if (add.has("stats")) {
            ObjectNode stats = (ObjectNode) Json.parse(add.get("stats").asText());
            add.put("stats", stats.put("tightBounds", false).toString());
        }
        remove(file);
        put("add", add);
        table.live.put(file.path(), file.withDeleted(deleted, add));
        return this;
    }

    private ObjectNode writeVector(NavigableSet<Long> deleted, VectorStorage storage) {
        byte[] bitmap = DeletedRows.serialize(
                deleted,
                storage == VectorStorage.FILE_OF_RUNS ? DeletedRows.Containers.RUNS : DeletedRows.Containers.PLAIN);
        ObjectNode vector = TestTable.NODES.objectNode();
        if (storage == VectorStorage.INLINE) {
            vector.put("storageType", "i").put("pathOrInlineDv", Z85.encode(bitmap));
        } else {
            UUID id = table.nextId();
            String prefix = storage == VectorStorage.FILE_WITH_PREFIX ? "ab" : "";
            Path file = table.path().resolve(prefix).resolve(DeletedRows.fileName(id));
            Trees.write(file, vectorFile(bitmap));
            Trees.setTime(file, time);
            if (storage == VectorStorage.ABSOLUTE_FILE) {
                vector.put("storageType", "p")
                        .put("pathOrInlineDv", file.toUri().toString());
            } else {
                byte[] idBytes = ByteBuffer.allocate(16)
                        .putLong(id.getMostSignificantBits())
                        .putLong(id.getLeastSignificantBits())
                        .array();
                vector.put("storageType", "u").put("pathOrInlineDv", prefix + Z85.encode(idBytes));
            }
            vector.put("offset", 1);
        }
        return vector.put("sizeInBytes", bitmap.length).put("cardinality", deleted.size());
    }

    private static byte[] vectorFile(byte[] bitmap) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(1);
        content.writeBytes(ByteBuffer.allocate(4).putInt(bitmap.length).array());
        content.writeBytes(bitmap);
        content.writeBytes(
                ByteBuffer.allocate(4).putInt(DeletedRows.crc(bitmap)).array());
        return content.toByteArray();
    }

    /** Records that an application has written up to a version of its own. */
    public TestCommit transaction(String appId, long appVersion) {
        return put(
                "txn",
                TestTable.NODES
                        .objectNode()
                        .put("appId", appId)
                        .put("version", appVersion)
                        .put("lastUpdated", time.toEpochMilli()));
    }

    /** Sets the configuration of a metadata domain. */
    public TestCommit domain(String name, String configuration) {
        return putDomain(name, configuration, false);
    }

    /** Removes a metadata domain. */
    public TestCommit removeDomain(String name) {
        return putDomain(name, "", true);
    }

    private TestCommit putDomain(String name, String configuration, boolean removed) {
        ObjectNode domain = TestTable.NODES.objectNode();
        domain.put("domain", name).put("configuration", configuration).put("removed", removed);
        return put("domainMetadata", domain);
    }

    /** Changes table properties; a null value removes one. */
    public TestCommit properties(Map<String, @Nullable String> changes) {
        ObjectNode metadata = table.metadata().deepCopy();
        ObjectNode configuration = (ObjectNode) metadata.get("configuration");
        changes.forEach((name, value) -> {
            if (value == null) {
                configuration.remove(name);
            } else {
                configuration.put(name, value);
            }
        });
        return action("metaData", metadata);
    }

    /** Adds nullable columns at the end. */
    public TestCommit columns(ValueType.Struct more) {
        ObjectNode metadata = table.metadata().deepCopy();
        List<ValueType.Field> fields = new ArrayList<>(table.columns().fields());
        fields.addAll(more.fields());
        ValueType.Struct all = new ValueType.Struct(fields);
        boolean mapped = table.columns().fields().stream().anyMatch(field -> field.fieldId() >= 0);
        ValueType.Struct named = mapped ? PhysicalNames.assign(all) : all;
        metadata.put("schemaString", named.toJson().toString());
        if (mapped) {
            ((ObjectNode) metadata.get("configuration"))
                    .put("delta.columnMapping.maxColumnId", String.valueOf(PhysicalNames.highestId(named)));
        }
        return action("metaData", metadata);
    }

    /** Any other action. The table learns from {@code metaData} and {@code protocol}. */
    public TestCommit action(String kind, ObjectNode action) {
        if (kind.equals("metaData")) {
            table.setMetadata(action);
        } else if (kind.equals("protocol")) {
            table.setProtocol(action);
        }
        return put(kind, action);
    }

    private TestCommit put(String kind, ObjectNode action) {
        ObjectNode line = TestTable.NODES.objectNode();
        line.set(kind, action);
        actions.add(line);
        return this;
    }

    /** The lines of the commit file. */
    String text() {
        ObjectNode info = TestTable.NODES.objectNode();
        if (table.isEnabled("delta.enableInCommitTimestamps")) {
            info.put("inCommitTimestamp", time.toEpochMilli());
        }
        info.put("timestamp", time.toEpochMilli());
        info.put("operation", operation);
        info.putObject("operationParameters");
        info.put("isBlindAppend", actions.stream().noneMatch(action -> action.has("remove")));
        info.put("txnId", table.nextId().toString());
        if (table.hasFeature("rowTracking")
                && actions.stream().anyMatch(action -> action.path("add").has("baseRowId"))) {
            domain("delta.rowTracking", "{\"rowIdHighWaterMark\":" + table.highestRowId() + "}");
        }
        List<JsonNode> lines = new ArrayList<>();
        lines.add(TestTable.NODES.objectNode().set("commitInfo", info));
        lines.addAll(actions);
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }
}
