package io.github.deltamaint.internal.append;

import io.github.deltamaint.log.schema.ArrayType;
import io.github.deltamaint.log.schema.DataType;
import io.github.deltamaint.log.schema.MapType;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.schema.ValueTexts;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the values of a service against the table's types and gives them their one form here: {@link Boolean}, {@link Long} for whole numbers, days
 * and microseconds, {@link Float}, {@link Double}, {@link BigDecimal} of the type's scale, {@code byte[]} for strings and binary, {@code Object[]} for structs,
 * {@link List} for lists, and a list of {@link Map.Entry} for maps.
 *
 * <p>Problems are {@link IllegalArgumentException}s that name the column.
 */
final class RowValues {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final String DEFAULT = "CURRENT_DEFAULT";

    private RowValues() {}

    /**
     * A row.
     *
     * @param requireDefaults whether a column with a default must be given, because nobody would fill it in
     */
    static @Nullable Object[] row(
            StructType schema, Map<String, ? extends @Nullable Object> row, boolean requireDefaults) {
        @Nullable Object[] values = struct(schema, row, "");
        if (requireDefaults) {
            for (StructField field : schema.fields()) {
                if (field.metadata().contains(DEFAULT) && keyOf(field, row) == null) {
                    throw new IllegalArgumentException("column " + field.name()
                            + " has a default, which is not filled in here; give its value, or null");
                }
            }
        }
        return values;
    }

    /** A row whose values are in the order of the columns. */
    static @Nullable Object[] row(StructType schema, @Nullable Object[] given) {
        if (given.length != schema.fields().size()) {
            throw new IllegalArgumentException(
                    "the table has " + schema.fields().size() + " columns, but there are " + given.length + " values");
        }
        @Nullable Object[] values = new @Nullable Object[given.length];
        for (int i = 0; i < given.length; i++) {
            values[i] = field(schema.fields().get(i), given[i], "");
        }
        return values;
    }

    private static @Nullable Object[] struct(StructType type, Map<?, ?> given, String path) {
        @Nullable Object[] values = new @Nullable Object[type.fields().size()];
        int used = 0;
        for (int i = 0; i < values.length; i++) {
            StructField field = type.fields().get(i);
            Object key = keyOf(field, given);
            if (key != null) {
                used++;
            }
            values[i] = field(field, key == null ? null : given.get(key), path);
        }
        if (used != given.size()) {
            throw unknown(type, given, path);
        }
        return values;
    }

    /** Names of columns are equal whatever their case. */
    private static @Nullable Object keyOf(StructField field, Map<?, ?> given) {
        if (given.containsKey(field.name())) {
            return field.name();
        }
        for (Object key : given.keySet()) {
            if (key instanceof String name && name.equalsIgnoreCase(field.name())) {
                return name;
            }
        }
        return null;
    }

