package io.github.deltamaint.log.partition;

import io.github.deltamaint.log.partition.PartitionColumns.Column;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.TimestampText;
import io.github.deltamaint.log.schema.ValueTexts;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The partition values of a file: the texts of the log, and what they mean. Immutable.
 *
 * <p>A timestamp's text may leave its zone to the reader; old writers did. Then different readers see different instants, and only the caller can
 * say which zone is meant.
 */
public final class PartitionValues {
    private static final int MAX_FILE_NAME_BYTES = 255;

    private final PartitionColumns columns;
    private final Map<String, @Nullable String> logValues;
    private final @Nullable String[] texts;

    PartitionValues(PartitionColumns columns, Map<String, @Nullable String> logValues, @Nullable String[] texts) {
        this.columns = columns;
        this.logValues = Collections.unmodifiableMap(logValues);
        this.texts = texts;
    }

    /** The columns that these are values of. */
    public PartitionColumns columns() {
        return columns;
    }

    /** The values as the log has them, keys and texts unchanged; what an action about a file of the same partition must repeat. */
    public Map<String, @Nullable String> logValues() {
        return logValues;
    }

    /** The text of a value; null is null, however the log spells it. */
    public @Nullable String text(Column column) {
        return texts[column.index()];
    }

    /** Whether the value is a timestamp whose text leaves the zone to the reader. */
    public boolean isZoneless(Column column) {
        String text = text(column);
        return text != null
                && column.type().kind() == PrimitiveType.Kind.TIMESTAMP
                && TimestampText.parse(text).map(TimestampText::isZoneless).orElse(false);
    }

    /**
     * The value in the form of {@link io.github.deltamaint.log.schema.Values}; null for SQL's NULL.
     *
     * @param zonelessZone the zone of timestamps that name none
     * @throws IllegalArgumentException if the text is not a value of the column's type; the message names column and text
     */
    public @Nullable Object value(Column column, ZoneId zonelessZone) {
        String text = text(column);
        if (text == null) {
            return null;
        }
        return ValueTexts.parse(column.type(), text, zonelessZone)
                .orElseThrow(() -> new IllegalArgumentException("partition value '" + text + "' of column "
                        + column.name() + " is not of type " + column.type()));
    }

    /**
     * Identifies the partition: files with equal keys hold the same values, for every reader, and may be rewritten into one.
     *
     * <p>Different spellings of one value are one partition: {@code 1.50} and {@code 1.5}, {@code 2024-01-01 10:00:00} and {@code 2024-01-01
     * 10:00:00.000000}. Timestamps with and without zone never are, because a reader in another zone would tell them apart; neither are the two zeros.
     */
    public PartitionKey key() {
        return key(Optional.empty());
    }

    /**
     * As {@link #key()}, for a caller who knows in which zone all timestamps without one were written: then spellings with and without zone that mean one
     * instant are one partition too.
     */
    public PartitionKey key(ZoneId zonelessZone) {
        return key(Optional.of(zonelessZone));
    }

    private PartitionKey key(Optional<ZoneId> zonelessZone) {
        List<PartitionKey.Part> parts = new ArrayList<>(texts.length);
        for (Column column : columns.columns()) {
            parts.add(PartitionKey.Part.of(column.type(), text(column), zonelessZone));
        }
        return new PartitionKey(parts);
    }

    /**
     * The customary directory for files of this partition, relative to the table's root, such as {@code country=DE/city=K%3Aln}; not yet encoded for the
     * log. It means nothing: values are read from the log alone.
     *
     * @return empty text for the root itself: if there are no partition columns, or a value is too long for the name of a directory
     */
    public String directory() {
        List<String> names = new ArrayList<>(texts.length);
        for (Column column : columns.columns()) {
            String text = text(column);
            String value = text == null ? HivePaths.NULL_NAME : HivePaths.escape(text);
            String name = HivePaths.escape(column.physicalName()) + "=" + value;
            if (name.getBytes(StandardCharsets.UTF_8).length > MAX_FILE_NAME_BYTES) {
                return "";
            }
            names.add(name);
        }
        return String.join("/", names);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PartitionValues that && logValues.equals(that.logValues);
    }

    @Override
    public int hashCode() {
        return logValues.hashCode();
    }

    /** For messages: {@code country=DE, city=null}. */
    @Override
    public String toString() {
        List<String> entries = new ArrayList<>(texts.length);
        for (Column column : columns.columns()) {
            entries.add(column.name() + "=" + text(column));
        }
        return String.join(", ", entries);
    }
}
