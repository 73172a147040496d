package io.github.deltamaint.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An in-memory DuckDB. Closed by whoever opened it; one that all tests of a run may use is {@link #shared()}. */
final class DuckDb implements AutoCloseable {

    private static @Nullable DuckDb shared;

    private final Connection connection;
    private final Path copies;

    DuckDb() {
        try {
            copies = Files.createTempDirectory("duckdb");
            connection = DriverManager.getConnection("jdbc:duckdb:");
            execute("SET TimeZone = 'UTC'");
            execute("SET threads = 2");
            execute("SET memory_limit = '1GB'");
        } catch (SQLException | IOException e) {
            throw new IllegalStateException("cannot start DuckDB", e);
        }
    }

    /** The one of this test run; it ends with the run. */
    static synchronized DuckDb shared() {
        if (shared == null) {
            DuckDb started = new DuckDb();
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            shared = started;
        }
        return shared;
    }

    /** Reads a result. */
    interface ResultConsumer {
        void accept(ResultSet result) throws SQLException;
    }

    void execute(String sql) {
        query(sql, result -> {});
    }

    void query(String sql, ResultConsumer consumer) {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet result = statement.getResultSet()) {
                    consumer.accept(result);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("DuckDB refused: " + sql, e);
        }
    }

    /** The table function that reads one file, with the column {@code file_row_number} and nothing out of its path. */
    String parquet(Path file) {
        String path = plainlyNamed(file.toAbsolutePath()).toString();
        return "read_parquet(" + text(path) + ", file_row_number = true, hive_partitioning = false)";
    }

    /** DuckDB takes some characters for patterns, so a file with such a path is read from a copy. */
    private Path plainlyNamed(Path file) {
        if (!file.toString().matches(".*[*?\\[\\]{}].*")) {
            return file;
        }
        try {
            Path copy = copies.resolve(file.toString().hashCode() + ".parquet");
            return Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + file, e);
        }
    }

    static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    static String name(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.list(copies)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(copies);
            connection.close();
        } catch (SQLException | IOException e) {
            throw new IllegalStateException("cannot close DuckDB", e);
        }
    }
}
