package io.github.deltamaint.internal.care;

import io.github.deltamaint.FileProblem;
import io.github.deltamaint.FileProblem.Kind;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.internal.files.ConcurrentFiles;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.deletionvector.DeletionVectorException;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.ParquetFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Looks whether files are there and are what the log says. */
final class FileChecks {
    private final DataFiles files;
    private final boolean deep;
    private final CancellationToken cancellation;
    private final String operation;

    FileChecks(DataFiles files, boolean deep, CancellationToken cancellation, String operation) {
        this.files = files;
        this.deep = deep;
        this.cancellation = cancellation;
        this.operation = operation;
    }

    /**
     * Checks files and tells of each problem.
     *
     * @return how many were checked
     */
    long check(Iterator<AddFile> all, BiConsumer<AddFile, FileProblem> sink) {
        return ConcurrentFiles.forEach(
                all,
                this::requireNotCancelled,
                this::problems,
                (file, problems) -> problems.forEach(problem -> sink.accept(file, problem)));
    }

    private void requireNotCancelled() {
        if (cancellation.isCancelled()) {
            throw new OperationCancelledException(
                    files.table().root(), List.of(), 0, operation + " was cancelled; nothing was changed");
        }
    }

    /** By path and kind. */
    static Comparator<FileProblem> order() {
        return Comparator.comparing(FileProblem::path).thenComparing(FileProblem::kind);
    }

    private List<FileProblem> problems(AddFile file) {
        String path;
        String shown;
        try {
            path = files.storagePath(file);
            shown = files.displayPath(file);
        } catch (CorruptTableException e) {
            return List.of(problem(
                    file.path(),
                    Kind.UNUSABLE_PATH,
                    e.getMessage() + "; another writer has made a mistake: restore an older version"));
        }
        List<FileProblem> problems = new ArrayList<>();
        dataFile(file, path, shown).ifPresent(problems::add);
        vector(file, shown).ifPresent(problems::add);
        return problems;
    }

    private static FileProblem problem(String shown, Kind kind, String detail) {
        return new FileProblem(
                shown,
                kind,
                detail,
                kind == Kind.MISSING_DATA_FILE ? Optional.of("is taken out of the table") : Optional.empty());
    }

    private Optional<FileProblem> dataFile(AddFile file, String path, String shown) {
        try {
            FileStatus status = files.storages().forPath(path).status(path);
            if (status.isDirectory()) {
                return Optional.of(problem(shown, Kind.MISSING_DATA_FILE, "there is a directory in its place"));
            }
            if (status.size() != file.size()) {
                return Optional.of(problem(
                        shown,
                        Kind.SIZE_MISMATCH,
                        "the log says " + file.size() + " bytes, and it has " + status.size()
                                + "; it was overwritten or cut short: put the right one back"));
            }
        } catch (NoSuchFileException e) {
            return Optional.of(problem(shown, Kind.MISSING_DATA_FILE, "its " + file.size() + " bytes are lost"));
        } catch (IOException e) {
            throw new StorageException(files.table().root(), "look for", shown, e);
        }
        return deep ? footer(file, shown) : Optional.empty();
    }

    private Optional<FileProblem> footer(AddFile file, String shown) {
        try (ParquetFile parquet = ParquetFile.open(files.open(file))) {
            parquet.rowCount();
            return Optional.empty();
        } catch (CorruptFileException | EOFException e) {
            return Optional.of(problem(shown, Kind.UNREADABLE_DATA_FILE, e.getMessage() + "; put the right file back"));
        } catch (IOException e) {
            throw files.translate("read", shown, e);
        }
    }

    private Optional<FileProblem> vector(AddFile file, String shown) {
        if (file.deletionVector().isEmpty()) {
            return Optional.empty();
        }
        try {
            files.selection(file);
            return Optional.empty();
        } catch (DeletionVectorException e) {
            Kind kind = e.getCause() instanceof NoSuchFileException
                    ? Kind.MISSING_DELETION_VECTOR
                    : Kind.DAMAGED_DELETION_VECTOR;
            return Optional.of(problem(
                    shown,
                    kind,
                    e.getMessage()
                            + "; nobody knows which rows are deleted: put its file back, or restore an older version"));
        } catch (IOException e) {
            throw files.translate("read the deletion vector of", shown, e);
        }
    }
}
