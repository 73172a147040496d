package io.github.deltamaint.internal.append;

import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.rewrite.DataFileNames;
import io.github.deltamaint.internal.rewrite.RewriteSpec;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.parquet.ParquetFileAppender;
import io.github.deltamaint.parquet.WrittenFile;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A file that rows of one partition are being written to. */
final class PartitionFile {
    private final PartitionValues partition;
    private final String path;
    private final ParquetFileAppender file;
    private final RowShredder rows;
    private long rowCount;

    private PartitionFile(PartitionValues partition, String path, ParquetFileAppender file, RowShredder rows) {
        this.partition = partition;
        this.path = path;
        this.file = file;
        this.rows = rows;
    }

    static PartitionFile create(
            PartitionValues partition,
            int number,
            StructType schema,
            RewriteSpec spec,
            DataFileNames names,
            DataFiles files,
            long memoryBytes)
            throws IOException {
        String path = names.next(partition, number);
        ParquetFileAppender file = ParquetFileAppender.open(
                files.create(path), spec.columns().schema().messageType(), spec.settings(), Map.of(), memoryBytes);
        return new PartitionFile(
                partition, path, file, new RowShredder(schema, spec.columns().schema(), file));
    }

    PartitionValues partition() {
        return partition;
    }

    /** Relative to the table, decoded. */
    String path() {
        return path;
    }

    long rowCount() {
        return rowCount;
    }

    /** What is out of memory so far. */
    long bytesWritten() {
        return file.bytesWritten();
    }

    void add(@Nullable Object[] row) throws IOException {
        try {
            rows.add(row);
        } catch (IllegalArgumentException e) {
            // Columns are uneven now, so nothing can be made of this file any more.
            throw new IllegalStateException(path + ": a checked row was refused; please report this", e);
        }
        file.endRecords();
        rowCount++;
    }

    WrittenFile finish() throws IOException {
        try (file) {
            return file.finish();
        }
    }

    /** Gives the file up. */
    void abort() {
        file.close();
    }
}
