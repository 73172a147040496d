package io.github.deltamaint.testsupport;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Directory names of partitions, as Hive escapes them. */
final class HivePath {

    private static final String ESCAPED = "\"#%'*/:=?\\{[]^";

    private HivePath() {}

    /** {@code a=1/b=x%20y/}, empty for a table without partitions. */
    static String directory(Map<String, @Nullable String> partitionValues) {
        List<String> steps = new ArrayList<>();
        partitionValues.forEach((name, value) ->
                steps.add(escape(name) + "=" + (value == null ? "__HIVE_DEFAULT_PARTITION__" : escape(value)) + "/"));
        return String.join("", steps);
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (point < 0x20 || point == 0x7f || ESCAPED.indexOf(point) >= 0) {
                escaped.append(String.format("%%%02X", point));
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }
}
