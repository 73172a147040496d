package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.column.Encoding;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that are long enough for dictionaries to be judged while they grow. DuckDB writes and reads them. */
class LargeColumnsTest {
    private static final int ROWS = 400_000;

    @TempDir
    static Path directory;

    private static final DuckDb DUCKDB = new DuckDb();
    private static Path input = Path.of("");
    private static int outputs;

    @BeforeAll
    static void writeInput() throws SQLException {
        input = directory.resolve("input.parquet");
        DUCKDB.execute("COPY (SELECT range AS id, range // 4 AS order_key, hash(range) % 1000 AS small,"
                + " hash(range) % 40000 AS saturating, 'text ' || hash(range) AS unique_text,"
                + " CASE WHEN hash(range + 1) % 10 < 3 THEN NULL ELSE hash(range) % 30 END AS with_nulls,"
                + " CASE WHEN range < 200000 THEN NULL ELSE 'late ' || range END AS late,"
                + " (hash(range) % 100000)::DOUBLE / 7 AS ratio, hash(range) % 2 = 0 AS flag,"
                + " CASE WHEN range < 250000 THEN 'few' ELSE 'many ' || range END AS turning,"
                + " repeat(chr((97 + range % 5)::INT), 70) || range AS long_text"
                + " FROM range(" + ROWS + ")) TO '" + input + "' (ROW_GROUP_SIZE 70000)");
    }

    @AfterAll
    static void closeDuckDb() throws SQLException {
        DUCKDB.close();
    }

    @Test
    void everyColumnGetsTheEncodingThatFitsIt() throws IOException, SQLException {
        Map<String, Set<Encoding>> encodings = rewrite(WriteSettings.defaults(), RowSelection.all());
        assertThat(encodings.get("id")).containsExactly(Encoding.PLAIN);
        assertThat(encodings.get("unique_text")).containsExactly(Encoding.PLAIN);
        assertThat(encodings.get("late")).containsExactly(Encoding.PLAIN);
        assertThat(encodings.get("flag")).containsExactly(Encoding.PLAIN);
        assertThat(names(encodings.get("small"))).containsExactly("PLAIN_DICTIONARY");
        assertThat(names(encodings.get("saturating"))).containsExactly("PLAIN_DICTIONARY");
        assertThat(names(encodings.get("with_nulls"))).containsExactly("PLAIN_DICTIONARY");
    }

    @Test
    void modernEncodingsAreChosenWhereTheyAreSmaller() throws IOException, SQLException {
        Map<String, Set<Encoding>> encodings =
                rewrite(WriteSettings.builder().encodings(Encodings.MODERN).build(), RowSelection.all());
        assertThat(encodings.get("id")).containsExactly(Encoding.DELTA_BINARY_PACKED);
        assertThat(encodings.get("order_key")).containsExactly(Encoding.DELTA_BINARY_PACKED);
        assertThat(encodings.get("late")).doesNotContain(Encoding.PLAIN);
    }

    @Test
    void dictionariesThatGrowTooLargeServeThePagesBefore() throws IOException, SQLException {
        Map<String, Set<Encoding>> encodings =
                rewrite(WriteSettings.builder().dictionaryBytes(40_000).build(), RowSelection.all());
        assertThat(names(encodings.get("turning"))).containsExactlyInAnyOrder("PLAIN_DICTIONARY", "PLAIN");
    }

    @Test
    void deletedRowsAreGone() throws IOException, SQLException {
        RowSelection.Builder selection = RowSelection.builder().delete(100_000, 230_000);
        for (int row = 0; row < ROWS; row += 1000) {
            selection.delete(row);
        }
        rewrite(WriteSettings.builder().rowGroupRows(90_000).build(), selection.build());
    }

    private static Set<String> names(Set<Encoding> encodings) {
        return encodings.stream().map(Enum::name).collect(Collectors.toSet());
    }

    private static Map<String, Set<Encoding>> rewrite(WriteSettings settings, RowSelection selection)
            throws IOException, SQLException {
        MemoryFile output = new MemoryFile("output");
        RewriteResult result;
        try (ParquetFile file = PathSource.open(input)) {
            result = ParquetRewriter.rewrite(RewriteRequest.builder(file.schema())
                    .input(RewriteInput.of("input", () -> new PathSource(input)).select(selection))
                    .settings(settings)
                    .outputs(index -> output)
                    .build());
        }
        Path written = Files.write(directory.resolve("output-" + outputs++ + ".parquet"), output.content());
        String survives = selection.isAll() ? "true" : "id % 1000 <> 0 AND NOT (id >= 100000 AND id < 230000)";
        String digest = "SELECT count(*) || ' ' || sum(hash(t)::HUGEINT) FROM read_parquet('%s') t WHERE %s";
        assertThat(DUCKDB.column(digest.formatted(written, "true")))
                .isEqualTo(DUCKDB.column(digest.formatted(input, survives)));
        Map<String, Set<Encoding>> encodings = new HashMap<>();
        for (ColumnSummary column : result.files().get(0).columns()) {
            encodings.put(column.path().get(0), column.encodings());
            if (!column.path().get(0).equals("flag")) {
                String bounds = "SELECT min(" + column.path().get(0) + ")::VARCHAR || ' ' || max("
                        + column.path().get(0)
                        + ")::VARCHAR || ' ' || count(*) - count("
                        + column.path().get(0) + ") FROM read_parquet('"
                        + written + "')";
                assertThat(DUCKDB.column(bounds)).containsExactly(text(column));
            }
        }
        return encodings;
    }

    private static String text(ColumnSummary column) {
        return text(column.min()) + " " + text(column.max()) + " " + column.nullCount();
    }

    private static String text(Object value) {
        return value instanceof byte[] bytes
                ? new String(bytes, java.nio.charset.StandardCharsets.UTF_8)
                : String.valueOf(value);
    }
}
