package io.github.deltamaint.log.schema;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/**
 * A type that is carried along but not interpreted: known by family, or not known at all.
 *
 * <p>A table may contain such columns; what may be done to it then is for
 * {@link io.github.deltamaint.log.TableFeatures} to say.
 *
 * @param json the type as the schema spells it, as JSON: a quoted name or an object
 * @param family what is known about it
 */
public record OpaqueType(String json, Family family) implements DataType {

    /** What is known about a type that is not interpreted. */
    public enum Family {
        /** {@code void}: always null and never in a data file. */
        VOID,
        /** {@code variant}. */
        VARIANT,
        /** {@code geometry(…)} and {@code geography(…)}. */
        GEOSPATIAL,
        /** The ANSI intervals, for example {@code interval day to second}. */
        INTERVAL,
        /** A type that a user's program defined over another one; Spark calls it {@code udt}. */
        USER_DEFINED,
        /** A name that is not in this list. */
        UNKNOWN
    }

    /** {@code void}. */
    public static final OpaqueType VOID = named("void");
    /** {@code variant}. */
    public static final OpaqueType VARIANT = named("variant");

    /** Checks that both parts are given. */
    public OpaqueType {
        requireNonNull(json, "json");
        requireNonNull(family, "family");
    }

    /** The type that the schema language calls {@code name}, whatever that is. */
    public static OpaqueType named(String name) {
        return new OpaqueType(SchemaJson.quote(name), familyOf(name));
    }

    /** Whether a type is {@code void}. */
    public static boolean isVoid(DataType type) {
        return type instanceof OpaqueType opaque && opaque.family() == Family.VOID;
    }

    /** Whether a type is {@code variant}. */
    public static boolean isVariant(DataType type) {
        return type instanceof OpaqueType opaque && opaque.family() == Family.VARIANT;
    }

    @Override
    public String toString() {
        return json.startsWith("\"") ? json.substring(1, json.length() - 1) : json;
    }

    private static Family familyOf(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("void") || lower.equals("null")) {
            return Family.VOID;
        }
        if (lower.equals("variant")) {
            return Family.VARIANT;
        }
        if (startsWithWord(lower, "geometry") || startsWithWord(lower, "geography")) {
            return Family.GEOSPATIAL;
        }
        // "interval" alone is Spark's calendar interval, which no data file can hold either.
        return startsWithWord(lower, "interval") ? Family.INTERVAL : Family.UNKNOWN;
    }

    private static boolean startsWithWord(String text, String word) {
        return text.startsWith(word)
                && (text.length() == word.length() || !Character.isLetterOrDigit(text.charAt(word.length())));
    }
}
