package io.github.deltamaint.log.partition;

import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.TimestampText;
import io.github.deltamaint.log.schema.ValueTexts;
import io.github.deltamaint.log.schema.Values;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a partition; see {@link PartitionValues#key()}.
 *
 * <p>Keys of one table are ordered by the values of their columns, null first; the order is total and does not depend on spelling.
 *
 * @param parts one for each partition column
 */
public record PartitionKey(List<Part> parts) implements Comparable<PartitionKey> {

    /** Copies the parts. */
    public PartitionKey {
        parts = List.copyOf(parts);
    }

    @Override
    public int compareTo(PartitionKey other) {
        for (int i = 0; i < Math.min(parts.size(), other.parts.size()); i++) {
            int order = parts.get(i).compareTo(other.parts.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(parts.size(), other.parts.size());
    }

    /** How far a text could be understood; parts of different forms are never equal. */
    private enum Form {
        NULL,
        VALUE,
        ZONELESS_TIMESTAMP,
        TEXT
    }

    /** One value of a key. */
    public static final class Part implements Comparable<Part> {
        private static final Part NULL = new Part(Form.NULL, PrimitiveType.STRING, "");

        private final Form form;
        private final PrimitiveType type;
        private final Object value;

        private Part(Form form, PrimitiveType type, Object value) {
            this.form = form;
            this.type = type;
            this.value = value;
        }

        static Part of(PrimitiveType type, @Nullable String text, Optional<ZoneId> zonelessZone) {
            if (text == null) {
                return NULL;
            }
            if (type.kind() == PrimitiveType.Kind.BINARY) {
                // Engines disagree on the bytes that a text stands for, so only the text itself is certain.
                return new Part(Form.TEXT, PrimitiveType.STRING, text);
            }
            if (type.kind() == PrimitiveType.Kind.TIMESTAMP && zonelessZone.isEmpty()) {
                Optional<TimestampText> timestamp = TimestampText.parse(text);
                if (timestamp.isPresent() && timestamp.get().isZoneless()) {
                    return new Part(
                            Form.ZONELESS_TIMESTAMP, type, timestamp.get().localMicros());
                }
            }
            return ValueTexts.parse(type, text, zonelessZone.orElse(ZoneOffset.UTC))
                    .map(value -> new Part(Form.VALUE, type, value))
                    .orElseGet(() -> new Part(Form.TEXT, PrimitiveType.STRING, text));
        }

        @Override
        public int compareTo(Part other) {
            if (form != other.form) {
                return form.compareTo(other.form);
            }
            int order = Values.compare(type, value, other.value);
            return order != 0 || value.equals(other.value) ? order : compareZeros(other);
        }

        /** Values that SQL takes for equal though they differ: the two zeros. */
        private int compareZeros(Part other) {
            return Double.compare(((Number) value).doubleValue(), ((Number) other.value).doubleValue());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Part that
                    && form == that.form
                    && type.equals(that.type)
                    && value.equals(that.value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }

        @Override
        public String toString() {
            return form == Form.NULL ? "null" : value.toString();
        }
    }
}
