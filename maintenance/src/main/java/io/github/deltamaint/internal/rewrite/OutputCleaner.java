package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.storage.FailedDelete;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes files that were written and will not be committed. What cannot be deleted is left to VACUUM. */
public final class OutputCleaner {
    private static final Logger LOG = LoggerFactory.getLogger(OutputCleaner.class);

    private OutputCleaner() {}

    /**
     * Deletes as many as possible; never throws.
     *
     * @param paths relative to the table, decoded
     */
    public static void delete(DataFiles files, Collection<String> paths) {
        if (paths.isEmpty()) {
            return;
        }
        try {
            List<String> storagePaths = paths.stream().map(files::storagePath).toList();
            for (FailedDelete failed : files.storage().deleteAll(storagePaths)) {
                LOG.warn(
                        "{}: cannot delete the uncommitted file {} ({}); VACUUM will",
                        files.table(),
                        failed.path(),
                        failed.cause().toString());
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("{}: cannot delete uncommitted files {}; VACUUM will", files.table(), paths, e);
        }
    }

    /** Whether writing failed because there is such a file. It is somebody else's then, and must not be deleted. */
    public static boolean isAlreadyThere(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileAlreadyExistsException) {
                return true;
            }
        }
        return false;
    }
}
