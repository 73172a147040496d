package io.github.deltamaint.parquet;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records in a form that reads well in a test: {@code {1, [a, null], {k=v}}}. */
final class Plain {

    private Plain() {}

    static String text(Object value) {
        if (value instanceof Object[] fields) {
            return Stream.of(fields).map(Plain::text).collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Plain::text).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map.Entry<?, ?> entry) {
            return text(entry.getKey()) + "=" + text(entry.getValue());
        }
        return value instanceof byte[] bytes ? "0x" + HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }
}
