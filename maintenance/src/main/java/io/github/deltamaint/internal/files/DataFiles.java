package io.github.deltamaint.internal.files;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.deletionvector.DeletionVector;
import io.github.deltamaint.log.deletionvector.DeletionVectorException;
import io.github.deltamaint.log.deletionvector.DeletionVectors;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.UnsupportedFileException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds and opens the data files that the log of a table names. Whatever is not as the log says is an error that names the file.
 *
 * @param table the table
 * @param storages how files are reached; those that the log names by absolute paths may be in other stores
 */
public record DataFiles(TablePath table, Storages storages) {

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

    /** The storage of the table. */
    public Storage storage() throws IOException {
        return storages.forPath(table.root());
    }

    /** Opens a file; the caller closes it. Messages name it by its {@linkplain #displayPath path for people}. */
    public ByteSource open(AddFile file) throws IOException {
        return open(storagePath(file), displayPath(file));
    }

    /** Opens a file by its path relative to the table, decoded; the caller closes it. */
    public ByteSource open(String relativePath) throws IOException {
        return open(storagePath(relativePath), relativePath);
    }

    private ByteSource open(String path, String name) throws IOException {
        try {
            return new NamedSource(name, storages.forPath(path).open(path));
        } catch (IOException e) {
            throw new FileAccessException("read", name, e);
        }
    }

    /**
     * Begins a new file.
     *
     * @param relativePath where it goes, relative to the table and decoded
     */
    public ByteSink create(String relativePath) throws IOException {
        try {
            return new NamedSink(relativePath, storage().create(storagePath(relativePath)));
        } catch (IOException e) {
            throw new FileAccessException("create", relativePath, e);
        }
    }

    /** The path in its storage of a file whose path is relative to the table and decoded. */
    public String storagePath(String relativePath) {
        return StoragePaths.resolve(table.root(), relativePath);
    }

    /** The rows of a file that are not deleted by its deletion vector. */
    public RowSelection selection(AddFile file) throws IOException {
        if (file.deletionVector().isEmpty()) {
            return RowSelection.all();
        }
        DeletionVector vector = read(file.deletionVector().get(), displayPath(file));
        RowSelection.Builder rows = RowSelection.builder();
        vector.forEach(rows::delete);
        return rows.build();
    }

    private DeletionVector read(DeletionVectorDescriptor descriptor, String dataFile) throws IOException {
        try {
            return DeletionVectors.read(
                    descriptor,
                    table.root(),
                    dataFile,
                    path -> storages.forPath(path).open(path));
        } catch (DeletionVectorException e) {
            throw e;
        } catch (IOException e) {
            throw new FileAccessException("read the deletion vector of", dataFile, e);
        }
    }

    /** The error for a file that is not as the log says. */
    public CorruptTableException corrupt(AddFile file, String problem, @Nullable Throwable cause) {
        return corrupt(file.path(), file.path() + ": " + problem, cause);
    }

    /**
     * The error that a failure to read or write a file means for the table.
     *
     * @param what what was being done, such as {@code "read"}, for failures that do not say it themselves
     * @param path the file that was being read or written, for failures that do not name it themselves
     */
    public DeltaMaintenanceException translate(String what, String path, IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileAccessException access) {
                return translateDirect(access.action(), access.file(), access.failure());
            }
        }
        return translateDirect(what, path, failure);
    }

    private DeltaMaintenanceException translateDirect(String what, String path, IOException failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof CorruptFileException corrupt) {
            return corrupt(corrupt.file(), message, failure);
        }
        if (failure instanceof UnsupportedFileException unsupported) {
            return new UnsupportedTableFeatureException(
                    table.root(), Access.READ, List.of(unsupported.file()), message);
        }
        if (failure instanceof DeletionVectorException vector) {
            return corrupt(vector.dataFile(), message, failure);
        }
        if (failure instanceof NoSuchFileException) {
            return corrupt(
                    path,
                    path + ": the log says that this file is part of the table, but it is not there. Restore it, or "
                            + "remove it from the table with fsck",
                    failure);
        }
        if (failure instanceof FileAlreadyExistsException) {
            return new InvalidOperationException(
                    table.root(),
                    path
                            + " was to be written, but there is such a file already. Nothing of it was committed; identities of"
                            + " files must never be given twice, see MaintenanceContext.Builder.uuids");
        }
        if (failure instanceof ClosedByInterruptException) {
            return new OperationCancelledException(
                    table.root(), List.of(), 0, "interrupted while it was to " + what + " " + path);
        }
        if (failure instanceof EOFException) {
            return corrupt(path, path + ": the file ends early: " + message, failure);
        }
        return new StorageException(table.root(), what, path, failure);
    }

    private CorruptTableException corrupt(String file, String problem, @Nullable Throwable cause) {
        return new CorruptTableException(table.root(), file, OptionalLong.empty(), problem, cause);
    }
}
