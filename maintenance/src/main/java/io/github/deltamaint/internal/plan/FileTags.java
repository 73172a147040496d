package io.github.deltamaint.internal.plan;

import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.parquet.LayoutMarks;
import java.util.LinkedHashMap;
import java.util.Map;
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

    /** Microsoft's tag on files in its V-Order; read, never written. */
    private static final String MICROSOFT = "VORDER";

    private FileTags() {}

    /** The tags of a new file. */
    public static Map<String, String> of(long plannedSize, WantedLayout layout) {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put(PLANNED_SIZE, Long.toString(plannedSize));
        if (layout.vOrder()) {
            tags.put(LayoutMarks.ORDER, LayoutMarks.AUTOMATIC);
        }
        layout.profile().ifPresent(profile -> tags.put(LayoutMarks.PROFILE, profile.name()));
        return tags;
    }

    /** What the tags say about the order of the rows, in the same words as a footer. */
    public static LayoutMarks layout(AddFile file) {
        LayoutMarks marks = LayoutMarks.read(file.tags());
        boolean isTagged = "true".equalsIgnoreCase(file.tags().get(MICROSOFT));
        return isTagged ? marks.withMicrosoft(LayoutMarks.Microsoft.YES) : marks;
    }

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
