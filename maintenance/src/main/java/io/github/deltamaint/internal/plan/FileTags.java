package io.github.deltamaint.internal.plan;

import io.github.deltamaint.log.actions.AddFile;
import java.util.OptionalLong;

/** The hints that this library leaves in {@code add.tags}. Nothing depends on them but how much work a later run finds. */
public final class FileTags {
    /**
     * The size in bytes that a rewritten file was planned for. It may have become smaller; then it still counts as that large, so that the next
     * run does not find room for more and rewrites it again.
     */
    public static final String PLANNED_SIZE = "deltamaint.plannedSize";

    private FileTags() {}

    /** The size that the file was planned for; empty if it is not ours or the tag is damaged. */
    static OptionalLong plannedSize(AddFile file) {
        String text = file.tags().get(PLANNED_SIZE);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
