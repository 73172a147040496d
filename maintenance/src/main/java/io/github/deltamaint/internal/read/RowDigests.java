package io.github.deltamaint.internal.read;

import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.ParquetValues;
import io.github.deltamaint.parquet.ColumnBatch;
import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.RowHasher;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sums up rows in one digest that depends on neither their order nor the files they are in. */
final class RowDigests {
    private final TableRows rows;

    RowDigests(TableRows rows) {
        this.rows = rows;
    }

    RowDigest compute() {
        DataFileSchema schema = rows.layout().rowSchema(rows.snapshot());
        RowHasher hasher = new RowHasher(schema.messageType());
        rows.forEachFile((partition, reader) -> {
            hasher.clearConstants();
            List<@Nullable ColumnBatch> batches = new ArrayList<>();
            for (DataFileSchema.Leaf leaf : schema.leaves()) {
                if (leaf.role() == DataFileSchema.Role.PARTITION) {
                    Object value = PartitionConstants.value(
                            partition, leaf.path().names().get(0));
                    hasher.setConstant(
                            leaf.index(),
                            ParquetValues.of(
                                    value,
                                    schema.messageType()
                                            .getColumns()
                                            .get(leaf.index())
                                            .getPrimitiveType()));
                    batches.add(null);
                } else {
                    batches.add(reader.column(leaf.index()));
                }
            }
            while (reader.next()) {
                hasher.update(reader.records(), batches);
            }
            return true;
        });
        return hasher.digest();
    }
}
