package io.github.deltamaint.log.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The {@code metadata} object of a field: keys to JSON values, in the order of the schema.
 *
 * <p>Nothing is interpreted and nothing is dropped, whoever wrote it: a key that we do not know has the same right to be in the
 * next schema as one that we do. Immutable; two are equal if they have the same keys with the same JSON texts.
 */
public final class FieldMetadata {
    /** No keys. */
    public static final FieldMetadata EMPTY = new FieldMetadata(Map.of());

    private final Map<String, String> json;

    private FieldMetadata(Map<String, String> json) {
        this.json = json;
    }

    /**
     * Makes metadata of JSON texts by key.
     *
     * @throws IllegalArgumentException if a value is not one JSON value
     */
    public static FieldMetadata ofJson(Map<String, String> jsonByKey) {
        if (jsonByKey.isEmpty()) {
            return EMPTY;
        }
        Map<String, String> copy = new LinkedHashMap<>();
        jsonByKey.forEach((key, value) -> copy.put(key, SchemaJson.normalize(value)));
        return new FieldMetadata(Collections.unmodifiableMap(copy));
    }

    /** For values that are known to be JSON in our own spelling. */
    static FieldMetadata ofNormalized(Map<String, String> jsonByKey) {
        return jsonByKey.isEmpty() ? EMPTY : new FieldMetadata(Collections.unmodifiableMap(jsonByKey));
    }

    /** All values as JSON texts, by key, in the order of the schema. */
    public Map<String, String> asJson() {
        return json;
    }

    /** Whether there is such a key. */
    public boolean contains(String key) {
        return json.containsKey(key);
    }

    /** The value of {@code key} as JSON text. */
    public Optional<String> json(String key) {
        return Optional.ofNullable(json.get(key));
    }

    /** The value of {@code key} if it is a JSON string. */
    public Optional<String> string(String key) {
        String value = json.get(key);
        return value == null ? Optional.empty() : SchemaJson.stringValue(value);
    }

    /** The value of {@code key} if it is a whole JSON number that fits. */
    public OptionalLong number(String key) {
        String value = json.get(key);
        return value == null ? OptionalLong.empty() : SchemaJson.longValue(value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldMetadata that && json.equals(that.json);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(json);
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
