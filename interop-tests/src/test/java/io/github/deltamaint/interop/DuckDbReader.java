package io.github.deltamaint.interop;

import io.github.deltamaint.testsupport.NaiveTableReader;
import io.github.deltamaint.testsupport.ParquetRows;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.ValueType;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB reads the data files; {@link io.github.deltamaint.testsupport.NaiveLog} tells which ones, and which of their rows are
 * deleted. DuckDB's Parquet reader shares no code with parquet-java.
 */
final class DuckDbReader extends NaiveTableReader {

    private final DuckDb duckDb;

    DuckDbReader(DuckDb duckDb) {
        this.duckDb = duckDb;
    }

    /** All rows of one Parquet file in file order, every column with the type that the file states. */
    TableRows rowsOfFile(Path file) {
        ValueType.Struct columns = ParquetRows.columns(file);
        return new TableRows(columns, readFile(file, columns, ParquetRows.Matching.NAME));
    }

    @Override
    protected List<List<@Nullable Object>> readFile(
            Path file, ValueType.Struct columns, ParquetRows.Matching matching) {
        MessageType schema = ParquetRows.footer(file).getFileMetaData().getSchema();
        List<String> expressions = new ArrayList<>(new DuckDbColumns(matching).of(columns, schema));
        expressions.add("file_row_number");
        String sql = "SELECT " + String.join(", ", expressions) + " FROM " + duckDb.parquet(file)
                + " ORDER BY file_row_number";
        List<List<@Nullable Object>> rows = new ArrayList<>();
        duckDb.query(sql, result -> {
            while (result.next()) {
                rows.add(row(columns, result));
            }
        });
        return rows;
    }

    private static List<@Nullable Object> row(ValueType.Struct columns, ResultSet result) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < columns.fields().size(); i++) {
            values.add(DuckDbColumns.value(columns.fields().get(i).type(), result.getObject(i + 1)));
        }
        return values;
    }
}
