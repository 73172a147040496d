package io.github.deltamaint.internal.plan;

import io.github.deltamaint.log.actions.AddFile;
import java.util.OptionalLong;

/** What this library leaves in {@code add.tags}. */
public final class FileTags {
    /**
     * The size in bytes that a rewritten file was planned for. It may have become smaller; then it still counts as that large, so that the next
     * run does not find room for more and rewrites it again. Nothing else depends on it.
     */
    public static final String PLANNED_SIZE = "deltamaint.plannedSize";

    /** The version of IcebergCompat that the file suits, from the second on; converters to Iceberg look at it. */
    public static final String ICEBERG_COMPAT_VERSION = "ICEBERG_COMPAT_VERSION";

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
