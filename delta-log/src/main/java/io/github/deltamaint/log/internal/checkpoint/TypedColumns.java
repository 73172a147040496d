package io.github.deltamaint.log.internal.checkpoint;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.ValueTexts;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * The columns {@code stats_parsed} and {@code partitionValues_parsed} of an {@code add} (PROTOCOL.md, "Checkpoint Schema"): what they are called and which value of a
 * file is in which of them. Names are physical ones. Immutable.
 *
 * <p>Partition columns of type timestamp are left out: the text of an old writer may leave its zone to the reader, and a value here would decide it.
 */
final class TypedColumns {
    private static final String STATS = "stats_parsed";
    private static final String PARTITION_VALUES = "partitionValues_parsed";

    private final List<Type> fields = new ArrayList<>();
    private final List<Leaf> leaves = new ArrayList<>();
    private final StatisticsSchema statistics;

    /**
     * A leaf column below {@code add}.
     *
     * @param path its names below {@code add}
     * @param value its value, in the form of {@link io.github.deltamaint.log.schema.Values}
     */
    record Leaf(List<String> path, Function<Facts, @Nullable Object> value) {

        /** Whether the struct that it is in is there at all. */
        boolean isReached(Facts facts) {
            return !path.get(0).equals(STATS) || facts.statistics() != null;
        }
    }

    /**
     * What is known of a file.
     *
     * @param statistics null if it has none, or none that can be understood
     * @param partitionValues as in the log
     */
    record Facts(@Nullable FileStatistics statistics, Map<String, @Nullable String> partitionValues) {}

    private TypedColumns(Snapshot snapshot) {
        statistics = StatisticsSchema.wanted(
                snapshot.schema(),
                snapshot.metadata().partitionColumns(),
                snapshot.columnMapping(),
                snapshot.properties().statistics(),
                List.of());
        addStatistics(snapshot.features().supports("deletionVectors"));
        addPartitionValues(snapshot);
    }

    /** The columns for a table. */
    static TypedColumns of(Snapshot snapshot) {
        return new TypedColumns(snapshot);
    }

    /** The two fields of {@code add}; the second only where there is something in it. */
    List<Type> fields() {
        return fields;
    }

    /** All leaf columns, in the order of the schema. */
    List<Leaf> leaves() {
        return leaves;
    }

    /** What is known of a file. */
    Facts facts(AddFile file) {
        FileStatistics parsed = FileStatistics.parse(file.stats().orElse(null), statistics);
        return new Facts(isEmpty(parsed) ? null : parsed, file.partitionValues());
    }

    private boolean isEmpty(FileStatistics parsed) {
        return parsed.numRecords().isEmpty()
                && statistics.columns().stream()
                        .allMatch(column -> parsed.nullCount(column).isEmpty()
                                && parsed.min(column).isEmpty()
                                && parsed.max(column).isEmpty());
    }

    private void addStatistics(boolean deletionVectors) {
        Node bounds = new Node();
        Node counts = new Node();
        for (StatisticsSchema.Column column : statistics.columns()) {
            if (column.hasBounds()) {
                bounds.add(column, column.type());
            }
            counts.add(column, PrimitiveType.LONG);
        }
        List<StructField> members = new ArrayList<>();
        members.add(new StructField("numRecords", PrimitiveType.LONG));
        if (!bounds.isEmpty()) {
            members.add(new StructField("minValues", bounds.toStruct()));
            members.add(new StructField("maxValues", bounds.toStruct()));
        }
        if (!counts.isEmpty()) {
            members.add(new StructField("nullCount", counts.toStruct()));
        }
        if (deletionVectors) {
            members.add(new StructField("tightBounds", PrimitiveType.BOOLEAN));
        }
        add(STATS, new StructType(members), path -> statisticsValue(path, bounds, counts));
    }

