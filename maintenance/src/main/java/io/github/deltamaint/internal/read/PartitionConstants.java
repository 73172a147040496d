package io.github.deltamaint.internal.read;

import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Partition values as the values of a column. Timestamps without a zone are taken to be in UTC. */
final class PartitionConstants {
    private PartitionConstants() {}

    static @Nullable Object value(PartitionValues partition, String columnName) {
        for (PartitionColumns.Column column : partition.columns().columns()) {
            if (column.name().equals(columnName)) {
                return partition.value(column, ZoneOffset.UTC);
            }
        }
        throw new IllegalArgumentException("no partition column " + columnName);
    }
}
