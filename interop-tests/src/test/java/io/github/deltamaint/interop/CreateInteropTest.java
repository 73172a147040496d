package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.Append;
import io.github.deltamaint.Create;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other engines take a table that we made for one of theirs. */
class CreateInteropTest {
    private static final Map<String, Object> VALUES = values();

    @TempDir
    Path path;

    private TableMaintenance table;

    private static Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("boolean", true);
        values.put("tinyint", 1L);
        values.put("smallint", -2L);
        values.put("int", 3L);
        values.put("bigint", 1L << 40);
        values.put("float", 1.5f);
        values.put("double", -2.25d);
        values.put("decimal(10,2)", new BigDecimal("12.34"));
        values.put("decimal(30,4)", new BigDecimal("123456789012345678.9012"));
        values.put("string", "ä b");
        values.put("binary", new byte[] {1, 2});
        values.put("date", LocalDate.of(2026, 11, 30));
        values.put("timestamp", Instant.parse("2026-11-30T12:00:00.123456Z"));
        values.put("timestamp_ntz", LocalDateTime.parse("2026-11-30T12:00:00.654321"));
        values.put("array<int>", List.of(1L, 2L));
        values.put("map<string, bigint>", Map.of("a", 1L));
        values.put("struct<a: int, b: array<string>>", Map.of("a", 1L, "b", List.of("x")));
        return values;
    }

    @BeforeEach
    void makeTable() {
        table = DeltaMaintenance.table(path.toString());
        Create create = table.create()
                .column("part", "string")
                .partitionedBy("part")
                .property("delta.enableDeletionVectors", "true")
                .property("delta.enableChangeDataFeed", "true")
                .property("owner", "ann");
        VALUES.keySet().forEach(type -> create.column(name(type), type));
        create.commit();
        try (Append append = table.append()) {
            for (String part : List.of("West", "East")) {
                Map<String, @Nullable Object> row = new LinkedHashMap<>();
                VALUES.forEach((type, value) -> row.put(name(type), value));
                row.put("part", part);
                append.row(row);
                append.row(Map.of("part", part));
            }
            append.commit();
        }
    }

    private static String name(String type) {
        return "c_" + type.replaceAll("[^a-z0-9]+", "_");
    }

    @Test
    void deltaKernelReadsIt() {
        assertThat(new KernelReader().rows(path).texts())
                .hasSize(4)
                .isEqualTo(new ParquetJavaReader().rows(path).texts());
        assertThat(new KernelReader().tableProperties(path)).containsEntry("owner", "ann");
    }

    @Tag("spark")
    @Test
    void deltaSparkReadsAndChangesIt() {
        SparkTable spark = SparkTable.of(path);
        assertThat(spark.read().texts())
                .hasSize(4)
                .isEqualTo(new ParquetJavaReader().rows(path).texts());
        spark.sql("INSERT INTO %s (part, c_int) VALUES ('North', 7)");
        spark.sql("DELETE FROM %s WHERE part = 'West' AND c_int IS NULL");
        assertThat(new ParquetJavaReader().rows(path).texts())
                .hasSize(4)
                .isEqualTo(spark.read().texts());
        assertThat(spark.changes(0, 3)).as("five rows came and one went").hasSize(6);
    }
}
