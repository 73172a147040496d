package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Third-party files keep their rows when they are rewritten: parquet-java and DuckDB read both. */
class CorpusRewriteTest {
    /** Files that we refuse to read, and what we say; see {@link CorpusReadTest}. */
    private static final Map<String, String> REFUSED = Map.of(
            "parquet/hardwood/compat_chunk_path_swapped.parquet", "the footer has the chunk of column b in its place");

    /** Old LZ4, for which parquet-java needs a library that is not here; {@link CorpusReadTest} has Arrow judge our reader. */
    private static final Set<String> NOT_FOR_PARQUET_JAVA = Set.of(
            "parquet/testing/hadoop_lz4_compressed.parquet",
            "parquet/testing/hadoop_lz4_compressed_larger.parquet",
            "parquet/testing/non_hadoop_lz4_compressed.parquet");

    /** Files that DuckDB does not read as they are: encodings, codecs, types and broken variants. */
    private static final Set<String> NOT_FOR_DUCKDB = Set.of(
            "parquet/testing/byte_stream_split_extended.gzip.parquet",
            "parquet/encodings/BYTE_STREAM_SPLIT/int64.parquet",
            "parquet/encodings/BYTE_STREAM_SPLIT/uuid.parquet",
            "parquet/encodings/BYTE_STREAM_SPLIT/uuid_with_nulls.parquet",
            "parquet/testing/hadoop_lz4_compressed.parquet",
            "parquet/testing/hadoop_lz4_compressed_larger.parquet",
            "parquet/testing/non_hadoop_lz4_compressed.parquet",
            "parquet/testing/map_no_value.parquet",
            "parquet/hardwood/geography_algorithm.parquet",
            "parquet/hardwood/legacy_converted_types_test.parquet",
            "parquet/variant/case-127.parquet",
            "parquet/hardwood/variant_negative_dict_size.parquet",
            // Lists and maps without the old annotation, which it does not take for lists and maps. Ours have both.
            "parquet/hardwood/list_annotation_modern_only_test.parquet",
            "parquet/hardwood/map_annotation_modern_only_test.parquet");

    /** Columns of types whose values have no order, and so no bounds. */
    private static final Pattern WITHOUT_ORDER = Pattern.compile("\\((UNKNOWN|VARIANT|INTERVAL|GEOMETRY|GEOGRAPHY)");

    @TempDir
    static Path directory;

    private static int files;

    private static final DuckDb DUCKDB = new DuckDb();

    @AfterAll
    static void closeDuckDb() throws SQLException {
        DUCKDB.close();
    }

    @TestFactory
    Stream<DynamicTest> keepsTheRowsOfEveryFile() throws IOException {
        return Corpus.parquetFiles("rewrite").stream()
                .map(CorpusRewriteTest::path)
                .filter(path -> !REFUSED.containsKey(path))
                .map(path -> DynamicTest.dynamicTest(path, () -> {
                    check(path, WriteSettings.defaults());
                    check(
                            path,
                            WriteSettings.builder()
                                    .encodings(Encodings.MODERN)
                                    .compression(Compression.ZSTD, 1)
                                    .pageRows(50)
                                    .rowGroupRows(700)
                                    .build());
                }));
    }

    @TestFactory
    Stream<DynamicTest> theAutomaticOrderKeepsTheRowsOfEveryFileAndSaysTheTruthOfThem() throws IOException {
        return Corpus.parquetFiles("rewrite").stream()
                .map(CorpusRewriteTest::path)
                .filter(path -> !REFUSED.containsKey(path))
                .map(path -> DynamicTest.dynamicTest(path, () -> checkOrdered(path)));
    }

    private void checkOrdered(String path) throws IOException, SQLException {
        Path input = Corpus.root().resolve(path);
        MemoryFile output = new MemoryFile("output");
        RewriteResult result = rewrite(
                input,
                RowOrder.automatic(),
                WriteSettings.builder().rowGroupRows(3000).pageRows(500).build(),
                index -> output);
        if (result.rowsRead() == 0) {
            return;
        }
        Shredded written = Shredded.read(output);
        if (!WITHOUT_ORDER.matcher(written.schema().toString()).find()) {
            FileTruth.check(output, result.files().get(0), written);
        }
        if (!NOT_FOR_PARQUET_JAVA.contains(path)) {
            Shredded read = Shredded.read(MemoryFile.of("input", Files.readAllBytes(input)));
            assertThat(RowOrderPropertyTest.records(written, 0, written.records()))
                    .isEqualTo(RowOrderPropertyTest.records(read, 0, read.records()));
        }
        if (!NOT_FOR_DUCKDB.contains(path)) {
            Path file = Files.write(directory.resolve("written-" + files++ + ".parquet"), output.content());
            assertThat(sorted(DUCKDB.rows(file))).isEqualTo(sorted(DUCKDB.rows(input)));
        }
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }

    @TestFactory
    Stream<DynamicTest> reportsCorruptFilesAndLeavesNoOutput() throws IOException {
        return Stream.concat(
                        REFUSED.keySet().stream(),
                        Corpus.parquetFiles("must-error").stream().map(CorpusRewriteTest::path))
                .map(path -> DynamicTest.dynamicTest(path, () -> {
                    MemoryFile output = new MemoryFile("output");
                    assertThatThrownBy(() ->
                                    rewrite(Corpus.root().resolve(path), WriteSettings.defaults(), index -> output))
                            .isInstanceOfAny(CorruptFileException.class, UnsupportedFileException.class)
                            .hasMessageContaining(path);
                    assertThat(output.isClosed()).isFalse();
                    assertThat(output.getLength() == 0 || output.isAborted()).isTrue();
                }));
    }

    private void check(String path, WriteSettings settings) throws IOException, SQLException {
        Path input = Corpus.root().resolve(path);
        MemoryFile output = new MemoryFile("output");
        RewriteResult result = rewrite(input, settings, index -> output);
        assertThat(result.rowsWritten()).isEqualTo(result.rowsRead());
        if (result.rowsRead() == 0) {
            assertThat(result.files()).isEmpty();
            return;
        }
        // DuckDB keeps what it has read of a path.
        Path written = Files.write(directory.resolve("written-" + files++ + ".parquet"), output.content());
        List<List<String>> expected = NOT_FOR_PARQUET_JAVA.contains(path)
                ? ours(input)
                : ParquetJava.read(new MemoryInput(Files.readAllBytes(input)));
        assertThat(ParquetJava.read(output)).isEqualTo(expected);
        if (!NOT_FOR_DUCKDB.contains(path)) {
            assertThat(DUCKDB.rows(written)).isEqualTo(DUCKDB.rows(input));
        }
    }

    private static List<List<String>> ours(Path path) throws IOException {
        try (ParquetFile file = PathSource.open(path);
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, file.schema(), FieldMatching.NAME, RowSelection.all(), 1000)) {
            return Entries.read(reader);
        }
    }

    private static RewriteResult rewrite(Path input, WriteSettings settings, OutputFiles outputs) throws IOException {
        return rewrite(input, RowOrder.asRead(), settings, outputs);
    }

    private static RewriteResult rewrite(Path input, RowOrder order, WriteSettings settings, OutputFiles outputs)
            throws IOException {
        try (ParquetFile file = PathSource.open(input)) {
            return ParquetRewriter.rewrite(RewriteRequest.builder(file.schema())
                    .input(RewriteInput.of(input.toString(), () -> new PathSource(input)))
                    .order(order)
                    .settings(settings)
                    .outputs(outputs)
                    .build());
        }
    }

    private static String path(JsonNode file) {
        return file.get("path").asText();
    }
}
