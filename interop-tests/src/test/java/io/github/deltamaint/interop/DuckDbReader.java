package io.github.deltamaint.interop;

import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.ParquetRows;
import io.github.deltamaint.testsupport.TableReader;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.ValueType;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB reads the data files; {@link NaiveLog} tells which ones, and which of their rows are deleted. DuckDB's Parquet
 * reader shares no code with parquet-java.
 */
final class DuckDbReader implements TableReader {

    private final DuckDb duckDb;

    DuckDbReader(DuckDb duckDb) {
        this.duckDb = duckDb;
    }

    @Override
    public TableRows rows(Path table) {
        return rows(NaiveLog.latest(table));
    }

    @Override
    public TableRows rows(Path table, long version) {
        return rows(NaiveLog.at(table, version));
    }

    private TableRows rows(NaiveSnapshot snapshot) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (NaiveFile file : snapshot.files()) {
            NavigableSet<Long> deleted = file.deletedRows();
            readFile(file.file(), snapshot.dataColumns(), snapshot.matching(), (position, values) -> {
                if (!deleted.contains(position)) {
                    rows.add(ParquetJavaReader.tableRow(snapshot, file, values));
                }
            });
        }
        return new TableRows(snapshot.columns(), rows);
    }

    /** All rows of one Parquet file in file order, every column with the type that the file states. */
    TableRows rowsOfFile(Path file) {
        ValueType.Struct columns = ParquetRows.columns(file);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        readFile(file, columns, ParquetRows.Matching.NAME, (position, values) -> rows.add(values));
        return new TableRows(columns, rows);
    }

    private interface RowConsumer {
        void accept(long position, List<@Nullable Object> values);
    }

    private void readFile(Path file, ValueType.Struct columns, ParquetRows.Matching matching, RowConsumer consumer) {
        MessageType schema = ParquetRows.footer(file).getFileMetaData().getSchema();
        DuckDbColumns select = new DuckDbColumns(matching);
        List<String> expressions = new ArrayList<>(select.of(columns, schema));
        expressions.add("file_row_number");
        String sql = "SELECT " + String.join(", ", expressions) + " FROM " + duckDb.parquet(file)
                + " ORDER BY file_row_number";
        duckDb.query(sql, result -> {
            while (result.next()) {
                consumer.accept(result.getLong(expressions.size()), row(columns, result));
            }
        });
    }

    private static List<@Nullable Object> row(ValueType.Struct columns, ResultSet result) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < columns.fields().size(); i++) {
            values.add(DuckDbColumns.value(columns.fields().get(i).type(), result.getObject(i + 1)));
        }
        return values;
    }
}
