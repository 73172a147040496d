package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Collects the statistics of one data file row by row and writes their JSON (PROTOCOL.md, "Per-file Statistics"). */
final class Statistics {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS", Locale.ROOT);
    private static final int STRING_PREFIX = 32;

    private final List<Leaf> leaves = new ArrayList<>();
    private long rows;

    /**
     * Statistics of the first leaves.
     *
     * @param columns the columns in the file
     * @param indexedLeaves how many leaf columns get statistics, -1 for all
     */
    Statistics(ValueType.Struct columns, int indexedLeaves) {
        collectLeaves(columns, new ArrayList<>(), new ArrayList<>());
        if (indexedLeaves >= 0 && leaves.size() > indexedLeaves) {
            leaves.subList(indexedLeaves, leaves.size()).clear();
        }
    }

    private void collectLeaves(ValueType.Struct struct, List<Integer> positions, List<String> names) {
        for (int i = 0; i < struct.fields().size(); i++) {
            ValueType.Field field = struct.fields().get(i);
            List<Integer> position = new ArrayList<>(positions);
            position.add(i);
            List<String> name = new ArrayList<>(names);
            name.add(field.physicalName());
            if (field.type() instanceof ValueType.Struct nested) {
                collectLeaves(nested, position, name);
            } else {
                leaves.add(new Leaf(name, position, field.type()));
            }
        }
    }

    void add(List<@Nullable Object> row) {
        rows++;
        leaves.forEach(leaf -> leaf.add(row));
    }

    /**
     * The statistics of the rows so far.
     *
     * @param tightBounds the value of {@code tightBounds}, or null to leave it out
     */
    String json(@Nullable Boolean tightBounds) {
        ObjectNode stats = NODES.objectNode();
        stats.put("numRecords", rows);
        ObjectNode min = stats.putObject("minValues");
        ObjectNode max = stats.putObject("maxValues");
        ObjectNode nulls = stats.putObject("nullCount");
        for (Leaf leaf : leaves) {
            leaf.put(min, leaf.lowerBound());
            leaf.put(max, leaf.upperBound());
            leaf.put(nulls, NODES.numberNode(leaf.nulls));
        }
        if (tightBounds != null) {
            stats.put("tightBounds", tightBounds);
        }
        return stats.toString();
    }

    /** Whether columns of this type have a minimum and a maximum. */
    static boolean hasBounds(ValueType type) {
        return type instanceof ValueType.Decimal
                || (type instanceof ValueType.Primitive primitive
                        && primitive != ValueType.Primitive.BOOLEAN
                        && primitive != ValueType.Primitive.BINARY);
    }

    /** A plain value as it stands in statistics; timestamps keep their microseconds. */
    static JsonNode node(ValueType type, Object value) {
        if (value instanceof BigDecimal decimal) {
            return NODES.numberNode(decimal);
        }
        if (type == ValueType.Primitive.DATE) {
            return NODES.textNode(LocalDate.ofEpochDay((Integer) value).toString());
        }
        if (type == ValueType.Primitive.TIMESTAMP) {
            return NODES.textNode(timestamp((Long) value) + "Z");
        }
        if (type == ValueType.Primitive.TIMESTAMP_NTZ) {
            return NODES.textNode(timestamp((Long) value));
        }
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            if (!Double.isFinite(number)) {
                return NODES.textNode(value.toString());
            }
            return value instanceof Float single ? NODES.numberNode(single) : NODES.numberNode(number);
        }
        if (value instanceof Number number) {
            return NODES.numberNode(number.longValue());
        }
        return value instanceof Boolean bool ? NODES.booleanNode(bool) : NODES.textNode(value.toString());
    }

    private static String timestamp(long micros) {
        DateTimeFormatter format = micros % 1000 == 0 ? MILLIS : MICROS;
        return format.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC));
    }

    /** Unsigned order of the UTF-8 bytes, which is the order of strings in Delta and Parquet. */
    static int compareUtf8(String left, String right) {
        return Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }

    private static final class Leaf {
        private final List<String> name;
        private final List<Integer> position;
        private final ValueType type;
        private final @Nullable Comparator<Object> order;
        private long nulls;
        private @Nullable Object min;
        private @Nullable Object max;

        Leaf(List<String> name, List<Integer> position, ValueType type) {
            this.name = name;
            this.position = position;
            this.type = type;
            this.order = orderOf(type);
        }

        @SuppressWarnings("unchecked")
        private static @Nullable Comparator<Object> orderOf(ValueType type) {
            if (type == ValueType.Primitive.STRING) {
                return (left, right) -> compareUtf8((String) left, (String) right);
            }
            return hasBounds(type) ? (left, right) -> ((Comparable<Object>) left).compareTo(right) : null;
        }

        void add(List<@Nullable Object> row) {
            Object value = row;
            for (int index : position) {
                value = value == null ? null : ((List<?>) value).get(index);
            }
            if (value == null) {
                nulls++;
            } else if (order != null) {
                min = min == null || order.compare(value, min) < 0 ? value : min;
                max = max == null || order.compare(value, max) > 0 ? value : max;
            }
        }

        @Nullable JsonNode lowerBound() {
            if (min instanceof Long micros && isTimestamp()) {
                return node(type, Math.floorDiv(micros, 1000L) * 1000);
            }
            if (min instanceof String text && text.codePointCount(0, text.length()) > STRING_PREFIX) {
                return NODES.textNode(prefix(text));
            }
            return min == null ? null : node(type, min);
        }

        @Nullable JsonNode upperBound() {
            if (max instanceof Long micros && isTimestamp()) {
                return node(type, -Math.floorDiv(-micros, 1000L) * 1000);
            }
            if (max instanceof String text && text.codePointCount(0, text.length()) > STRING_PREFIX) {
                int next = text.codePointAt(prefix(text).length());
                return next == Character.MAX_CODE_POINT
                        ? null
                        : NODES.textNode(prefix(text) + Character.toString(Character.MAX_CODE_POINT));
            }
            return max == null ? null : node(type, max);
        }

        private boolean isTimestamp() {
            return type == ValueType.Primitive.TIMESTAMP || type == ValueType.Primitive.TIMESTAMP_NTZ;
        }

        private static String prefix(String text) {
            return text.substring(0, text.offsetByCodePoints(0, STRING_PREFIX));
        }

        void put(ObjectNode into, @Nullable JsonNode value) {
            if (value == null) {
                return;
            }
            ObjectNode parent = into;
            for (String step : name.subList(0, name.size() - 1)) {
                parent = parent.withObjectProperty(step);
            }
            parent.set(name.get(name.size() - 1), value);
        }
    }
}
