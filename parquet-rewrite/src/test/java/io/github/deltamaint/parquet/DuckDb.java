package io.github.deltamaint.parquet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What DuckDB reads from a file: a judge that shares no code with parquet-java. */
final class DuckDb implements AutoCloseable {
    private final Connection connection;

    DuckDb() {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
            execute("SET threads = 1");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs a statement that has no result. */
    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The texts of all rows, in their order. */
    List<String> rows(Path file) throws SQLException {
        return column("SELECT t::VARCHAR FROM read_parquet('" + file + "') t");
    }

    /** The first column of a query's result, as texts. */
    List<String> column(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
