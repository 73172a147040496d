package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** DuckDB reads from our files what it reads from those of parquet-java, in every encoding and codec. */
class DuckDbRewriteTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message m {
              optional boolean b;
              required int32 i;
              optional int64 l;
              optional float f;
              required double d;
              optional binary s (STRING);
              optional binary x;
              optional int64 n (DECIMAL(18,2));
              optional int32 u (INTEGER(32,false));
              optional fixed_len_byte_array(16) g (UUID);
              optional group p { optional int64 q; required binary r (STRING); }
              optional group t (LIST) { repeated group list { optional binary element (STRING); } }
              optional group m (MAP) { repeated group key_value { required int32 key; optional double value; } }
            }
            """);

    private static final DuckDb DUCKDB = new DuckDb();

    @AfterContainer
    static void closeDuckDb() throws SQLException {
        DUCKDB.close();
    }

    @Property(tries = 40)
    void duckDbReadsTheSameRows(
            @ForAll @IntRange(min = 1, max = 3000) int records,
            @ForAll Compression compression,
            @ForAll Encodings encodings,
            @ForAll @IntRange(min = 1, max = 1500) int pageRows,
            @ForAll @IntRange(min = 100, max = 4000) int rowGroupRows,
            @ForAll @IntRange(min = 0, max = 20_000) int dictionaryBytes,
            @ForAll long seed)
            throws IOException, SQLException {
        Shredded shredded = Shredded.random(SCHEMA, records, new Random(seed));
        MemoryFile input = shredded.write(
                "input", ParquetProperties.builder().build(), CompressionCodecName.SNAPPY, records, Map.of());
        MemoryFile output = new MemoryFile("output");
        ParquetRewriter.rewrite(RewriteRequest.builder(SCHEMA)
                .input(input.input())
                .settings(WriteSettings.builder()
                        .compression(compression)
                        .encodings(encodings)
                        .pageRows(pageRows)
                        .rowGroupRows(rowGroupRows)
                        .dictionaryBytes(dictionaryBytes)
                        .build())
                .outputs(index -> output)
                .build());
        Path directory = Files.createTempDirectory("duckdb");
        Path before = Files.write(directory.resolve("before.parquet"), input.content());
        Path after = Files.write(directory.resolve("after.parquet"), output.content());
        assertThat(DUCKDB.rows(after)).isEqualTo(DUCKDB.rows(before));
        // Filters, which go by statistics and page indexes.
        Object wanted = shredded.columns().get(1).get(records / 2).get(0).value();
        String query = "SELECT count(*) FROM read_parquet('%s') WHERE i = " + wanted;
        assertThat(DUCKDB.column(query.formatted(after))).isEqualTo(DUCKDB.column(query.formatted(before)));
        Files.delete(before);
        Files.delete(after);
        Files.delete(directory);
    }
}
