package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Third-party files read as parquet-java and Arrow read them. */
class CorpusReadTest {
    /** Files that are readable for parquet-java and not for us, and what we say. */
    private static final Map<String, String> REFUSED = Map.of(
            // parquet-java goes by the path of a chunk, Arrow by its position: they read different rows.
            "parquet/hardwood/compat_chunk_path_swapped.parquet", "the footer has the chunk of column b in its place");

    /** Old LZ4, for which parquet-java needs a library that is not here. Arrow's hash judges alone. */
    private static final Set<String> NOT_FOR_PARQUET_JAVA = Set.of(
            "parquet/testing/hadoop_lz4_compressed.parquet",
            "parquet/testing/hadoop_lz4_compressed_larger.parquet",
            "parquet/testing/non_hadoop_lz4_compressed.parquet");

    /** Where Arrow's own hash is not to be had: of NaNs it lost the payload, of INT96 it does not hold the year 290000. */
    private static final Set<String> NOT_FOR_ARROW =
            Set.of("parquet/testing/floating_orders_nan_count.parquet", "parquet/testing/int96_from_spark.parquet");

    @TestFactory
    Stream<DynamicTest> readsWhatParquetJavaReads() throws IOException {
        return Corpus.parquetFiles("read").stream()
                .filter(file -> !REFUSED.containsKey(path(file)) && !NOT_FOR_PARQUET_JAVA.contains(path(file)))
                .map(file -> DynamicTest.dynamicTest(path(file), () -> {
                    Path path = Corpus.root().resolve(path(file));
                    List<List<String>> expected = ParquetJava.read(path);
                    assertThat(entries(path, 4096)).isEqualTo(expected);
                    assertThat(entries(path, 7)).as("in small batches").isEqualTo(expected);
                }));
    }

    @TestFactory
    Stream<DynamicTest> readsTheRowsThatArrowReads() throws IOException {
        return Corpus.parquetFiles("read").stream()
                .filter(file -> !REFUSED.containsKey(path(file)) && !NOT_FOR_ARROW.contains(path(file)))
                .filter(file -> file.path("pyarrow").has("rows_ordered_sha256"))
                .map(file -> DynamicTest.dynamicTest(path(file), () -> {
                    List<String> rows = rows(Corpus.root().resolve(path(file)));
                    assertThat(rows)
                            .hasSize(file.get("pyarrow").get("rows_read").asInt());
                    assertThat(sha256(rows))
                            .isEqualTo(file.get("pyarrow")
                                    .get("rows_ordered_sha256")
                                    .asText());
                }));
    }

    @TestFactory
    Stream<DynamicTest> refusesWhatReadersDisagreeAbout() {
        Path root = Corpus.root();
        return REFUSED.entrySet().stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getKey(),
                        () -> assertThatThrownBy(() -> entries(root.resolve(file.getKey()), 100))
                                .isInstanceOf(CorruptFileException.class)
                                .hasMessageContaining(file.getValue())));
    }

    @TestFactory
    Stream<DynamicTest> reportsCorruptAndEncryptedFiles() throws IOException {
        return Corpus.parquetFiles("must-error").stream()
                .map(file -> DynamicTest.dynamicTest(path(file), () -> {
                    Class<? extends IOException> type = path(file).contains("encrypt")
                            ? UnsupportedFileException.class
                            : CorruptFileException.class;
                    assertThatThrownBy(() -> entries(Corpus.root().resolve(path(file)), 100))
                            .isInstanceOf(type)
                            .hasMessageContaining(path(file));
                }));
    }

    @Test
    void readsDataAndCheckpointsOfAllTablesAsParquetJavaDoes() throws IOException {
        int equal = 0;
        List<String> differences = new ArrayList<>();
        for (Path path : Corpus.filesOfTables()) {
            List<List<String>> expected;
            try {
                expected = ParquetJava.read(path);
            } catch (IOException | RuntimeException e) {
                assertThatThrownBy(() -> entries(path, 1000))
                        .as("%s, of which parquet-java says %s", path, e)
                        .isInstanceOfAny(CorruptFileException.class, UnsupportedFileException.class);
                continue;
            }
            try {
                if (entries(path, 1000).equals(expected)) {
                    equal++;
                } else {
                    differences.add(path + " differs");
                }
            } catch (IOException e) {
                differences.add(e.toString());
            }
        }
        assertThat(differences).isEmpty();
        assertThat(equal).isGreaterThan(2000);
    }

    private static String path(JsonNode file) {
        return file.get("path").asText();
    }

    private static List<List<String>> entries(Path path, int batchRecords) throws IOException {
        try (ParquetFile file = PathSource.open(path);
                ColumnBatchReader reader = ColumnBatchReader.open(
                        file, file.schema(), FieldMatching.NAME, RowSelection.all(), batchRecords)) {
            return Entries.read(reader);
        }
    }

    private static List<String> rows(Path path) throws IOException {
        try (ParquetFile file = PathSource.open(path);
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, file.schema(), FieldMatching.NAME, RowSelection.all(), 100)) {
            SchemaNode.Struct root = SchemaNode.of(file.schema());
            return Records.read(reader).stream()
                    .map(row -> RowText.of(root, row))
                    .toList();
        }
    }

    private static String sha256(List<String> rows) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        return HexFormat.of().formatHex(digest.digest(String.join("\n", rows).getBytes(StandardCharsets.UTF_8)));
    }
}
