package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.DataFileOptions;
import io.github.deltamaint.testsupport.TestTable;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The library in processes that lack what is usually there. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MinimalRuntimeTest {
    private static final List<String> NO_NATIVES =
            List.of("-Dorg.xerial.snappy.disable.bundled.libs=true", "-DZstdNativePath=/there/is/no/such/library.so");

    @TempDir
    Path directory;

    private TestTable table(CompressionCodecName codec, String property) {
        TestTable table = TestTable.in(directory.resolve("a table"))
                .feature("deletionVectors")
                .property("delta.parquet.compression.codec", property)
                .partitionedBy("region")
                .dataFiles(DataFileOptions.DEFAULT.withCodec(codec))
                .append(Tables.rows("West", 0, 1000));
        table.append(Tables.rows("West", 1000, 1000)).append(Tables.rows(null, 2000, 10));
        table.deleteRows(table.files().get(0), 3, 5, 8);
        table.checkpoint();
        return table.append(Tables.rows(null, 3000, 10));
    }

    private static boolean isHadoop(String entry) {
        String name = new File(entry).getName();
        return name.startsWith("hadoop-") || entry.contains("test-support");
    }

    private void isDone(TestTable table, List<String> output) {
        assertThat(output)
                .contains(
                        "tasks 2",
                        "operation OPTIMIZE",
                        "files 2",
                        "rows 2017",
                        "same true",
                        "content " + table.rows().contentSha256());
        assertThat(Tables.judge(table.path())).isEqualTo(table.rows().texts());
    }

    @Test
    void aLocalTableNeedsNoHadoop() throws Exception {
        TestTable table = table(CompressionCodecName.SNAPPY, "snappy");
        List<String> output = ChildJvm.run(
                entry -> !isHadoop(entry),
                List.of(),
                MinimalRun.class,
                directory,
                table.path().toString());
        assertThat(output).contains("hadoop false");
        isDone(table, output);
    }

    @Test
    void aRemoteTableSaysWhatItNeedsWithoutHadoop() throws Exception {
        assertThat(ChildJvm.run(entry -> !isHadoop(entry), List.of(), RemoteRun.class, directory, "s3a://bucket/sales"))
                .singleElement()
                .asString()
                .contains("s3a://bucket/sales")
                .contains("delta-maintenance-hadoop")
                .contains("hadoop-aws");
    }

    /** Asks for a table that is not local. */
    static final class RemoteRun {
        private RemoteRun() {}

        public static void main(String[] arguments) {
            try {
                DeltaMaintenance.table(arguments[0]).detail();
            } catch (InvalidOperationException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"SNAPPY,snappy", "ZSTD,zstd"})
    void compressionNeedsNoNativeLibrary(CompressionCodecName codec, String property) throws Exception {
        TestTable table = table(codec, property);
        List<String> output = ChildJvm.run(
                entry -> true,
                NO_NATIVES,
                MinimalRun.class,
                directory,
                table.path().toString());
        if (Files.exists(Path.of("/proc/self/maps"))) {
            assertThat(output).contains("native snappy false", "native zstd false");
        }
        isDone(table, output);
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodecName.class,
            names = {"UNCOMPRESSED", "GZIP", "LZ4_RAW"})
    void outputsAreCompressedAsTheTableSays(CompressionCodecName codec) {
        TestTable table = table(CompressionCodecName.SNAPPY, codec.name().toLowerCase(Locale.ROOT));
        Tables.maintain(table).optimize().execute();
        assertThat(Tables.judge(table.path())).isEqualTo(table.rows().texts());
        assertThat(Tables.activeFiles(table.path()))
                .hasSize(2)
                .allMatch(path -> path.endsWith(
                        switch (codec) {
                            case UNCOMPRESSED -> ".c000.parquet";
                            case GZIP -> ".c000.gz.parquet";
                            default -> ".c000.lz4raw.parquet";
                        }));
    }
}
