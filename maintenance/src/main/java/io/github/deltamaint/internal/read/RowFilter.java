package io.github.deltamaint.internal.read;

import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.expression.BoundPredicate;
import io.github.deltamaint.log.expression.Truth;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RowSelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the rows of a file for which a predicate holds, by reading the columns that it looks at. */
final class RowFilter {
    private static final int BATCH_RECORDS = 4096;

    private final TablePath table;
    private final BoundPredicate predicate;
    private final StructType columns;
    private final FileLayout layout;

    RowFilter(Snapshot snapshot, BoundPredicate predicate) {
        this.table = snapshot.tablePath();
        this.predicate = predicate;
        List<StructField> fields = new ArrayList<>();
        for (BoundPredicate.Column column : predicate.columns()) {
            StructField field = snapshot.schema().resolve(column.path()).get(0);
            if (!fields.contains(field)) {
                fields.add(field);
            }
        }
        this.columns = new StructType(fields);
        this.layout = FileLayout.of(snapshot, columns);
    }

    /** The rows of {@code selection} that satisfy the predicate. */
    RowSelection select(ParquetFile file, PartitionValues partition, RowSelection selection) throws IOException {
        if (layout.dataColumns().fields().isEmpty()) {
            return holds(partition, new Object[columns.fields().size()]) ? selection : none(file);
        }
        RowSelection.Builder matching = RowSelection.builder();
        long next = 0;
        try (ColumnBatchReader reader = layout.open(table, file, selection, BATCH_RECORDS)) {
            RowAssembler rows = new RowAssembler(columns, layout);
            while (reader.next()) {
                rows.batch(reader);
                for (int record = 0; record < reader.records(); record++) {
                    if (!holds(partition, rows.next())) {
                        continue;
                    }
                    long position = reader.rowPosition(record);
                    if (position > next) {
                        matching.delete(next, position);
                    }
                    next = position + 1;
                }
            }
        }
        if (file.rowCount() > next) {
            matching.delete(next, file.rowCount());
        }
        return matching.build();
    }

    private static RowSelection none(ParquetFile file) {
        return file.rowCount() == 0
                ? RowSelection.all()
                : RowSelection.builder().delete(0, file.rowCount()).build();
    }

    private boolean holds(PartitionValues partition, @Nullable Object[] row) {
        return predicate.evaluate(path -> value(path, partition, row)) == Truth.TRUE;
    }

    private @Nullable Object value(ColumnPath path, PartitionValues partition, @Nullable Object[] row) {
        String name = path.names().get(0);
        Optional<PartitionColumns.Column> column = partition.columns().column(name);
        if (column.isPresent()) {
            return partition.value(column.get(), predicate.zone());
        }
        return value(columns, path, row);
    }

    /** The value of a leaf below structs in a row of these columns. */
    static @Nullable Object value(StructType columns, ColumnPath path, @Nullable Object[] row) {
        StructType struct = columns;
        @Nullable Object[] values = row;
        for (int depth = 0; ; depth++) {
            int index = indexOf(struct, path.names().get(depth));
            Object value = values[index];
            if (depth == path.names().size() - 1 || value == null) {
                return value;
            }
            struct = (StructType) struct.fields().get(index).type();
            values = (Object[]) value;
        }
    }

    private static int indexOf(StructType struct, String name) {
        for (int i = 0; i < struct.fields().size(); i++) {
            if (struct.fields().get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no column " + name + " in " + struct);
    }
}
