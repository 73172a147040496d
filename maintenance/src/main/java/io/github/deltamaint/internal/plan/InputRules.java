package io.github.deltamaint.internal.plan;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.DataFileSchema.Role;
import java.util.List;

/** What the log must say of a file so that it can be rewritten. */
final class InputRules {
    private final DataFiles files;
    private final boolean writesPartitionColumns;
    private final boolean writesRowIds;

    /**
     * The rules of a table.
     *
     * @throws UnsupportedTableFeatureException if new files cannot hold the columns of the table
     */
    InputRules(DataFiles files, Snapshot snapshot) {
        this.files = files;
        FileColumns columns = FileColumns.ofNewFiles(snapshot);
        this.writesPartitionColumns = columns.has(Role.PARTITION);
        this.writesRowIds = columns.has(Role.ROW_ID);
    }

    /**
     * Checks a file that is to be rewritten.
     *
     * @throws CorruptTableException if its rows have no ids though the table asks for them
     * @throws UnsupportedTableFeatureException if new files would have to hold a partition value of which nobody knows what it is
     */
    void require(AddFile file, PartitionValues partition) {
        if (writesRowIds
                && (file.baseRowId().isEmpty() || file.defaultRowCommitVersion().isEmpty())) {
            throw files.corrupt(
                    file,
                    "the table has row tracking, but the log gives this file no "
                            + (file.baseRowId().isEmpty() ? "baseRowId" : "defaultRowCommitVersion")
                            + ", so nobody knows the ids of its rows",
                    null);
        }
        if (writesPartitionColumns) {
            for (PartitionColumns.Column column : partition.columns().columns()) {
                if (partition.isZoneless(column)) {
                    throw new UnsupportedTableFeatureException(
                            files.table().root(),
                            Access.WRITE,
                            List.of("timestamp partitions without zone"),
                            files.displayPath(file) + ": the partition value '" + partition.text(column)
                                    + "' of column "
                                    + column.name()
                                    + " does not say its time zone, but this table wants partition values in"
                                    + " data files too, as instants. Rewrite this partition with Delta Spark in the zone of"
                                    + " its writer, or leave it out by where(…)");
                }
            }
        }
    }
}
