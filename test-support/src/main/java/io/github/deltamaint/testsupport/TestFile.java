package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A data file of a {@link TestTable} with the rows that were written into it.
 *
 * @param path as in the log, encoded
 * @param file where it is
 * @param partitionValues by physical name; null for SQL NULL
 * @param rows all rows of the file, in the columns that the table had when it was written
 * @param columns those columns
 * @param deleted positions of rows that a deletion vector hides
 * @param add the add action
 */
public record TestFile(
        String path,
        Path file,
        Map<String, @Nullable String> partitionValues,
        ValueType.Struct columns,
        List<List<@Nullable Object>> rows,
        NavigableSet<Long> deleted,
        ObjectNode add) {

    /** The rows that are left, in the shape of a table that may have got more columns since. */
    List<List<@Nullable Object>> liveRows(ValueType.Struct table) {
        List<List<@Nullable Object>> live = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (!deleted.contains((long) i)) {
                live.add(shaped(rows.get(i), table));
            }
        }
        return live;
    }

    private List<@Nullable Object> shaped(List<@Nullable Object> row, ValueType.Struct table) {
        List<@Nullable Object> shaped = new ArrayList<>();
        for (ValueType.Field field : table.fields()) {
            int position = columns.fields().stream()
                    .map(ValueType.Field::physicalName)
                    .toList()
                    .indexOf(field.physicalName());
            shaped.add(position < 0 ? null : Values.plain(field.type(), row.get(position)));
        }
        return shaped;
    }

    TestFile withDeleted(NavigableSet<Long> positions, ObjectNode newAdd) {
        return new TestFile(path, file, partitionValues, columns, rows, new TreeSet<>(positions), newAdd);
    }
}
