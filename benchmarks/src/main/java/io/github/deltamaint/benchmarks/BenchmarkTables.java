package io.github.deltamaint.benchmarks;

import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.RowGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables on disk: made once, copied, deleted, and compared by DuckDB. */
final class BenchmarkTables {
    private static final int FILES = 50;

    private BenchmarkTables() {}

    /** A table in 50 files. It is made if it is not there from an earlier run. */
    static Path generated(Path table, RowGenerator generator, int rows) throws IOException {
        if (!Files.exists(table)) {
            System.err.println("generating " + table);
            Path unfinished = table.resolveSibling(table.getFileName() + ".unfinished");
            deleteTree(unfinished);
            generator.writeTable(unfinished, rows, FILES);
            Files.move(unfinished, table);
        }
        return table;
    }

    /** Instead of what is there. */
    static void copy(Path source, Path target) throws IOException {
        deleteTree(target);
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : paths.toList()) {
                Files.copy(path, target.resolve(source.relativize(path).toString()));
            }
        }
    }

    static void deleteTree(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** The active files of the latest version, as a list of DuckDB. */
    static String files(Path table) {
        return NaiveLog.latest(table).files().stream()
                .map(NaiveFile::file)
                .map(file -> "'" + file + "'")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** The bytes of the active files of the latest version. */
    static long bytes(Path table) {
        return NaiveLog.latest(table).files().stream()
                .mapToLong(NaiveFile::size)
                .sum();
    }

    /**
     * Compares the number of rows and the sum of their hashes.
     *
     * @throws IllegalStateException if they differ
     */
    static void requireSameRows(Path source, Path table) throws SQLException {
        String expected = content(source);
        String found = content(table);
        if (!found.equals(expected)) {
            throw new IllegalStateException(table + " has " + found + " instead of " + expected);
        }
    }

    private static String content(Path table) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 2");
            try (ResultSet result =
                    statement.executeQuery("SELECT count(*) || ' rows, ' || sum(hash(t)::HUGEINT) FROM read_parquet("
                            + files(table) + ") t")) {
                result.next();
                return result.getString(1);
            }
        }
    }
}
