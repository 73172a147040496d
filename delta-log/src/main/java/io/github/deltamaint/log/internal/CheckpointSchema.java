package io.github.deltamaint.log.internal;

import io.github.deltamaint.parquet.ParquetFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Chooses columns and row groups of a checkpoint file, so that only what is needed is read. */
final class CheckpointSchema {
    private CheckpointSchema() {}

    /**
     * The columns of some actions.
     *
     * @param actions the names of the actions
     * @param fields which fields of them
     * @return the fields as the file spells them; without columns if it has none
     */
    static MessageType prune(MessageType schema, Set<String> actions, Predicate<String> fields) {
        List<Type> pruned = new ArrayList<>();
        for (Type action : schema.getFields()) {
            if (!actions.contains(action.getName()) || action.isPrimitive()) {
                continue;
            }
            List<Type> kept = action.asGroupType().getFields().stream()
                    .filter(field -> fields.test(field.getName()))
                    .toList();
            if (!kept.isEmpty()) {
                pruned.add(action.asGroupType().withNewFields(kept));
            }
        }
        return new MessageType(schema.getName(), pruned);
    }

    /** The row groups in which at least one of some columns has a value, as far as statistics tell; all if they do not. */
    static int[] rowGroupsWith(ParquetFile file, String... dottedPaths) {
        Set<String> wanted = Set.of(dottedPaths);
        int[] leaves = leaves(file, wanted);
        int[] groups = new int[file.rowGroups()];
        int count = 0;
        for (int group = 0; group < file.rowGroups(); group++) {
            if (hasValue(file, group, leaves)) {
                groups[count++] = group;
            }
        }
        return Arrays.copyOf(groups, count);
    }

    private static int[] leaves(ParquetFile file, Set<String> dottedPaths) {
        List<String[]> paths = file.schema().getPaths();
        return java.util.stream.IntStream.range(0, paths.size())
                .filter(leaf -> dottedPaths.contains(String.join(".", paths.get(leaf))))
                .toArray();
    }

    private static boolean hasValue(ParquetFile file, int group, int[] leaves) {
        for (int leaf : leaves) {
            ColumnChunkMetaData chunk = file.chunk(group, leaf);
            Statistics<?> statistics = chunk.getStatistics();
            if (statistics == null || !statistics.isNumNullsSet() || statistics.getNumNulls() < chunk.getValueCount()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a column is there and may have a value somewhere. */
    static boolean mayHave(ParquetFile file, String... path) {
        return file.schema().containsPath(path) && rowGroupsWith(file, String.join(".", path)).length > 0;
    }

    /** The fields of a struct inside an action; empty if there is no such struct. */
    static List<Type> fieldsOf(MessageType schema, String action, String struct) {
        if (!schema.containsField(action) || schema.getType(action).isPrimitive()) {
            return List.of();
        }
        GroupType group = schema.getType(action).asGroupType();
        return group.containsField(struct) && !group.getType(struct).isPrimitive()
                ? group.getType(struct).asGroupType().getFields()
                : List.of();
    }
}