    private static IllegalArgumentException unknown(StructType type, Map<?, ?> given, String path) {
        Set<String> seen = new HashSet<>();
        for (Object key : given.keySet()) {
            boolean isColumn = key instanceof String name
                    && type.fields().stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
            if (!isColumn) {
                return new IllegalArgumentException("there is no column " + below(path, String.valueOf(key)));
            }
            if (!seen.add(((String) key).toLowerCase(Locale.ROOT))) {
                return new IllegalArgumentException("column " + below(path, (String) key) + " is given twice");
            }
        }
        return new IllegalArgumentException("the names of the columns are not those of the table");
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static @Nullable Object field(StructField field, @Nullable Object given, String path) {
        String name = below(path, field.name());
        if (given == null) {
            if (!field.nullable()) {
                throw new IllegalArgumentException("column " + name + " must not be null");
            }
            return null;
        }
        return value(field.type(), given, name);
    }

    private static Object value(DataType type, Object given, String path) {
        if (type instanceof PrimitiveType primitive) {
            return primitive(primitive, given, path);
        }
        if (type instanceof StructType struct) {
            if (given instanceof Map<?, ?> map) {
                return struct(struct, map, path);
            }
            throw mismatch(path, "a Map", given);
        }
        if (type instanceof ArrayType array) {
            return list(array, given, path + ".element");
        }
        if (type instanceof MapType map) {
            return map(map, given, path);
        }
        throw new IllegalArgumentException("column " + path + " is of type " + type + " and can only be null");
    }

    private static List<@Nullable Object> list(ArrayType type, Object given, String path) {
        if (!(given instanceof Iterable<?> elements)) {
            throw mismatch(path, "a List", given);
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (Object element : elements) {
            values.add(part(type.elementType(), type.containsNull(), element, path));
        }
        return values;
    }

    private static List<Map.Entry<Object, @Nullable Object>> map(MapType type, Object given, String path) {
        Iterable<?> entries;
        if (given instanceof Map<?, ?> map) {
            entries = map.entrySet();
        } else if (given instanceof Iterable<?> list) {
            entries = list;
        } else {
            throw mismatch(path, "a Map", given);
        }
        List<Map.Entry<Object, @Nullable Object>> values = new ArrayList<>();
        Set<Object> keys = new HashSet<>();
        for (Object entry : entries) {
            if (!(entry instanceof Map.Entry<?, ?> pair)) {
                throw mismatch(path, "a Map or a List of Map.Entry", given);
            }
            Object key = part(type.keyType(), false, pair.getKey(), path + ".key");
            if (key == null || !keys.add(key instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : key)) {
                throw new IllegalArgumentException("column " + path + " has the key " + pair.getKey() + " twice");
            }
            values.add(new SimpleImmutableEntry<>(
                    key, part(type.valueType(), type.valueContainsNull(), pair.getValue(), path + ".value")));
        }
        return values;
    }

    private static @Nullable Object part(DataType type, boolean nullable, @Nullable Object given, String path) {
        if (given == null) {
            if (!nullable) {
                throw new IllegalArgumentException("column " + path + " must not be null");
            }
            return null;
        }
        return value(type, given, path);
    }

    private static Object primitive(PrimitiveType type, Object given, String path) {
        return switch (type.kind()) {
            case BOOLEAN -> required(given, Boolean.class, path);
            case BYTE, SHORT, INTEGER, LONG -> whole(type, given, path);
            case FLOAT -> required(given, Float.class, path);
            case DOUBLE ->
                given instanceof Float single ? (Object) single.doubleValue() : required(given, Double.class, path);
            case DECIMAL -> decimal(type, given, path);
            case STRING -> utf8(required(given, String.class, path), path);
            case BINARY -> required(given, byte[].class, path).clone();
            case DATE -> plainDay(required(given, LocalDate.class, path).toEpochDay(), path);
            case TIMESTAMP -> micros(required(given, Instant.class, path), path);
            case TIMESTAMP_NTZ ->
                micros(required(given, LocalDateTime.class, path).toInstant(ZoneOffset.UTC), path);
        };
    }

    private static <T> T required(Object given, Class<T> wanted, String path) {
        if (!wanted.isInstance(given)) {
            throw mismatch(path, wanted.getSimpleName(), given);
        }
        return wanted.cast(given);
    }

    private static IllegalArgumentException mismatch(String path, String wanted, Object given) {
        return new IllegalArgumentException("column " + path + " takes " + wanted + ", but the value is of type "
                + given.getClass().getSimpleName());
    }

    private static Object whole(PrimitiveType type, Object given, String path) {
        if (!(given instanceof Long || given instanceof Integer || given instanceof Short || given instanceof Byte)) {
            throw mismatch(path, "a whole number", given);
        }
        return ValueTexts.exactLong(type, ((Number) given).longValue())
                .orElseThrow(() -> new IllegalArgumentException(
                        "column " + path + " is of type " + type + ", which is too small for " + given));
    }

    private static Object decimal(PrimitiveType type, Object given, String path) {
        BigDecimal number;
        if (given instanceof BigDecimal exact) {
            number = exact;
        } else if (given instanceof Long
                || given instanceof Integer
                || given instanceof Short
                || given instanceof Byte) {
            number = BigDecimal.valueOf(((Number) given).longValue());
        } else {
            throw mismatch(path, "a BigDecimal", given);
        }
        return ValueTexts.exactDecimal(type, number)
                .orElseThrow(() -> new IllegalArgumentException("column " + path + " is of type " + type
                        + ", into which " + given + " does not fit without loss"));
    }

    /** A text with half a character would silently become another one. */
    private static byte[] utf8(String text, String path) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "column " + path + " is no valid text: it has half of a surrogate pair", e);
        }
    }

    private static Object plainDay(long epochDay, String path) {
        if (!ValueTexts.isPlainDate(epochDay)) {
            throw outOfYears(path);
        }
        return epochDay;
    }

    private static Object micros(Instant instant, String path) {
        long seconds = instant.getEpochSecond();
        if (!ValueTexts.isPlainDate(Math.floorDiv(seconds, SECONDS_PER_DAY))) {
            throw outOfYears(path);
        }
        return Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), instant.getNano() / NANOS_PER_MICRO);
    }

    private static IllegalArgumentException outOfYears(String path) {
        return new IllegalArgumentException(
                "column " + path + " takes dates of the years 0001 to 9999, which every engine can read");
    }
}