    private static Function<Facts, @Nullable Object> statisticsValue(List<String> path, Node bounds, Node counts) {
        List<String> column = path.subList(1, path.size());
        return switch (path.get(0)) {
            case "numRecords" -> ofStatistics(known -> boxed(known.numRecords()));
            case "tightBounds" -> ofStatistics(FileStatistics::tightBounds);
            case "minValues" -> {
                StatisticsSchema.Column found = bounds.column(column);
                yield ofStatistics(known -> known.min(found).orElse(null));
            }
            case "maxValues" -> {
                StatisticsSchema.Column found = bounds.column(column);
                yield ofStatistics(known -> known.max(found).orElse(null));
            }
            default -> {
                StatisticsSchema.Column found = counts.column(column);
                yield ofStatistics(known -> boxed(known.nullCount(found)));
            }
        };
    }

    private static @Nullable Object boxed(java.util.OptionalLong number) {
        return number.isPresent() ? (Object) number.getAsLong() : null;
    }

    private static Function<Facts, @Nullable Object> ofStatistics(Function<FileStatistics, @Nullable Object> value) {
        return facts -> facts.statistics() == null ? null : value.apply(facts.statistics());
    }

    private void addPartitionValues(Snapshot snapshot) {
        List<StructField> members = new ArrayList<>();
        Map<String, PrimitiveType> types = new LinkedHashMap<>();
        for (String name : snapshot.metadata().partitionColumns()) {
            StructField field = snapshot.schema().resolve(ColumnPath.of(name)).get(0);
            if (field.type() instanceof PrimitiveType type && type.kind() != PrimitiveType.Kind.TIMESTAMP) {
                String physicalName = snapshot.columnMapping().physicalName(field);
                members.add(new StructField(physicalName, type));
                types.put(physicalName, type);
            }
        }
        if (!members.isEmpty()) {
            add(PARTITION_VALUES, new StructType(members), path -> {
                String name = path.get(0);
                PrimitiveType type = requireNonNull(types.get(name));
                return facts -> partitionValue(type, facts.partitionValues().get(name));
            });
        }
    }

    /** Null if the text is no value of the type; in every type an empty text is null too. */
    private static @Nullable Object partitionValue(PrimitiveType type, @Nullable String text) {
        return text == null || text.isEmpty()
                ? null
                : ValueTexts.parse(type, text, ZoneOffset.UTC).orElse(null);
    }

    private void add(
            String name, StructType struct, Function<List<String>, Function<Facts, @Nullable Object>> valueOfPath) {
        DataFileSchema schema =
                DataFileSchema.of(struct, ColumnMapping.NONE, DataFileSchema.Options.dataColumns(List.of()));
        fields.add(new GroupType(
                Type.Repetition.OPTIONAL, name, schema.messageType().getFields()));
        for (DataFileSchema.Leaf leaf : schema.leaves()) {
            List<String> path = new ArrayList<>();
            path.add(name);
            path.addAll(leaf.parquetPath());
            leaves.add(new Leaf(List.copyOf(path), valueOfPath.apply(leaf.parquetPath())));
        }
    }

    /** Columns by their physical names, as structs nest them. */
    private static final class Node {
        private final Map<String, Node> children = new LinkedHashMap<>();
        private StatisticsSchema.@Nullable Column column;
        private DataType type = PrimitiveType.LONG;

        boolean isEmpty() {
            return children.isEmpty();
        }

        void add(StatisticsSchema.Column added, DataType typeInStatistics) {
            Node node = this;
            for (String name : added.physicalPath()) {
                node = node.children.computeIfAbsent(name, key -> new Node());
            }
            node.column = added;
            node.type = typeInStatistics;
        }

        StatisticsSchema.Column column(List<String> path) {
            Node node = this;
            for (String name : path) {
                node = node.children.get(name);
                if (node == null) {
                    break;
                }
            }
            if (node == null || node.column == null) {
                throw new IllegalStateException("no statistics of " + new ColumnPath(path));
            }
            return node.column;
        }

        StructType toStruct() {
            List<StructField> members = new ArrayList<>();
            children.forEach((name, child) ->
                    members.add(new StructField(name, child.children.isEmpty() ? child.type : child.toStruct())));
            return new StructType(members);
        }
    }
}
