package io.github.deltamaint.internal.append;

import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.ValueTexts;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Partition values as the log has them (PROTOCOL.md, "Partition Value Serialization"). */
final class PartitionTexts {
    private PartitionTexts() {}

    /** The text of a value in the form of {@link RowValues}; an empty string is null there. */
    static @Nullable String of(PrimitiveType type, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case STRING -> emptyAsNull(new String((byte[]) value, StandardCharsets.UTF_8));
            case DATE -> ValueTexts.formatDate((Long) value);
            case TIMESTAMP -> ValueTexts.formatTimestamp((Long) value, 6) + "Z";
            case TIMESTAMP_NTZ -> ValueTexts.formatTimestamp((Long) value, 6).replace('T', ' ');
            case DECIMAL -> ((BigDecimal) value).toPlainString();
            case BOOLEAN, BYTE, SHORT, INTEGER, LONG, FLOAT, DOUBLE -> value.toString();
            case BINARY -> throw new IllegalArgumentException("binary partition columns are refused before");
        };
    }

    private static @Nullable String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
