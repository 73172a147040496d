package io.github.deltamaint.vacuum;

import io.github.deltamaint.common.DataSize;

/**
 * Files that stay, for one reason. A file counts once, for the first reason in the order of {@link Reason}.
 *
 * @param reason why
 * @param files how many; hidden directories count as one entry each, because nobody looks into them
 * @param size their size together, as far as known
 */
public record KeptFiles(Reason reason, long files, DataSize size) {

    /** Why something stays. */
    public enum Reason {
        /** The latest version has it, as a data file or a deletion vector. */
        LIVE,
        /** A version within the retention has it, as a data file or a deletion vector. */
        RETAINED_VERSION,
        /** Change data of a version within the retention. */
        CHANGE_DATA,
        /** A version has it that was asked to be kept, or that is pinned. */
        KEPT_VERSION,
        /** It was changed within the retention: somebody may be about to commit it. */
        YOUNG,
        /** It belongs to another table in a folder below. */
        OTHER_TABLE,
        /** A link leads to it, or it is behind one. */
        LINKED,
        /** Its name, or that of a directory above it, begins with {@code _} or {@code .}: it is none of our business. */
        HIDDEN,
        /** The log names it in a way that leads, or might lead, out of the table. */
        OUTSIDE
    }
}
