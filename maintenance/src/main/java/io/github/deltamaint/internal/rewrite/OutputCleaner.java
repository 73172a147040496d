package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.storage.FailedDelete;
import java.io.IOException;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes files that were written and will not be committed. What cannot be deleted is left to VACUUM. */
final class OutputCleaner {
    private static final Logger LOG = LoggerFactory.getLogger(OutputCleaner.class);

    private OutputCleaner() {}

    static void delete(DataFiles files, Collection<String> storagePaths) {
        if (storagePaths.isEmpty()) {
            return;
        }
        try {
            for (FailedDelete failed : files.storage().deleteAll(storagePaths)) {
                LOG.warn("{}: cannot delete the uncommitted file {}; VACUUM will", files.table(), failed.path());
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("{}: cannot delete uncommitted files {}; VACUUM will", files.table(), storagePaths, e);
        }
    }
}
