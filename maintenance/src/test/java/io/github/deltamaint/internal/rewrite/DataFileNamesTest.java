package io.github.deltamaint.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.parquet.Compression;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataFileNamesTest {
    private static final UUID ID = UUID.fromString("6ba7b810-9dad-41d1-80b4-00c04fd430c8");

    private static PartitionValues partition(String country) {
        StructType schema = StructType.of(
                new StructField("id", PrimitiveType.LONG), new StructField("country", PrimitiveType.STRING));
        return PartitionColumns.of(schema, List.of("country"), ColumnMapping.NONE)
                .values(Map.of("country", country));
    }

    private static PartitionValues none() {
        return PartitionColumns.of(
                        StructType.of(new StructField("id", PrimitiveType.LONG)), List.of(), ColumnMapping.NONE)
                .values(Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "UNCOMPRESSED,.parquet",
        "SNAPPY,.snappy.parquet",
        "GZIP,.gz.parquet",
        "ZSTD,.zstd.parquet",
        "LZ4_RAW,.lz4raw.parquet"
    })
    void areSpelledAsSparkSpellsThem(Compression compression, String suffix) {
        assertThat(new DataFileNames(0, compression, () -> ID).next(none(), 7))
                .isEqualTo("part-00007-6ba7b810-9dad-41d1-80b4-00c04fd430c8.c000" + suffix);
    }

    @Test
    void takeMoreThanFiveDigitsWhereThereAreMoreTasks() {
        assertThat(new DataFileNames(0, Compression.SNAPPY, () -> ID).next(none(), 123_456))
                .startsWith("part-123456-");
    }

    @Test
    void lieInTheDirectoryOfTheirPartition() {
        assertThat(new DataFileNames(0, Compression.SNAPPY, () -> ID).next(partition("a/b c%"), 0))
                .startsWith("country=a%2Fb c%25/part-00000-");
    }

    @Test
    void lieInARandomDirectoryWhereTheTableWantsThat() {
        DataFileNames names = new DataFileNames(3, Compression.SNAPPY, () -> ID);
        String name = names.next(partition("DE"), 0);
        assertThat(name).matches("[0-9A-Za-z]{3}/part-00000-.*");
        assertThat(names.next(partition("DE"), 0))
                .as("the identity alone decides")
                .isEqualTo(name);
    }

    @Test
    void randomDirectoriesAreSpreadEvenly() {
        Random random = new Random(7);
        DataFileNames names = new DataFileNames(
                1,
                Compression.SNAPPY,
                () -> new UUID(
                        random.nextLong() & 0xFFFFFFFFFFFF0FFFL | 0x4000,
                        random.nextLong() & Long.MAX_VALUE >> 1 | Long.MIN_VALUE));
        Set<Character> first = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            first.add(names.next(none(), 0).charAt(0));
        }
        assertThat(first).hasSize(62);
    }
}
