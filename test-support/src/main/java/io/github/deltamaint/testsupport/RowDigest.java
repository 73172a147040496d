package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The other way in which the fixtures name their rows: each row as a JSON object, and the sum over all rows of the first
 * 16 bytes of that object's SHA-256, modulo 2 to the power of 128. It is known for old versions too.
 */
public final class RowDigest {

    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS", Locale.ROOT);

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private RowDigest() {}

    /** The sum as 32 hex digits. */
    public static String of(TableRows rows) {
        BigInteger sum = BigInteger.ZERO;
        for (List<@Nullable Object> row : rows.rows()) {
            byte[] hash = TableRows.sha256().digest(json(rows.type(), row).getBytes(StandardCharsets.UTF_8));
            sum = sum.add(new BigInteger(1, Arrays.copyOf(hash, 16)));
        }
        return HexFormat.of().toHexDigits(sum.shiftRight(64).longValue())
                + HexFormat.of().toHexDigits(sum.longValue());
    }

    /** One row as the line of {@code expected.jsonl} that it should be. */
    public static String json(ValueType.Struct type, List<@Nullable Object> row) {
        return node(type, row).toString();
    }

    private static JsonNode node(ValueType type, @Nullable Object value) {
        if (value == null) {
            return NODES.nullNode();
        }
        if (type instanceof ValueType.Struct struct) {
            return object(struct, (List<?>) value);
        }
        ArrayNode elements = NODES.arrayNode();
        if (type instanceof ValueType.ArrayOf array) {
            ((List<?>) value).forEach(element -> elements.add(node(array.element(), element)));
            return elements;
        }
        if (type instanceof ValueType.MapOf map) {
            for (Object entry : (List<?>) value) {
                Map.Entry<?, ?> keyAndValue = (Map.Entry<?, ?>) entry;
                elements.addArray()
                        .add(node(map.key(), keyAndValue.getKey()))
                        .add(node(map.value(), keyAndValue.getValue()));
            }
            return elements;
        }
        return leaf(type, value);
    }

    private static JsonNode object(ValueType.Struct struct, List<?> values) {
        ObjectNode object = NODES.objectNode();
        for (int i = 0; i < struct.fields().size(); i++) {
            ValueType.Field field = struct.fields().get(i);
            object.set(field.name(), node(field.type(), values.get(i)));
        }
        return object;
    }

    private static JsonNode leaf(ValueType type, Object value) {
        if (value instanceof BigDecimal decimal) {
            return NODES.textNode(decimal.toPlainString());
        }
        if (value instanceof byte[] bytes) {
            return NODES.textNode(Base64.getEncoder().encodeToString(bytes));
        }
        if (type == ValueType.Primitive.DATE) {
            return NODES.textNode(LocalDate.ofEpochDay((Integer) value).toString());
        }
        if (type == ValueType.Primitive.TIMESTAMP) {
            return NODES.textNode(micros((Long) value) + "Z");
        }
        if (type == ValueType.Primitive.TIMESTAMP_NTZ) {
            return NODES.textNode(micros((Long) value));
        }
        if (value instanceof Boolean bool) {
            return NODES.booleanNode(bool);
        }
        if (value instanceof Float number) {
            return Float.isFinite(number) ? NODES.numberNode(number) : NODES.textNode(number.toString());
        }
        if (value instanceof Double number) {
            return Double.isFinite(number) ? NODES.numberNode(number) : NODES.textNode(number.toString());
        }
        return value instanceof Number number ? NODES.numberNode(number.longValue()) : NODES.textNode((String) value);
    }

    private static String micros(long value) {
        return MICROS.format(Instant.EPOCH.plus(value, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC));
    }
}
