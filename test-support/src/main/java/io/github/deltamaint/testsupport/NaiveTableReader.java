package io.github.deltamaint.testsupport;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads tables by {@link NaiveLog}: log replay, deletion vectors, partition values and row ids are done here, reading a Parquet file is
 * left to somebody else. A variant is read as a struct of its two parts.
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
        return rows(snapshot, ValueType.columns(), (file, position, values) -> List.<@Nullable Object>of());
    }

    /**
     * All rows of the latest version of a table with row tracking, each with two more values at its end: its id and the version that last changed
     * it (PROTOCOL.md, "Row Tracking").
     */
    public TableRows rowsWithIds(Path table) {
        NaiveSnapshot snapshot = NaiveLog.latest(table);
        ValueType.Struct ids = ValueType.columns(
                snapshot.configuration().getOrDefault("delta.rowTracking.materializedRowIdColumnName", "no id"),
                ValueType.Primitive.LONG,
                snapshot.configuration()
                        .getOrDefault("delta.rowTracking.materializedRowCommitVersionColumnName", "no version"),
                ValueType.Primitive.LONG);
        return rows(snapshot, ids, NaiveTableReader::idAndVersion);
    }

    private static List<@Nullable Object> idAndVersion(NaiveFile file, long position, List<@Nullable Object> inFile) {
        List<@Nullable Object> values = new ArrayList<>(inFile);
        if (values.get(0) == null && file.add().has("baseRowId")) {
            values.set(0, file.add().get("baseRowId").asLong() + position);
        }
        if (values.get(1) == null && file.add().has("defaultRowCommitVersion")) {
            values.set(1, file.add().get("defaultRowCommitVersion").asLong());
        }
        return values;
    }

    /** Makes of values that a file has for a row, perhaps null, those that the table has. */
    @FunctionalInterface
    private interface RowValues {
        List<@Nullable Object> of(NaiveFile file, long position, List<@Nullable Object> inFile);
    }

    private TableRows rows(NaiveSnapshot snapshot, ValueType.Struct more, RowValues moreValues) {
        ValueType.Struct columns = ValueType.withoutVariants(snapshot.columns());
        ValueType.Struct inFiles = with(ValueType.withoutVariants(snapshot.dataColumns()), more);
        int dataColumns = inFiles.fields().size() - more.fields().size();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (NaiveFile file : snapshot.files()) {
            List<List<@Nullable Object>> all = readFile(file.file(), inFiles, snapshot.matching());
            NavigableSet<Long> deleted = file.deletedRows();
            for (int i = 0; i < all.size(); i++) {
                if (!deleted.contains((long) i)) {
                    List<@Nullable Object> row =
                            tableRow(snapshot, file, all.get(i).subList(0, dataColumns));
                    row.addAll(moreValues.of(
                            file,
                            i,
                            all.get(i).subList(dataColumns, inFiles.fields().size())));
                    rows.add(row);
                }
            }
        }
        return new TableRows(with(columns, more), rows);
    }

    private static ValueType.Struct with(ValueType.Struct columns, ValueType.Struct more) {
        List<ValueType.Field> fields = new ArrayList<>(columns.fields());
        fields.addAll(more.fields());
        return new ValueType.Struct(fields);
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
