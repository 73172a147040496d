package io.github.deltamaint.parquet;

import java.util.Map;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Input files as parquet-java writes them with any settings, and rows that are deleted from them. */
public final class RandomInputs {
    private static final CompressionCodecName[] CODECS = {
        CompressionCodecName.UNCOMPRESSED,
        CompressionCodecName.SNAPPY,
        CompressionCodecName.GZIP,
        CompressionCodecName.ZSTD,
        CompressionCodecName.LZ4_RAW
    };

    private RandomInputs() {}

    public static MemoryFile write(Shredded shredded, String name, Random random) {
        ParquetProperties properties = ParquetProperties.builder()
                .withPageRowCountLimit(1 + random.nextInt(400))
                .withPageSize(64 + random.nextInt(2000))
                .withMinRowCountForPageSizeCheck(1 + random.nextInt(50))
                .withDictionaryEncoding(random.nextInt(4) > 0)
                .withDictionaryPageSize(64 + random.nextInt(2000))
                .withByteStreamSplitEncoding(random.nextInt(4) == 0)
                .withWriterVersion(
                        random.nextBoolean()
                                ? ParquetProperties.WriterVersion.PARQUET_1_0
                                : ParquetProperties.WriterVersion.PARQUET_2_0)
                .build();
        return shredded.write(
                name, properties, CODECS[random.nextInt(CODECS.length)], 1 + random.nextInt(300), Map.of("a", "b"));
    }

    public static RowSelection selection(int records, Random random) {
        RowSelection.Builder builder = RowSelection.builder();
        switch (random.nextInt(4)) {
            case 0 -> {}
            case 1 -> builder.delete(0, random.nextInt(records + 1));
            default -> {
                int in = 1 + random.nextInt(20);
                for (int i = 0; i < records; i++) {
                    if (random.nextInt(in) == 0) {
                        builder.delete(i);
                    }
                }
            }
        }
        return builder.build();
    }
}
