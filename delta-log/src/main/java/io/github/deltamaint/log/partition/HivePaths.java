package io.github.deltamaint.log.partition;

import java.util.Locale;

/**
 * Names of partition directories, escaped as Hive does it: {@code country=DE/city=K%3Aln}.
 *
 * <p>They are for people. Nobody reads a partition value from a directory; that is what the log is for.
 */
final class HivePaths {
    static final String NULL_NAME = "__HIVE_DEFAULT_PARTITION__";

    private static final String ESCAPED = "\"#%'*/:=?\\{[]^\u007F";

    private HivePaths() {}

    static String escape(String name) {
        StringBuilder escaped = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            // Hive leaves the zero character alone; no file system takes it.
            if (c < 0x20 || ESCAPED.indexOf(c) >= 0) {
                escaped.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
