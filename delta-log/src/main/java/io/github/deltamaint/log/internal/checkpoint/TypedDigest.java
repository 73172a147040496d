package io.github.deltamaint.log.internal.checkpoint;

import io.github.deltamaint.parquet.ColumnBatch;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.FieldMatching;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RowSelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * A sum over files of what their typed columns hold, whatever the order of the files: taken of the values that are written and again of the file that was written, it
 * must be the same.
 */
public final class TypedDigest {
    private static final int BATCH = 1 << 12;
    private static final long ODD = 0x9E3779B97F4A7C15L;

    private long sum;
    private long files;

    /** A digest of no file. */
    public TypedDigest() {}

    long start(String path) {
        return mix(path.hashCode());
    }

    long with(long row, int leaf, long bits) {
        return row + mix(bits * ODD ^ mix(leaf + 1));
    }

    void end(long row) {
        sum += mix(row);
        files++;
    }

    private static long mix(long value) {
        long z = (value ^ value >>> 32) * ODD;
        z = (z ^ z >>> 29) * ODD;
        return z ^ z >>> 32;
    }

    /** Adds another digest. */
    public void add(TypedDigest other) {
        sum += other.sum;
        files += other.files;
    }

    /** Adds what a file that was written holds. */
    public void add(ParquetFile file) throws IOException {
        MessageType schema = file.schema();
        List<Type> typed = schema.getType("add").asGroupType().getFields().stream()
                .filter(field -> field.getName().endsWith("_parsed"))
                .toList();
        if (typed.isEmpty()) {
            return;
        }
        List<Type> fields = new ArrayList<>();
        fields.add(ActionSchema.text("path"));
        fields.addAll(typed);
        MessageType target = new MessageType(
                schema.getName(), schema.getType("add").asGroupType().withNewFields(fields));
        try (ColumnBatchReader batches =
                ColumnBatchReader.open(file, target, FieldMatching.NAME, RowSelection.all(), BATCH)) {
            List<ColumnBatch> columns = batches.columns();
            while (batches.next()) {
                for (int row = 0; row < batches.records(); row++) {
                    add(columns, row);
                }
            }
        }
    }

    private void add(List<ColumnBatch> columns, int record) {
        ColumnBatch path = columns.get(0);
        if (path.isNull(record)) {
            return;
        }
        long row = start(path.stringAt(path.value(record)));
        for (int i = 1; i < columns.size(); i++) {
            ColumnBatch column = columns.get(i);
            if (!column.isNull(record)) {
                row = with(row, i - 1, TypedValue.bits(column, column.value(record)));
            }
        }
        end(row);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TypedDigest that && sum == that.sum && files == that.files;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sum);
    }

    @Override
    public String toString() {
        return files + " files, " + Long.toHexString(sum);
    }
}
