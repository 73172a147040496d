package io.github.deltamaint.benchmarks;

import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.parquet.ParquetFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.xerial.snappy.Snappy;

/** What no rewrite can do without: read the files, parse the page headers, decompress every page. */
final class DecompressionFloor {
    private DecompressionFloor() {}

    static long run(List<Path> inputs) throws IOException {
        byte[] target = new byte[1 << 21];
        long bytes = 0;
        for (Path input : inputs) {
            byte[] content = Files.readAllBytes(input);
            try (ParquetFile file = ParquetFile.open(new LocalStorage().open(input.toString()))) {
                for (int rowGroup = 0; rowGroup < file.rowGroups(); rowGroup++) {
                    for (int leaf = 0; leaf < file.schema().getColumns().size(); leaf++) {
                        bytes += decompress(content, file.chunk(rowGroup, leaf), target);
                    }
                }
            }
        }
        return bytes;
    }

    private static long decompress(byte[] content, ColumnChunkMetaData chunk, byte[] target) throws IOException {
        int position = (int) chunk.getStartingPos();
        int end = position + (int) chunk.getTotalSize();
        long bytes = 0;
        while (position < end) {
            ByteArrayInputStream stream = new ByteArrayInputStream(content, position, end - position);
            PageHeader header = Util.readPageHeader(stream);
            position = end - stream.available();
            bytes += Snappy.uncompress(content, position, header.getCompressed_page_size(), target, 0);
            position += header.getCompressed_page_size();
        }
        return bytes;
    }
}
