package io.github.deltamaint.internal;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the log says about the data files of a table, or an error that names the file.
 *
 * @param table the table
 */
public record DataFiles(TablePath table) {

    /** The partition columns of the table. */
    public PartitionColumns partitionColumns(Snapshot snapshot) {
        try {
            return PartitionColumns.of(
                    snapshot.schema(), snapshot.metadata().partitionColumns(), snapshot.columnMapping());
        } catch (IllegalArgumentException e) {
            throw new CorruptTableException(
                    table.root(), "_delta_log", OptionalLong.of(snapshot.version()), String.valueOf(e.getMessage()), e);
        }
    }

    /** The partition values of a file. */
    public PartitionValues partition(PartitionColumns columns, AddFile file) {
        try {
            return columns.values(file.partitionValues());
        } catch (IllegalArgumentException e) {
            throw corrupt(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** The path of a file in its storage. */
    public String storagePath(AddFile file) {
        try {
            return table.toStoragePath(file.path());
        } catch (IllegalArgumentException e) {
            throw corrupt(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** The path of a file for people: decoded, and relative to the table where it is below it. */
    public String displayPath(AddFile file) {
        String path = storagePath(file);
        return table.relativize(path).orElse(path);
    }

    /** The error for a file that is not as the log says. */
    public CorruptTableException corrupt(AddFile file, String problem, @Nullable Throwable cause) {
        return new CorruptTableException(
                table.root(), file.path(), OptionalLong.empty(), file.path() + ": " + problem, cause);
    }
}
