package io.github.deltamaint.log.actions;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Unmodifiable copies of maps that keep their order and may hold null values. */
final class Maps {
    /** Up to here looking through all keys is as fast as hashing. */
    private static final int SMALL = 8;

    private Maps() {}

    static <V extends @Nullable Object> Map<String, V> copy(Map<String, V> map) {
        if (map.isEmpty()) {
            return Map.of();
        }
        if (map instanceof SmallMap) {
            return map;
        }
        return map.size() <= SMALL ? SmallMap.of(map) : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
