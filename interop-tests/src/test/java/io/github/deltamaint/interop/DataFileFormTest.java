package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetRows;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where a feature says how a data file must look, ours look as those of Delta Spark: names, field ids at every level, partition columns, the columns of
 * row tracking, the tags in the log.
 */
class DataFileFormTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"cm_id", "iceberg_compat_v2", "materialize_partitions", "row_tracking", "row_tracking_dv"})
    void isThatOfDeltaSpark(String fixture) {
        Path table = Fixtures.named(fixture).copyTo(directory);
        NaiveFile theirs = newest(table);

        assertThat(rewritten(table))
                .isNotEmpty()
                .allSatisfy(ours -> assertThat(schema(ours)).isEqualTo(schema(theirs)));
    }

    @Test
    void givesRowTrackingTheFieldIdsThatIcebergReservesForIt() {
        Path table = Fixtures.named("iceberg_compat_v3").copyTo(directory);
        NaiveFile theirs = newest(table);
        Map<String, String> expected = new TreeMap<>(schema(theirs));
        Map<String, String> properties = NaiveLog.latest(table).configuration();
        expected.put(properties.get("delta.rowTracking.materializedRowIdColumnName"), "2147483540 null/INT64");
        expected.put(
                properties.get("delta.rowTracking.materializedRowCommitVersionColumnName"), "2147483539 null/INT64");

        assertThat(rewritten(table))
                .isNotEmpty()
                .allSatisfy(ours -> assertThat(schema(ours)).isEqualTo(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"iceberg_compat_v2", "iceberg_compat_v3"})
    void tagsFilesForIceberg(String fixture) {
        Path table = Fixtures.named(fixture).copyTo(directory);
        JsonNode theirs = icebergTag(newest(table));

        assertThat(theirs.isTextual()).isTrue();
        assertThat(rewritten(table))
                .isNotEmpty()
                .allSatisfy(ours -> assertThat(icebergTag(ours)).isEqualTo(theirs));
    }

    private static List<NaiveFile> rewritten(Path table) {
        Set<String> before = paths(table);
        DeltaMaintenance.table(table.toString()).optimize().execute();
        return NaiveLog.latest(table).files().stream()
                .filter(file -> !before.contains(file.path()))
                .toList();
    }

    /** Delta Spark materializes row ids only when it has to, as the last commit of the fixtures with row tracking did. */
    private static NaiveFile newest(Path table) {
        return NaiveLog.latest(table).files().stream()
                .max(Comparator.comparing((NaiveFile file) -> schema(file).size())
                        .thenComparing(
                                file -> file.add().get("modificationTime").asLong()))
                .orElseThrow();
    }

    private static Set<String> paths(Path table) {
        return NaiveLog.latest(table).files().stream().map(NaiveFile::path).collect(Collectors.toSet());
    }

    /** Each leaf by its path, with the ids on the way to it and its type. */
    private static Map<String, String> schema(NaiveFile file) {
        MessageType schema = ParquetRows.footer(file.file()).getFileMetaData().getSchema();
        return schema.getPaths().stream()
                .collect(Collectors.toMap(path -> String.join(".", path), path -> describe(schema, path)));
    }

    private static String describe(MessageType schema, String[] path) {
        StringBuilder text = new StringBuilder();
        for (int depth = 1; depth <= path.length; depth++) {
            String[] prefix = Arrays.copyOf(path, depth);
            text.append(schema.getType(prefix).getId()).append(' ');
            text.append(schema.getType(prefix).getLogicalTypeAnnotation()).append('/');
        }
        return text.append(schema.getType(path).asPrimitiveType().getPrimitiveTypeName())
                .toString();
    }

    private static JsonNode icebergTag(NaiveFile file) {
        return file.add().path("tags").path("ICEBERG_COMPAT_VERSION");
    }
}
