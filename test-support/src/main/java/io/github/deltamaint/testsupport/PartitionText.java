package io.github.deltamaint.testsupport;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The text of partition values (PROTOCOL.md, "Partition Value Serialization"). */
public final class PartitionText {

    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT);
    private static final DateTimeFormatter TIMESTAMP_NTZ =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private PartitionText() {}

    /** The plain value of a text (of a partition value or of a date or time in statistics); the empty text is null, a timestamp without a zone is UTC. */
    public static @Nullable Object parse(ValueType type, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        if (type instanceof ValueType.Decimal decimal) {
            return new BigDecimal(text).setScale(decimal.scale());
        }
        if (!(type instanceof ValueType.Primitive primitive)) {
            throw new IllegalArgumentException("no partition column can be of type " + type);
        }
        return switch (primitive) {
            case BOOLEAN -> Boolean.valueOf(text);
            case BYTE -> Byte.valueOf(text);
            case SHORT -> Short.valueOf(text);
            case INTEGER -> Integer.valueOf(text);
            case LONG -> Long.valueOf(text);
            case FLOAT -> Float.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case STRING -> text;
            case BINARY -> text.getBytes(StandardCharsets.UTF_8);
            case DATE -> Math.toIntExact(LocalDate.parse(text).toEpochDay());
            case TIMESTAMP, TIMESTAMP_NTZ -> micros(text);
        };
    }

    private static long micros(String text) {
        String iso = text.replace(' ', 'T');
        if (!iso.contains("T")) {
            iso += "T00:00:00";
        }
        int zone = Math.max(iso.indexOf('Z'), Math.max(iso.indexOf('+'), iso.indexOf('-', iso.indexOf('T'))));
        Instant instant = zone < 0
                ? LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC)
                : DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(iso, Instant::from);
        return Values.micros(instant);
    }

    /** The text of a plain value, null for null and for the empty string. */
    static @Nullable String format(ValueType type, @Nullable Object value) {
        if (value == null || value.equals("")) {
            return null;
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (type == ValueType.Primitive.DATE) {
            return LocalDate.ofEpochDay((Integer) value).toString();
        }
        if (type == ValueType.Primitive.TIMESTAMP) {
            return TIMESTAMP.format(
                    Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC));
        }
        if (type == ValueType.Primitive.TIMESTAMP_NTZ) {
            return TIMESTAMP_NTZ.format(
                    Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC));
        }
        return value.toString();
    }
}
