package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;

/**
 * Files that a plan leaves alone for one reason.
 *
 * @param reason why
 * @param files how many
 * @param size their size together
 */
public record SkippedFiles(Reason reason, int files, DataSize size) {

    /** Why a file is left alone. */
    public enum Reason {
        /** It is large enough, and has the layout that is wanted, if one is. */
        LARGE_ENOUGH,
        /** It is small, but there is no other file in its partition that fits together with it. */
        NOTHING_TO_MERGE_WITH,
        /** Its rows are in the order that is wanted. */
        CLUSTERED,
        /** It was clustered by columns that are not those of the table any more, or by a program whose rules are not known. */
        CLUSTERED_OTHERWISE,
        /** It is small, but its partition has too few small files for {@link AutoCompact}. */
        TOO_FEW_SMALL_FILES,
        /** It holds nothing that {@link Purge} takes out. */
        NOTHING_TO_PURGE,
        /** It needs work, but {@link Optimize#maxBytes} does not reach for it. */
        OVER_BUDGET
    }
}
