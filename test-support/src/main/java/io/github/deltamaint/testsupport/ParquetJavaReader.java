package io.github.deltamaint.testsupport;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole table with {@link NaiveLog} and parquet-java's record API: log replay, deletion vectors, column mapping and
 * partition values are its own, Parquet is parquet-java's.
 */
public final class ParquetJavaReader implements TableReader {

    @Override
    public TableRows rows(Path table) {
        return rows(NaiveLog.latest(table));
    }

    @Override
    public TableRows rows(Path table, long version) {
        return rows(NaiveLog.at(table, version));
    }

    /** All rows of a state that was replayed already. */
    public TableRows rows(NaiveSnapshot snapshot) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (NaiveFile file : snapshot.files()) {
            List<List<@Nullable Object>> all =
                    ParquetRows.read(file.file(), snapshot.dataColumns(), snapshot.matching());
            NavigableSet<Long> deleted = file.deletedRows();
            for (int i = 0; i < all.size(); i++) {
                if (!deleted.contains((long) i)) {
                    rows.add(tableRow(snapshot, file, all.get(i)));
                }
            }
        }
        return new TableRows(snapshot.columns(), rows);
    }

    /** Puts partition values, which come from the log alone, between the values from the file. */
    public static List<@Nullable Object> tableRow(
            NaiveSnapshot snapshot, NaiveFile file, List<@Nullable Object> dataValues) {
        Map<String, @Nullable String> partitionValues = file.partitionValues();
        List<@Nullable Object> row = new ArrayList<>();
        int next = 0;
        for (ValueType.Field field : snapshot.columns().fields()) {
            if (snapshot.partitionColumns().contains(field.name())) {
                row.add(PartitionText.parse(field.type(), partitionValues.get(field.physicalName())));
            } else {
                row.add(dataValues.get(next++));
            }
        }
        return row;
    }
}
