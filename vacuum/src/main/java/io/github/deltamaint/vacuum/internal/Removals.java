package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.vacuum.Candidate;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/** How candidates are removed: deleted, or moved aside. Nothing that leads out of the table's directory or into its log is touched, whatever the plan says. */
final class Removals {
    private final Storage storage;
    private final TablePath table;
    private final PathRules rules;
    private final Links links;

    Removals(Storage storage, TablePath table, PathRules rules, Links links) {
        this.storage = storage;
        this.table = table;
        this.rules = rules;
        this.links = links;
    }

    /** Deletes for good. */
    FileRemover.Removal deletion() {
        return batch -> batch.get(0).isDirectory() ? removeDirectories(batch) : deleteFiles(batch);
    }

    /**
     * Moves files below a directory, under the path that they have in the table. Empty directories are deleted; whoever puts the files back makes them anew.
     *
     * @param directory where to, below the table's root
     */
    FileRemover.Removal moving(String directory) {
        return batch -> batch.get(0).isDirectory() ? removeDirectories(batch) : moveFiles(batch, directory);
    }

    private List<FailedDelete> deleteFiles(List<Candidate> batch) {
        List<FailedDelete> failures = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        for (Candidate candidate : batch) {
            if (isTouchable(candidate, failures)) {
                paths.add(full(candidate.path()));
            }
        }
        for (FailedDelete failed : paths.isEmpty() ? List.<FailedDelete>of() : storage.deleteAll(paths)) {
            failures.add(new FailedDelete(table.relativize(failed.path()).orElse(failed.path()), failed.cause()));
        }
        return failures;
    }

    private List<FailedDelete> moveFiles(List<Candidate> batch, String directory) {
        List<FailedDelete> failures = new ArrayList<>();
        for (Candidate candidate : batch) {
            if (!isTouchable(candidate, failures)) {
                continue;
            }
            try {
                storage.move(full(candidate.path()), full(directory + "/" + candidate.path()));
            } catch (NoSuchFileException e) {
                // Gone is what was asked for.
            } catch (IOException e) {
                failures.add(new FailedDelete(candidate.path(), e));
            }
        }
        return failures;
    }

    private List<FailedDelete> removeDirectories(List<Candidate> batch) {
        List<FailedDelete> failures = new ArrayList<>();
        for (Candidate candidate : batch) {
            if (!isTouchable(candidate, failures)) {
                continue;
            }
            try {
                if (!storage.deleteEmptyDirectory(full(candidate.path()))) {
                    failures.add(new FailedDelete(candidate.path(), new DirectoryNotEmptyException(candidate.path())));
                }
            } catch (IOException e) {
                failures.add(new FailedDelete(candidate.path(), e));
            }
        }
        return failures;
    }

    private boolean isTouchable(Candidate candidate, List<FailedDelete> failures) {
        String problem = null;
        if (!rules.mayGo(candidate.path())) {
            problem = "it is hidden, in the log, or not below the table's directory";
        } else if (!links.hasPlainParents(candidate.path())) {
            problem = "a link is among the directories above it";
        }
        if (problem != null) {
            failures.add(new FailedDelete(
                    candidate.path(), new IOException(candidate.path() + ": is not touched, because " + problem)));
        }
        return problem == null;
    }

    private String full(String relative) {
        return StoragePaths.resolve(table.root(), relative);
    }
}
