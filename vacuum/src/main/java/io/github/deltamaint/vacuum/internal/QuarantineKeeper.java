package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.QuarantineResult;
import io.github.deltamaint.vacuum.QuarantineRun;
import io.github.deltamaint.vacuum.VacuumResult;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Puts files back from quarantine, and deletes them there. */
public final class QuarantineKeeper {
    private static final int BATCH = 1000;

    private final DeltaLog log;
    private final Storage storage;
    private final TablePath table;
    private final QuarantineFolder folder;

    /** For a table; nothing is read yet. */
    public QuarantineKeeper(DeltaLog log) {
        this.log = log;
        this.storage = log.storage();
        this.table = log.tablePath();
        this.folder = new QuarantineFolder(storage, table);
    }

    /** See {@link io.github.deltamaint.vacuum.Quarantine#runs}. */
    public List<QuarantineRun> runs() {
        return folder.runs();
    }

    /** See {@link io.github.deltamaint.vacuum.Quarantine#restore}. */
    public QuarantineResult restore(String run, CancellationToken cancellation) {
        Snapshot snapshot = log.snapshot();
        DeltaLog.requireAllowed(snapshot, TableOperation.VACUUM, Set.of());
        Tally tally = new Tally();
        Links links = new Links(storage, table);
        folder.read(run, line -> {
            requireGoingOn(cancellation, "restoring the quarantine", tally);
            putBack(run, line, links, tally);
        });
        if (tally.failureCount == 0) {
            clear(run, cancellation, new Tally());
        }
        return tally.result(List.of(run));
    }

    private void putBack(String run, Candidate line, Links links, Tally tally) {
        // The manifest is a file that anybody can write: nothing in it may lead out of the table or into its log.
        if (!PathRules.isBelowRoot(line.path()) || line.path().startsWith(QuarantineFolder.FOLDER)) {
            tally.fail(line.path(), new IOException(line.path() + ": is no path below the table's directory"));
            return;
        }
        String target = full(line.path());
        try {
            if (!links.hasPlainParents(line.path())) {
                throw new IOException(line.path() + ": a link is among the directories above it");
            }
            if (line.isDirectory()) {
                storage.createDirectory(target);
            } else if (move(quarantined(run, line.path()), target)) {
                tally.count(line.size().bytes());
            }
        } catch (IOException e) {
            tally.fail(line.path(), e);
        }
    }

    /** False if the file is not in quarantine: it never went there, or is back already. */
    private boolean move(String from, String to) throws IOException {
        try {
            storage.move(from, to);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (FileAlreadyExistsException e) {
            if (!storage.movesByCopying()
                    || storage.status(from).size() != storage.status(to).size()) {
                throw e;
            }
            // An earlier move was cut short between its two steps: names are unique, so this is the same file.
            for (FailedDelete failed : storage.deleteAll(List.of(from))) {
                throw failed.cause();
            }
            return true;
        }
    }

    private String quarantined(String run, String relative) {
        return full(QuarantineFolder.filesOf(run) + "/" + relative);
    }

    private String full(String relative) {
        return StoragePaths.resolve(table.root(), relative);
    }

    /** See {@link io.github.deltamaint.vacuum.Quarantine#purge}. */
    public QuarantineResult purge(Instant olderThan, CancellationToken cancellation) {
        DeltaLog.requireAllowed(log.snapshot(), TableOperation.VACUUM, Set.of());
        Tally tally = new Tally();
        List<String> purged = new ArrayList<>();
        for (QuarantineRun run : folder.runs()) {
            if (run.created().isBefore(olderThan)) {
                clear(run.run(), cancellation, tally);
                purged.add(run.run());
            }
        }
        return tally.result(purged);
    }

    /** Deletes what is in the folder of a run, the manifest last: as long as anything is left it says what it is. */
    private void clear(String run, CancellationToken cancellation, Tally tally) {
        String directory = folder.directory(run);
        String manifest = folder.manifest(run);
        List<String> directories = new ArrayList<>();
        List<FileStatus> batch = new ArrayList<>();
        try (FileListing listing = storage.listRecursively(directory, entry -> true)) {
            for (FileStatus entry = listing.next(); entry != null; entry = listing.next()) {
                if (entry.isDirectory()) {
                    directories.add(entry.path());
                } else if (!entry.path().equals(manifest)) {
                    batch.add(entry);
                }
                if (batch.size() == BATCH) {
                    requireGoingOn(cancellation, "purging the quarantine", tally);
                    delete(batch, tally);
                }
            }
            requireGoingOn(cancellation, "purging the quarantine", tally);
            delete(batch, tally);
            if (tally.failureCount == 0) {
                directories.sort((a, b) -> Integer.compare(b.length(), a.length()));
                for (String path : directories) {
                    storage.deleteEmptyDirectory(path);
                }
                delete(List.of(manifest));
                storage.deleteEmptyDirectory(directory);
            }
        } catch (NoSuchFileException e) {
            // Somebody else was faster.
        } catch (IOException e) {
            throw new StorageException(table.root(), "empty the quarantine", directory, e);
        }
    }

    private void delete(List<FileStatus> batch, Tally tally) {
        List<FailedDelete> failures =
                storage.deleteAll(batch.stream().map(FileStatus::path).toList());
        Set<String> failed = failures.stream().map(FailedDelete::path).collect(java.util.stream.Collectors.toSet());
        for (FileStatus file : batch) {
            if (!failed.contains(file.path())) {
                tally.count(file.size());
            }
        }
        failures.forEach(
                failure -> tally.fail(table.relativize(failure.path()).orElse(failure.path()), failure.cause()));
        batch.clear();
    }

    private void delete(List<String> paths) throws IOException {
        for (FailedDelete failed : storage.deleteAll(paths)) {
            throw failed.cause();
        }
    }

    private void requireGoingOn(CancellationToken cancellation, String what, Tally tally) {
        if (cancellation.isCancelled()) {
            throw new OperationCancelledException(
                    table.root(),
                    List.of(),
                    tally.files,
                    what + " was cancelled after " + tally.files + " files; do it again to finish");
        }
    }

    /** What was done so far. */
    private static final class Tally {
        private long files;
        private long bytes;
        private long failureCount;
        private final List<FailedDelete> failures = new ArrayList<>();

        void count(long size) {
            files++;
            bytes = Math.addExact(bytes, size);
        }

        void fail(String path, IOException cause) {
            failureCount++;
            if (failures.size() < VacuumResult.SHOWN_FAILURES) {
                failures.add(new FailedDelete(path, cause));
            }
        }

        QuarantineResult result(List<String> runs) {
            return new QuarantineResult(runs, files, new DataSize(bytes), failureCount, failures);
        }
    }
}
