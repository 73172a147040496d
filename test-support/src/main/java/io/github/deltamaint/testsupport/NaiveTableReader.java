package io.github.deltamaint.testsupport;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads tables by {@link NaiveLog}: log replay, deletion vectors and partition values are done here, reading a Parquet file is
 * left to somebody else.
 */
public abstract class NaiveTableReader implements TableReader {

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
            List<List<@Nullable Object>> all = readFile(file.file(), snapshot.dataColumns(), snapshot.matching());
            NavigableSet<Long> deleted = file.deletedRows();
            for (int i = 0; i < all.size(); i++) {
                if (!deleted.contains((long) i)) {
                    rows.add(tableRow(snapshot, file, all.get(i)));
                }
            }
        }
        return new TableRows(snapshot.columns(), rows);
    }

    /**
     * Reads all rows of a data file in file order, deleted ones too, in the shape of the given columns.
     *
     * @param columns the table's columns without its partition columns
     * @param matching how they find theirs in the file
     */
    protected abstract List<List<@Nullable Object>> readFile(
            Path file, ValueType.Struct columns, ParquetRows.Matching matching);

    /** Puts partition values, which come from the log alone, between the values from the file. */
    private static List<@Nullable Object> tableRow(
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
