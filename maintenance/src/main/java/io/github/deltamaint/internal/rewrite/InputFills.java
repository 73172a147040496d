package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.ParquetValues;
import io.github.deltamaint.parquet.ColumnFill;
import io.github.deltamaint.parquet.RewriteInput;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * What the log knows of the rows of an input and its columns need not: partition values, and, on tables with stable row ids, the id and the version of each row
 * that has not got them in the file itself (PROTOCOL.md, "Row Tracking"): those that follow from its file and its position there.
 */
final class InputFills {
    private final DataFileSchema schema;
    private final List<Fill> partitionFills = new ArrayList<>();

    private record Fill(String column, ColumnFill fill) {}

    InputFills(DataFileSchema schema, PartitionValues partition) {
        this.schema = schema;
        for (DataFileSchema.Leaf leaf : schema.leaves()) {
            if (leaf.role() == DataFileSchema.Role.PARTITION) {
                partitionFills.add(new Fill(name(leaf), ColumnFill.constant(value(leaf, partition))));
            }
        }
    }

    private static String name(DataFileSchema.Leaf leaf) {
        return leaf.parquetPath().get(0);
    }

    private @Nullable Object value(DataFileSchema.Leaf leaf, PartitionValues partition) {
        PrimitiveType type = schema.messageType().getColumns().get(leaf.index()).getPrimitiveType();
        for (PartitionColumns.Column column : partition.columns().columns()) {
            if (column.name().equals(leaf.path().names().get(0))) {
                return ParquetValues.of(partition.value(column, ZoneOffset.UTC), type);
            }
        }
        throw new IllegalStateException("no partition column " + leaf.path());
    }

    /** The input with all its fills. */
    RewriteInput apply(RewriteInput input, AddFile file) {
        RewriteInput filled = input;
        for (Fill fill : partitionFills) {
            filled = filled.fill(fill.column(), fill.fill());
        }
        for (DataFileSchema.Leaf leaf : schema.leaves()) {
            if (leaf.role() == DataFileSchema.Role.ROW_ID) {
                filled = filled.fill(
                        name(leaf),
                        ColumnFill.rowPositionWhereNull(file.baseRowId().orElseThrow()));
            } else if (leaf.role() == DataFileSchema.Role.ROW_COMMIT_VERSION) {
                filled = filled.fill(
                        name(leaf),
                        ColumnFill.constantWhereNull(
                                file.defaultRowCommitVersion().orElseThrow()));
            }
        }
        return filled;
    }
}
