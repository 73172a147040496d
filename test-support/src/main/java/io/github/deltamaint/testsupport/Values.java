package io.github.deltamaint.testsupport;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns what is pleasant to write in a test into the one plain Java class per type, see {@link ValueType}. */
final class Values {

    private Values() {}

    static @Nullable Object plain(ValueType type, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (type instanceof ValueType.Decimal decimal) {
            return new BigDecimal(value.toString()).setScale(decimal.scale());
        }
        if (type instanceof ValueType.Struct struct) {
            return plainRow(struct, (List<?>) value);
        }
        if (type instanceof ValueType.ArrayOf array) {
            List<@Nullable Object> elements = new ArrayList<>();
            ((List<?>) value).forEach(element -> elements.add(plain(array.element(), element)));
            return elements;
        }
        if (type instanceof ValueType.MapOf map) {
            return plainEntries(map, value);
        }
        return plainPrimitive((ValueType.Primitive) type, value);
    }

    static List<@Nullable Object> plainRow(ValueType.Struct struct, List<?> values) {
        if (values.size() != struct.fields().size()) {
            throw new IllegalArgumentException(values.size() + " values for " + struct);
        }
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            row.add(plain(struct.fields().get(i).type(), values.get(i)));
        }
        return row;
    }

    private static List<?> plainEntries(ValueType.MapOf map, Object value) {
        List<Object> entries = new ArrayList<>();
        for (Object entry : value instanceof Map<?, ?> asMap ? asMap.entrySet() : (List<?>) value) {
            Map.Entry<?, ?> keyAndValue = (Map.Entry<?, ?>) entry;
            entries.add(new SimpleImmutableEntry<@Nullable Object, @Nullable Object>(
                    plain(map.key(), keyAndValue.getKey()), plain(map.value(), keyAndValue.getValue())));
        }
        return entries;
    }

    private static Object plainPrimitive(ValueType.Primitive type, Object value) {
        return switch (type) {
            case BYTE -> ((Number) value).byteValue();
            case SHORT -> ((Number) value).shortValue();
            case INTEGER -> ((Number) value).intValue();
            case LONG -> ((Number) value).longValue();
            case FLOAT -> ((Number) value).floatValue();
            case DOUBLE -> ((Number) value).doubleValue();
            case DATE -> value instanceof LocalDate date ? Math.toIntExact(date.toEpochDay()) : (Integer) value;
            case TIMESTAMP -> value instanceof Instant instant ? micros(instant) : (Long) value;
            case TIMESTAMP_NTZ ->
                value instanceof LocalDateTime local ? micros(local.toInstant(ZoneOffset.UTC)) : (Long) value;
            case BOOLEAN, STRING, BINARY -> value;
        };
    }

    /** Microseconds since 1970, toward the past. */
    static long micros(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
    }
}
