package io.github.deltamaint.log.internal.layout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the name of a file in {@code _delta_log} says. The version comes first with 20 digits, so names sort by version.
 *
 * @param kind what the file is
 * @param version the version; the first one for a compaction
 * @param endVersion the last version of a compaction, else the version
 * @param part the number of a part of a multi-part checkpoint, counted from 1, else 0
 * @param parts how many parts a multi-part checkpoint has, else 0
 */
public record LogFileName(Kind kind, long version, long endVersion, int part, int parts) {

    /** What a file is. */
    public enum Kind {
        /** {@code %020d.json}. */
        COMMIT,
        /** {@code %020d.checkpoint.parquet}. */
        CLASSIC_CHECKPOINT,
        /** {@code %020d.checkpoint.%010d.%010d.parquet}. */
        CHECKPOINT_PART,
        /** {@code %020d.checkpoint.<unique>.json} or {@code .parquet}. */
        V2_CHECKPOINT,
        /** {@code %020d.%020d.compacted.json}. */
        COMPACTION,
        /** {@code %020d.crc}. */
        CHECKSUM
    }

    private static final int VERSION_DIGITS = 20;
    private static final Pattern PART = Pattern.compile("checkpoint\\.(\\d{10})\\.(\\d{10})\\.parquet");
    private static final Pattern V2 = Pattern.compile("checkpoint\\.[^.]+\\.(?:json|parquet)");
    private static final Pattern COMPACTED = Pattern.compile("(\\d{20})\\.compacted\\.json");

    /** Parses a name; null if it is none of these files, whose name then means nothing to us. */
    public static @Nullable LogFileName parse(String name) {
        long version = name.length() > VERSION_DIGITS && name.charAt(VERSION_DIGITS) == '.'
                ? version(name.substring(0, VERSION_DIGITS))
                : -1;
        return version < 0 ? null : parse(version, name.substring(VERSION_DIGITS + 1));
    }

    private static @Nullable LogFileName parse(long version, String rest) {
        return switch (rest) {
            case "json" -> simple(Kind.COMMIT, version);
            case "checkpoint.parquet" -> simple(Kind.CLASSIC_CHECKPOINT, version);
            case "crc" -> simple(Kind.CHECKSUM, version);
            default -> parseLong(version, rest);
        };
    }

    private static @Nullable LogFileName parseLong(long version, String rest) {
        Matcher part = PART.matcher(rest);
        if (part.matches()) {
            return part(version, Long.parseLong(part.group(1)), Long.parseLong(part.group(2)));
        }
        if (V2.matcher(rest).matches()) {
            return simple(Kind.V2_CHECKPOINT, version);
        }
        Matcher compacted = COMPACTED.matcher(rest);
        long end = compacted.matches() ? version(compacted.group(1)) : -1;
        return end > version ? new LogFileName(Kind.COMPACTION, version, end, 0, 0) : null;
    }

    private static LogFileName simple(Kind kind, long version) {
        return new LogFileName(kind, version, version, 0, 0);
    }

    private static @Nullable LogFileName part(long version, long part, long parts) {
        boolean sound = part >= 1 && part <= parts && parts <= Integer.MAX_VALUE;
        return sound ? new LogFileName(Kind.CHECKPOINT_PART, version, version, (int) part, (int) parts) : null;
    }

    /** The number that 20 digits make; -1 if they are no digits, or more than a version can be. */
    private static long version(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return -1;
            }
        }
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Whether it is a checkpoint, or a part of one. */
    public boolean isCheckpoint() {
        return kind == Kind.CLASSIC_CHECKPOINT || kind == Kind.CHECKPOINT_PART || kind == Kind.V2_CHECKPOINT;
    }

    /** The name of the commit of a version. */
    public static String commit(long version) {
        return prefix(version) + "json";
    }

    /** The name of the version checksum file of a version. */
    public static String checksum(long version) {
        return prefix(version) + "crc";
    }

    /** The name of the classic checkpoint of a version. */
    public static String classicCheckpoint(long version) {
        return prefix(version) + "checkpoint.parquet";
    }

    /** What the names of all files of a version begin with; every one of them sorts after it. */
    public static String prefix(long version) {
        String digits = Long.toString(version);
        return "0".repeat(VERSION_DIGITS - digits.length()) + digits + ".";
    }
}
