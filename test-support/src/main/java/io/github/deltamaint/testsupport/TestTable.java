package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A Delta table that a test writes by hand: log JSON by this class, data files and checkpoints by parquet-java, none of the
 * code under test.
 *
 * <pre>{@code
 * TestTable table = TestTable.in(directory)
 *         .partitionedBy("region")
 *         .property("delta.enableDeletionVectors", "true")
 *         .feature("deletionVectors")
 *         .append(new Columns().longs("id", 1L, 2L).strings("region", "West", null));
 * table.deleteRows(table.files().get(0), 0);
 * table.checkpoint(CheckpointOptions.multiPart(2));
 * assertThat(reader.rows(table.path())).isEqualTo(table.rows());
 * }</pre>
 *
 * <p>Every call that changes the table is a commit and happens at once. The table knows its rows at every version: it is
 * the naive model as well. Names, ids and times are the same in every run: the first commit is at 2024-01-01T00:00:00Z, each
 * further one a minute later unless {@link #at} says otherwise; files have the time of their commit.
 */
public final class TestTable {

    private static final Set<String> READER_FEATURES = Set.of(
            "columnMapping",
            "deletionVectors",
            "timestampNtz",
            "v2Checkpoint",
            "typeWidening",
            "typeWidening-preview",
            "variantType",
            "variantType-preview",
            "variantShredding-preview",
            "vacuumProtocolCheck",
            "catalogManaged",
            "catalogOwned-preview",
            "geospatial",
            "adaptiveMetadata-preview",
            "redirectReaderWriter-preview");

    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Path path;
    private final Builder settings;
    private final TreeMap<Long, TableRows> rowsByVersion = new TreeMap<>();
    final Map<String, TestFile> live = new LinkedHashMap<>();

    private ObjectNode metadata;
    private Set<String> writerFeatures = Set.of();
    private Instant nextCommit;
    private long version = -1;
    private long highestRowId = -1;
    private int names;

    private TestTable(Builder settings) {
        this.path = settings.path;
        this.settings = settings;
        this.metadata = settings.metadata();
        this.nextCommit = settings.firstCommit;
        Trees.createDirectories(path.resolve("_delta_log"));
        commit(commit -> commit.operation("CREATE TABLE")
                .action("protocol", settings.protocol())
                .action("metaData", metadata));
    }

    /**
     * Starts to describe a table.
     *
     * @param path the table's root, which does not exist yet or is empty
     */
    public static Builder in(Path path) {
        return new Builder(path);
    }

    /** The table's root. */
    public Path path() {
        return path;
    }

    /** The log directory. */
    public Path log() {
        return path.resolve("_delta_log");
    }

    /** The file of a commit. */
    public Path commitFile(long ofVersion) {
        return log().resolve(String.format(Locale.ROOT, "%020d.json", ofVersion));
    }

    /** The latest version. */
    public long version() {
        return version;
    }

    /** The columns. */
    public ValueType.Struct columns() {
        return ValueType.parse(metadata.get("schemaString").asText());
    }

    /** The logical names of the partition columns. */
    public List<String> partitionColumns() {
        return Fixture.strings(metadata.path("partitionColumns"));
    }

    /** The active files of the latest version, oldest first. */
    public List<TestFile> files() {
        return List.copyOf(live.values());
    }

    /** The rows of the latest version. */
    public TableRows rows() {
        return rows(version);
    }

    /** The rows of an older version. */
    public TableRows rows(long ofVersion) {
        TableRows rows = rowsByVersion.get(ofVersion);
        if (rows == null) {
            throw new IllegalArgumentException(path + ": no version " + ofVersion);
        }
        return rows;
    }

    /** Sets the time of the next commit. Later ones follow by a minute each. */
    public TestTable at(Instant time) {
        nextCommit = time;
        return this;
    }

    /** The time that the next commit will have. */
    public Instant now() {
        return nextCommit;
    }

    /** Commits several changes at once. */
    public TestTable commit(Consumer<TestCommit> changes) {
        TestCommit commit = new TestCommit(this, version + 1, nextCommit);
        changes.accept(commit);
        version++;
        write(commitFile(version), commit.text(), nextCommit);
        rowsByVersion.put(version, currentRows());
        nextCommit = nextCommit.plus(Duration.ofMinutes(1));
        return this;
    }

    private TableRows currentRows() {
        ValueType.Struct columns = columns();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        live.values().forEach(file -> rows.addAll(file.liveRows(columns)));
        return new TableRows(columns, rows);
    }

    /** Appends rows: one file per partition, in the order in which partitions appear. */
    public TestTable append(Columns rows) {
        return commit(commit -> commit.add(rows));
    }

    /** Removes whole files. */
    public TestTable remove(TestFile... files) {
        return commit(commit -> {
            commit.operation("DELETE");
            Arrays.stream(files).forEach(commit::remove);
        });
    }

    /** Hides rows of one file by a deletion vector in a file of its own. */
    public TestTable deleteRows(TestFile file, long... positions) {
        return commit(commit -> commit.operation("DELETE").deleteRows(file, VectorStorage.FILE, positions));
    }

    /** Hides rows of one file by a deletion vector of the given kind. */
    public TestTable deleteRows(TestFile file, VectorStorage storage, long... positions) {
        return commit(commit -> commit.operation("DELETE").deleteRows(file, storage, positions));
    }

    /** Changes table properties; a null value removes one. */
    public TestTable properties(Map<String, @Nullable String> changes) {
        return commit(commit -> commit.operation("SET TBLPROPERTIES").properties(changes));
    }

    /** Adds nullable columns at the end; rows that are there already have null in them. */
    public TestTable addColumns(ValueType.Struct more) {
        return commit(commit -> commit.operation("ADD COLUMNS").columns(more));
    }

    /** Commits actions as they are, one JSON object per line. The table's model of its rows does not learn from them. */
    public TestTable commitRaw(String... lines) {
        version++;
        write(commitFile(version), String.join("\n", lines) + "\n", nextCommit);
        rowsByVersion.put(version, currentRows());
        nextCommit = nextCommit.plus(Duration.ofMinutes(1));
        return this;
    }

    /** Writes a classic checkpoint of the latest version with its hint. */
    public TestTable checkpoint() {
        return checkpoint(CheckpointOptions.classic());
    }

    /** Writes a checkpoint of the latest version. */
    public TestTable checkpoint(CheckpointOptions options) {
        return checkpoint(version, options);
    }

    /** Writes a checkpoint of an older version, whose commits from 0 on must still be there. */
    public TestTable checkpoint(long ofVersion, CheckpointOptions options) {
        new CheckpointWriter(NaiveLog.fromCommits(path, ofVersion), options, timeOfVersion(ofVersion)).write();
        return this;
    }

    /** Replaces {@code _last_checkpoint}. */
    public TestTable lastCheckpoint(String text) {
        write(log().resolve("_last_checkpoint"), text, timeOfVersion(version));
        return this;
    }

    /** Writes a compacted commit of versions {@code from} to {@code to}. */
    public TestTable compactLog(long from, long to) {
        compactLog(path, from, to, timeOfVersion(to));
        return this;
    }

    /** Writes a compacted commit of versions {@code from} to {@code to} into the log of any table. */
    public static void compactLog(Path table, long from, long to, Instant time) {
        Map<List<String>, JsonNode> reconciled = new LinkedHashMap<>();
        for (long each = from; each <= to; each++) {
            for (JsonNode action : NaiveLog.commit(table, each)) {
                action.properties().forEach(entry -> {
                    List<String> key = compactionKey(entry.getKey(), entry.getValue());
                    reconciled.remove(key);
                    if (!entry.getKey().equals("commitInfo")) {
                        reconciled.put(key, action);
                    }
                });
            }
        }
        StringBuilder text = new StringBuilder();
        reconciled.values().forEach(action -> text.append(action).append('\n'));
        String name = String.format(Locale.ROOT, "%020d.%020d.compacted.json", from, to);
        write(table.resolve("_delta_log").resolve(name), text.toString(), time);
    }

    private static List<String> compactionKey(String kind, JsonNode action) {
        return switch (kind) {
            case "add", "remove" ->
                List.of(
                        "file",
                        action.get("path").asText(),
                        action.path("deletionVector").toString());
            case "txn" -> List.of(kind, action.get("appId").asText());
            case "domainMetadata" -> List.of(kind, action.get("domain").asText());
            default -> List.of(kind);
        };
    }

    /** Deletes the commits before a version, as log clean-up does after a checkpoint of that version. */
    public TestTable deleteCommitsBefore(long first) {
        for (long each = 0; each < first; each++) {
            Path commit = commitFile(each);
            if (Files.exists(commit)) {
                Trees.delete(commit);
            }
        }
        return this;
    }

    /** Puts a file into the table that no action names. */
    public TestTable orphan(String relativePath, Instant time) {
        write(path.resolve(relativePath), "orphan", time);
        return this;
    }

    /** Sets the modification time of one file or directory of the table. */
    public TestTable touch(String relativePath, Instant time) {
        Trees.setTime(path.resolve(relativePath), time);
        return this;
    }

    /** Sets the modification time of all files and directories outside the log. */
    public TestTable touchData(Instant time) {
        Trees.contents(path).stream()
                .filter(each -> !each.startsWith(log()))
                .forEach(each -> Trees.setTime(each, time));
        return this;
    }

    private Instant timeOfVersion(long ofVersion) {
        return Trees.timeOf(commitFile(ofVersion));
    }

    static void write(Path file, String text, Instant time) {
        Trees.write(file, text.getBytes(StandardCharsets.UTF_8));
        Trees.setTime(file, time);
    }

    // What a commit needs from its table.

    Builder settings() {
        return settings;
    }

    ObjectNode metadata() {
        return metadata;
    }

    void setMetadata(ObjectNode changed) {
        metadata = changed;
    }

    boolean hasFeature(String feature) {
        return writerFeatures.contains(feature);
    }

    void setProtocol(JsonNode protocol) {
        writerFeatures = Set.copyOf(Fixture.strings(protocol.path("writerFeatures")));
    }

    boolean isEnabled(String property) {
        return metadata.path("configuration").path(property).asText().equals("true");
    }

    /** The next UUID of this table. */
    UUID nextId() {
        names++;
        return new UUID(Hashing.mix(names), Hashing.mix(-names) | Long.MIN_VALUE);
    }

    /** Reserves row ids for a file and gives the first. */
    long reserveRowIds(int rows) {
        long base = highestRowId + 1;
        highestRowId += rows;
        return base;
    }

    long highestRowId() {
        return highestRowId;
    }

    /** Describes a table before its first commit. Each setting is independent of the others. */
    public static final class Builder {
        private final Path path;
        private ValueType.@Nullable Struct columns;
        private List<String> partitionColumns = List.of();
        private final Map<String, String> properties = new LinkedHashMap<>();
        private final Set<String> features = new LinkedHashSet<>();
        private int minReaderVersion = 1;
        private int minWriterVersion = 2;
        private @Nullable String columnMapping;
        private Instant firstCommit = Instant.parse("2024-01-01T00:00:00Z");
        DataFileOptions dataFiles = DataFileOptions.DEFAULT;
        int indexedLeaves = 32;
        boolean statistics = true;
        boolean partitionColumnsInFiles;

        private Builder(Path path) {
            this.path = path;
        }

        /** The columns. Left out, they are those of the first {@link #append}. */
        public Builder columns(ValueType.Struct all) {
            columns = all;
            return this;
        }

        /** The partition columns. */
        public Builder partitionedBy(String... names) {
            partitionColumns = List.of(names);
            return this;
        }

        /** A table property. */
        public Builder property(String name, String value) {
            properties.put(name, value);
            return this;
        }

        /** Table features: writer version 7, and reader version 3 if one of them concerns readers. */
        public Builder feature(String... names) {
            features.addAll(List.of(names));
            return this;
        }

        /** Another protocol than (1, 2); {@link #feature} overrides it. */
        public Builder protocol(int readerVersion, int writerVersion) {
            minReaderVersion = readerVersion;
            minWriterVersion = writerVersion;
            return this;
        }

        /**
         * Column mapping: physical names and ids for all columns at every level, protocol (2, 5) unless features are given.
         *
         * @param mode {@code name} or {@code id}
         */
        public Builder columnMapping(String mode) {
            columnMapping = mode;
            if (minReaderVersion < 2) {
                protocol(2, 5);
            }
            return property("delta.columnMapping.mode", mode);
        }

        /** How data files are written. */
        public Builder dataFiles(DataFileOptions options) {
            dataFiles = options;
            return this;
        }

        /** No statistics in adds. */
        public Builder withoutStatistics() {
            statistics = false;
            return this;
        }

        /** Statistics of so many leaf columns; -1 for all, 0 for the row count only, 32 unless said. */
        public Builder statisticsOf(int leafColumns) {
            indexedLeaves = leafColumns;
            return this;
        }

        /** Partition columns are written into the data files too, after the others. */
        public Builder partitionColumnsInFiles() {
            partitionColumnsInFiles = true;
            return this;
        }

        /** The time of the first commit. */
        public Builder startingAt(Instant time) {
            firstCommit = time;
            return this;
        }

        /** Writes the first commit and appends rows. */
        public TestTable append(Columns rows) {
            if (columns == null) {
                columns = rows.type();
            }
            return create().append(rows);
        }

        /** Writes the first commit: protocol and metadata. */
        public TestTable create() {
            return new TestTable(this);
        }

        private ObjectNode protocol() {
            ObjectNode protocol = NODES.objectNode();
            if (features.isEmpty()) {
                return protocol.put("minReaderVersion", minReaderVersion).put("minWriterVersion", minWriterVersion);
            }
            List<String> readers =
                    features.stream().filter(READER_FEATURES::contains).toList();
            protocol.put("minReaderVersion", readers.isEmpty() ? 1 : 3).put("minWriterVersion", 7);
            if (!readers.isEmpty()) {
                readers.forEach(protocol.withArray("readerFeatures")::add);
            }
            features.forEach(protocol.withArray("writerFeatures")::add);
            return protocol;
        }

        private ObjectNode metadata() {
            if (columns == null) {
                throw new IllegalStateException(path + ": no columns given");
            }
            ValueType.Struct schema = columnMapping == null ? columns : PhysicalNames.assign(columns);
            ObjectNode metadata = NODES.objectNode();
            metadata.put("id", new UUID(1, Long.MIN_VALUE).toString());
            metadata.putObject("format").put("provider", "parquet").putObject("options");
            metadata.put("schemaString", schema.toJson().toString());
            metadata.putArray("partitionColumns");
            partitionColumns.forEach(metadata.withArray("partitionColumns")::add);
            ObjectNode configuration = metadata.putObject("configuration");
            properties.forEach(configuration::put);
            if (columnMapping != null) {
                configuration.put("delta.columnMapping.maxColumnId", String.valueOf(PhysicalNames.highestId(schema)));
            }
            metadata.put("createdTime", firstCommit.toEpochMilli());
            return metadata;
        }
    }
}
