package io.github.deltamaint.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row as JSON that loses nothing: decimals are texts with all their digits, timestamps have six decimals and a {@code Z} where they are points in
 * time, {@code NaN} and infinities are texts, binary is Base64, and a map is a list of pairs because its keys need not be texts.
 */
final class RowJson {
    private static final JsonFactory JSON = new JsonFactory();
    private static final DateTimeFormatter MICROSECONDS = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 6, 6, true)
            .toFormatter(Locale.ROOT);

    private RowJson() {}

    static String toJson(Map<String, @Nullable Object> row) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            write(row, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Map<?, ?> struct) {
            json.writeStartObject();
            for (Map.Entry<?, ?> field : struct.entrySet()) {
                json.writeFieldName(String.valueOf(field.getKey()));
                write(field.getValue(), json);
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(element, json);
            }
            json.writeEndArray();
        } else if (value instanceof Map.Entry<?, ?> entry) {
            json.writeStartArray();
            write(entry.getKey(), json);
            write(entry.getValue(), json);
            json.writeEndArray();
        } else {
            writeScalar(value, json);
        }
    }

    private static void writeScalar(Object value, JsonGenerator json) throws IOException {
        if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else if (value instanceof Float number) {
            writeFloating(number, number.toString(), json);
        } else if (value instanceof Double number) {
            writeFloating(number, number.toString(), json);
        } else if (value instanceof BigDecimal number) {
            json.writeString(number.toPlainString());
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else if (value instanceof Instant time) {
            json.writeString(MICROSECONDS.format(time.atOffset(ZoneOffset.UTC)) + "Z");
        } else if (value instanceof LocalDateTime time) {
            json.writeString(MICROSECONDS.format(time));
        } else if (value instanceof byte[] bytes) {
            json.writeString(Base64.getEncoder().encodeToString(bytes));
        } else {
            json.writeString(value.toString());
        }
    }

    private static void writeFloating(double number, String text, JsonGenerator json) throws IOException {
        if (Double.isFinite(number)) {
            json.writeNumber(text);
        } else {
            json.writeString(text);
        }
    }
}
