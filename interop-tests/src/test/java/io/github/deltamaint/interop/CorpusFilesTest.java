package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.deltamaint.testsupport.CorpusFile;
import io.github.deltamaint.testsupport.CorpusFileSource;
import io.github.deltamaint.testsupport.ParquetRows;
import io.github.deltamaint.testsupport.RowText;
import io.github.deltamaint.testsupport.TableRows;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;

/** The judges of single Parquet files, parquet-java's record API and DuckDB, against Arrow's answer and each other. */
class CorpusFilesTest {

    private static final Map<String, String> PARQUET_JAVA_MISSES = Map.of(
            "parquet/testing/hadoop_lz4_compressed.parquet", "wants another LZ4 library",
            "parquet/testing/hadoop_lz4_compressed_larger.parquet", "wants another LZ4 library",
            "parquet/testing/non_hadoop_lz4_compressed.parquet", "wants another LZ4 library",
            "parquet/testing/int96_from_spark.parquet", "has a timestamp beyond 64 bits of microseconds",
            "parquet/testing/repeated_no_annotation.parquet", "Arrow sees no rows where parquet-java sees 6");

    private static final Map<String, String> ARROW_DIFFERENCES = Map.of(
            "parquet/testing/map_no_value.parquet", "Arrow takes a map without values for a list",
            "parquet/hardwood/compat_chunk_path_swapped.parquet", "Arrow finds columns by position",
            "parquet/hardwood/wide_struct_test.parquet", "Arrow has a type for times of day",
            "parquet/hardwood/legacy_converted_types_test.parquet", "Arrow takes an enum for binary",
            "parquet/delta-kernel/parquet/parquet-thrift-compat.snappy.parquet", "Arrow takes an enum for binary");

    private final DuckDb duckDb = DuckDb.shared();

    private static Map<String, String> duckDbMisses() {
        String lz4 = "refuses the deprecated LZ4 codec";
        String map = "has another idea of such lists and maps";
        Map<String, String> misses = new TreeMap<>(PARQUET_JAVA_MISSES);
        misses.replaceAll((file, reason) -> reason.contains("LZ4") ? lz4 : reason);
        misses.put("parquet/testing/map_no_value.parquet", map);
        misses.put("parquet/hardwood/list_annotation_modern_only_test.parquet", map);
        misses.put("parquet/hardwood/list_of_lists_legacy_two_level_test.parquet", map);
        misses.put("parquet/hardwood/map_annotation_legacy_key_value_test.parquet", map);
        misses.put("parquet/hardwood/map_annotation_modern_only_test.parquet", map);
        misses.put("parquet/hardwood/map_key_only_test.parquet", map);
        misses.put("parquet/hardwood/compat_chunk_path_swapped.parquet", "finds columns by position");
        misses.put("parquet/hardwood/filter_pushdown_int_lying_stats.parquet", "believes statistics that lie");
        misses.put("parquet/encodings/BYTE_STREAM_SPLIT/int64.parquet", "refuses this encoding for 64-bit integers");
        return misses;
    }

    @ParameterizedTest
    @CorpusFileSource("read")
    void parquetJavaReadsTheRowsThatArrowReads(CorpusFile file) {
        skipMiss(PARQUET_JAVA_MISSES, file);
        TableRows rows = ParquetRows.read(file.file());
        file.rows().ifPresent(count -> assertThat((long) rows.count()).isEqualTo(count));
        assumeTrue(file.rowsOrderedSha256().isPresent(), "Arrow cannot read it");
        assumeFalse(
                file.manifest()
                        .path("pyarrow")
                        .path("schema")
                        .toString()
                        .matches("(?s).*(halffloat|time32|time64|uint64|timestamp\\[(?!us)).*"),
                "Arrow's hash knows types that Delta does not have");
        skipMiss(ARROW_DIFFERENCES, file);
        assertThat(TableRows.contentSha256(texts(rows)))
                .isEqualTo(file.rowsOrderedSha256().get());
    }

    @ParameterizedTest
    @CorpusFileSource("read")
    void duckDbReadsTheRowsThatParquetJavaReads(CorpusFile file) {
        skipMiss(duckDbMisses(), file);
        assumeFalse(
                ParquetRows.footer(file.file())
                        .getFileMetaData()
                        .getSchema()
                        .toString()
                        .matches(
                                "(?s).*\\((VARIANT|FLOAT16|UUID|INTERVAL|GEOMETRY|GEOGRAPHY|TIME\\(|BSON|INTEGER\\(64,false).*"),
                "has a type that Delta has not, and DuckDB has its own idea of it");
        assertThat(texts(new DuckDbReader(duckDb).rowsOfFile(file.file())))
                .isEqualTo(texts(ParquetRows.read(file.file())));
    }

    @ParameterizedTest
    @CorpusFileSource("must-error")
    void parquetJavaRefusesDamagedFiles(CorpusFile file) {
        assertThatThrownBy(() -> ParquetRows.read(file.file())).isNotNull();
    }

    private static void skipMiss(Map<String, String> misses, CorpusFile file) {
        String reason = misses.get(file.path());
        assumeTrue(reason == null, () -> "this judge cannot read it: " + reason);
    }

    private static List<String> texts(TableRows rows) {
        return rows.rows().stream().map(row -> RowText.of(rows.type(), row)).toList();
    }
}
