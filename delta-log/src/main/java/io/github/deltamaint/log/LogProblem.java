package io.github.deltamaint.log;

import java.util.List;
import java.util.Optional;

/**
 * Something wrong with the log of a table.
 *
 * @param kind what is wrong
 * @param files the files of the log that it is about, below the root of the table; there may be none of that name
 * @param detail what was expected and what was found, and what it means for readers
 * @param repair what can be done about it without losing anything; empty if nothing can
 */
public record LogProblem(Kind kind, List<String> files, String detail, Optional<Repair> repair) {

    /** Copies the list. */
    public LogProblem {
        files = List.copyOf(files);
    }

    /** What can be wrong. */
    public enum Kind {
        /** Commits are missing between others, or before the first one that is there. */
        GAP,
        /** A commit is not what a commit should be. */
        UNREADABLE_COMMIT,
        /** A checkpoint cannot be read to its end, is incomplete, or has other files than the commits before it say. */
        DAMAGED_CHECKPOINT,
        /** A checkpoint names a sidecar that is not there. */
        MISSING_SIDECAR,
        /** The table has a data file twice, with different deletion vectors. */
        DUPLICATE_FILE,
        /** {@code _last_checkpoint} is damaged, or does not name the newest checkpoint. */
        WRONG_LAST_CHECKPOINT,
        /** The checksum file of the latest version says something else than the log. */
        WRONG_CHECKSUM,
        /** A writer has died and left a file that nobody will ever read. */
        ORPHANED_FILE
    }

    /** What can be done. */
    public enum Repair {
        /** The file goes. */
        DELETE,
        /** The files go into a directory where no reader looks for them. */
        MOVE_ASIDE,
        /** {@code _last_checkpoint} is written anew; it goes if there is no checkpoint. */
        REWRITE
    }
}
