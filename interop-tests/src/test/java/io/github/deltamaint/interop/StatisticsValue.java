package io.github.deltamaint.interop;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.testsupport.PartitionText;
import io.github.deltamaint.testsupport.ValueType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A bound, comparable in the order of its type: strings by UTF-8 bytes, NaN above everything, both zeros equal.
 *
 * @param value a {@link BigDecimal}, {@link Double}, {@link String} or, for dates and times, {@link Long}
 */
record StatisticsValue(ValueType type, Object value) implements Comparable<StatisticsValue> {

    private static final long MICROS_PER_MILLI = 1000;

    /** What the statistics JSON says. */
    static StatisticsValue parse(ValueType type, JsonNode node) {
        if (type == ValueType.Primitive.FLOAT || type == ValueType.Primitive.DOUBLE) {
            double number = Double.parseDouble(node.asText());
            return new StatisticsValue(type, type == ValueType.Primitive.FLOAT ? (double) (float) number : number);
        }
        if (type == ValueType.Primitive.STRING) {
            return new StatisticsValue(type, node.asText());
        }
        if (isDateOrTime(type)) {
            Object parsed = Objects.requireNonNull(PartitionText.parse(type, node.asText()));
            return new StatisticsValue(type, ((Number) parsed).longValue());
        }
        return new StatisticsValue(type, new BigDecimal(node.asText()));
    }

    /** What DuckDB found. */
    static StatisticsValue of(ValueType type, Object value) {
        if (value instanceof Float || value instanceof Double) {
            return new StatisticsValue(type, ((Number) value).doubleValue());
        }
        if (isDateOrTime(type)) {
            return new StatisticsValue(type, ((Number) value).longValue());
        }
        return new StatisticsValue(type, value instanceof Number number ? new BigDecimal(number.toString()) : value);
    }

    private static boolean isDateOrTime(ValueType type) {
        return type == ValueType.Primitive.DATE || isTime(type);
    }

    private static boolean isTime(ValueType type) {
        return type == ValueType.Primitive.TIMESTAMP || type == ValueType.Primitive.TIMESTAMP_NTZ;
    }

    @Override
    public int compareTo(StatisticsValue other) {
        if (value instanceof String text) {
            return Arrays.compareUnsigned(
                    text.getBytes(StandardCharsets.UTF_8), ((String) other.value).getBytes(StandardCharsets.UTF_8));
        }
        if (value instanceof Double number) {
            return Double.compare(number + 0.0, (Double) other.value + 0.0);
        }
        return value instanceof Long number
                ? Long.compare(number, (Long) other.value)
                : ((BigDecimal) value).compareTo((BigDecimal) other.value);
    }

    boolean isWithinAMillisecondOf(StatisticsValue other) {
        return isTime(type) && Math.abs((Long) value - (Long) other.value) < MICROS_PER_MILLI;
    }

    /** Whether a true bound may differ from the real value: long strings are cut, times rounded to milliseconds. */
    boolean mayBeRounded(StatisticsValue real) {
        return isWithinAMillisecondOf(real)
                || real.value instanceof String text && text.codePointCount(0, text.length()) > 31;
    }
}
