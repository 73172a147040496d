package io.github.deltamaint.log.actions;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Unmodifiable copies of maps that keep their order and may hold null values. */
final class Maps {
    private Maps() {}

    static <V extends @Nullable Object> Map<String, V> copy(Map<String, V> map) {
        return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
