package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.codec.CodecPool;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Reads files in a process of its own and prints a digest of each; then the kind of its Snappy and zstd. */
final class DigestMain {

    private DigestMain() {}

    public static void main(String[] files) throws IOException {
        for (String file : files) {
            System.out.println(digest(Path.of(file)));
        }
        try (CodecPool pool = new CodecPool()) {
            System.out.println(
                    pool.codec(CompressionCodecName.SNAPPY).getClass().getSimpleName());
            System.out.println(pool.codec(CompressionCodecName.ZSTD).getClass().getSimpleName());
        }
    }

    static String digest(Path path) throws IOException {
        try (ParquetFile file = PathSource.open(path);
                ColumnBatchReader reader = ColumnBatchReader.open(
                        file,
                        file.schema(),
                        FieldMatching.NAME,
                        RowSelection.builder().delete(3).build(),
                        100)) {
            RowHasher hasher = new RowHasher(file.schema());
            while (reader.next()) {
                hasher.update(reader.records(), reader.columns());
            }
            return hasher.digest().toHex();
        }
    }
}
