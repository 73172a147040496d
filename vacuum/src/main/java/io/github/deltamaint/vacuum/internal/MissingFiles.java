package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Live files that the listing did not show. Either they are lost, or the store calls them something else than the log does (a file system that does not tell cases apart
 * or normalizes names, a link, a wrong directory). In the second case everything that is live would look like garbage, so a few of them
 * are looked for one by one.
 */
final class MissingFiles implements FactTable.Visitor {
    private static final int LOOKED_FOR = 1000;

    private final Set<Long> hashes = new HashSet<>();
    private long count;

    @Override
    public void visit(long key, long value) {
        count++;
        if (hashes.size() < LOOKED_FOR) {
            hashes.add(key);
        }
    }

    long count() {
        return count;
    }

    /** Looks for the missing files. */
    void check(DeltaLog log, Snapshot snapshot, LogFiles files, List<String> warnings) {
        if (count == 0) {
            return;
        }
        String example = null;
        try (CloseableIterator<AddFile> live = snapshot.activeFiles(FileProjection.WITHOUT_STATS)) {
            while (live.hasNext() && !hashes.isEmpty()) {
                AddFile file = live.next();
                for (String path : new @Nullable String[] {files.relative(file.path()), files.vector(file)}) {
                    if (path != null && hashes.remove(KeyHash.of(path))) {
                        requireGone(log, path);
                        example = path;
                    }
                }
            }
        }
        warnings.add(count + " live files are not there, such as " + example + "; run fsck");
    }

    private static void requireGone(DeltaLog log, String path) {
        String root = log.tablePath().root();
        String full = StoragePaths.resolve(root, path);
        try {
            log.storage().status(full);
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            throw new StorageException(root, "look for the live file", full, e);
        }
        throw new InvalidOperationException(
                root,
                "the live file " + path
                        + " is there, but the listing of the table does not show it under this name: the store does not tell"
                        + " some names apart, or there is a link. Nothing is deleted, because other live files could look like garbage");
    }
}
