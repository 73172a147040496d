package io.github.deltamaint;

import java.util.Optional;

/**
 * Something wrong with a file that the table needs, or with its log.
 *
 * @param path the data file, or the file of the log, relative to the table and decoded where it is below it
 * @param kind what is wrong
 * @param detail what was expected and what was found
 * @param repair what {@link Fsck#execute()} does about it; empty if it can do nothing
 */
public record FileProblem(String path, Kind kind, String detail, Optional<String> repair) {

    /** What can be wrong. */
    public enum Kind {
        /** The log names the data file in a way that nobody can follow. */
        UNUSABLE_PATH,
        /** The data file is not there: its rows are lost. Repaired by taking it out of the table. */
        MISSING_DATA_FILE,
        /** The data file has another size than the log says. */
        SIZE_MISMATCH,
        /** The file of the deletion vector is not there: nobody knows which rows of the data file are deleted. */
        MISSING_DELETION_VECTOR,
        /** The deletion vector is damaged, or not the one that the log describes. */
        DAMAGED_DELETION_VECTOR,
        /** The data file is no readable Parquet file; only looked for when asked. */
        UNREADABLE_DATA_FILE,
        /** The table has the data file twice, with different deletion vectors: nobody knows which of the two counts. */
        DUPLICATE_FILE,
        /** Commits are missing between others, or before the first one that is there. */
        GAP_IN_LOG,
        /** A commit cannot be read. */
        UNREADABLE_COMMIT,
        /** A checkpoint cannot be read. Repaired by moving it aside, if the latest version can be read without it. */
        DAMAGED_CHECKPOINT,
        /** A checkpoint names a sidecar that is not there. Repaired by moving the checkpoint aside, if the latest version can be read without it. */
        MISSING_SIDECAR,
        /** {@code _last_checkpoint} is damaged, or does not name the newest checkpoint. Repaired by writing it anew. */
        WRONG_LAST_CHECKPOINT,
        /** The checksum file of the latest version says something else than the log. Repaired by deleting it: it is optional. */
        WRONG_CHECKSUM,
        /** A writer has died and left a file in the log that nobody reads. Repaired by deleting it once it is a day old. */
        ORPHANED_LOG_FILE
    }
}
