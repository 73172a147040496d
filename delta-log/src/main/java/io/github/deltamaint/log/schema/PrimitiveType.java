package io.github.deltamaint.log.schema;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A type without parts.
 *
 * @param kind which one
 * @param precision the number of decimal digits, 1 to 38, of a {@link Kind#DECIMAL}; 0 for all others
 * @param scale the number of digits after the point, 0 to {@code precision}, of a {@link Kind#DECIMAL}; 0 for all others
 */
public record PrimitiveType(Kind kind, int precision, int scale) implements DataType {

    /** The primitive types, and the Java type that holds their values in this library; see {@link Values}. */
    public enum Kind {
        /** {@code boolean}, a {@link Boolean}. */
        BOOLEAN,
        /** {@code byte}: 8 bits, signed; a {@link Long}. */
        BYTE,
        /** {@code short}: 16 bits, signed; a {@link Long}. */
        SHORT,
        /** {@code integer}: 32 bits, signed; a {@link Long}. */
        INTEGER,
        /** {@code long}: 64 bits, signed; a {@link Long}. */
        LONG,
        /** {@code float}; a {@link Float}. */
        FLOAT,
        /** {@code double}; a {@link Double}. */
        DOUBLE,
        /** {@code decimal(p,s)}; a {@link java.math.BigDecimal} of exactly that scale. */
        DECIMAL,
        /** {@code string}; a {@link String}. */
        STRING,
        /** {@code binary}; a {@link Values.Bytes}. */
        BINARY,
        /** {@code date}: days since 1970-01-01 in the proleptic Gregorian calendar; a {@link Long}. */
        DATE,
        /** {@code timestamp}: an instant, microseconds since 1970-01-01T00:00:00Z; a {@link Long}. */
        TIMESTAMP,
        /** {@code timestamp_ntz}: a date and time of day without a zone, as the microseconds it would be in UTC; a {@link Long}. */
        TIMESTAMP_NTZ
    }

    /** {@code boolean}. */
    public static final PrimitiveType BOOLEAN = of(Kind.BOOLEAN);
    /** {@code byte}. */
    public static final PrimitiveType BYTE = of(Kind.BYTE);
    /** {@code short}. */
    public static final PrimitiveType SHORT = of(Kind.SHORT);
    /** {@code integer}. */
    public static final PrimitiveType INTEGER = of(Kind.INTEGER);
    /** {@code long}. */
    public static final PrimitiveType LONG = of(Kind.LONG);
    /** {@code float}. */
    public static final PrimitiveType FLOAT = of(Kind.FLOAT);
    /** {@code double}. */
    public static final PrimitiveType DOUBLE = of(Kind.DOUBLE);
    /** {@code string}. */
    public static final PrimitiveType STRING = of(Kind.STRING);
    /** {@code binary}. */
    public static final PrimitiveType BINARY = of(Kind.BINARY);
    /** {@code date}. */
    public static final PrimitiveType DATE = of(Kind.DATE);
    /** {@code timestamp}. */
    public static final PrimitiveType TIMESTAMP = of(Kind.TIMESTAMP);
    /** {@code timestamp_ntz}. */
    public static final PrimitiveType TIMESTAMP_NTZ = of(Kind.TIMESTAMP_NTZ);

    /** The largest precision of a decimal. */
    public static final int MAX_DECIMAL_PRECISION = 38;

    private static final Pattern DECIMAL_NAME =
            Pattern.compile("decimal\\s*\\(\\s*(\\d{1,2})\\s*,\\s*(\\d{1,2})\\s*\\)");
    // Spark writes a decimal without parameters as this one.
    private static final PrimitiveType DEFAULT_DECIMAL = new PrimitiveType(Kind.DECIMAL, 10, 0);
    private static final Map<String, PrimitiveType> BY_NAME = byName();

    /** Checks precision and scale. */
    public PrimitiveType {
        requireNonNull(kind, "kind");
        boolean sound = kind == Kind.DECIMAL
                ? precision >= 1 && precision <= MAX_DECIMAL_PRECISION && scale >= 0 && scale <= precision
                : precision == 0 && scale == 0;
        if (!sound) {
            throw new IllegalArgumentException(
                    "not a type: " + kind + " with precision " + precision + " and scale " + scale);
        }
    }

    /**
     * The type {@code decimal(precision,scale)}.
     *
     * @throws IllegalArgumentException unless 1 ≤ precision ≤ 38 and 0 ≤ scale ≤ precision
     */
    public static PrimitiveType decimal(int precision, int scale) {
        return new PrimitiveType(Kind.DECIMAL, precision, scale);
    }

    /** The type that the schema language calls {@code name}, if it is a primitive one that we know. */
    public static Optional<PrimitiveType> named(String name) {
        PrimitiveType known = BY_NAME.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        Matcher decimal = DECIMAL_NAME.matcher(name);
        if (!decimal.matches()) {
            return Optional.empty();
        }
        int precision = Integer.parseInt(decimal.group(1));
        int scale = Integer.parseInt(decimal.group(2));
        boolean sound = precision >= 1 && precision <= MAX_DECIMAL_PRECISION && scale <= precision;
        return sound ? Optional.of(decimal(precision, scale)) : Optional.empty();
    }

    /** The name in the schema language, for example {@code timestamp_ntz} or {@code decimal(10,2)}. */
    public String name() {
        String name = kind.name().toLowerCase(Locale.ROOT);
        return kind == Kind.DECIMAL ? name + "(" + precision + "," + scale + ")" : name;
    }

    /** Whether this is one of the four whole-number types. */
    public boolean isIntegral() {
        return kind == Kind.BYTE || kind == Kind.SHORT || kind == Kind.INTEGER || kind == Kind.LONG;
    }

    /** Whether this is {@code float} or {@code double}. */
    public boolean isFloating() {
        return kind == Kind.FLOAT || kind == Kind.DOUBLE;
    }

    /** Whether this is a number of any kind. */
    public boolean isNumeric() {
        return isIntegral() || isFloating() || kind == Kind.DECIMAL;
    }

    @Override
    public String toString() {
        return name();
    }

    private static PrimitiveType of(Kind kind) {
        return new PrimitiveType(kind, 0, 0);
    }

    private static Map<String, PrimitiveType> byName() {
        Map<String, PrimitiveType> names = new HashMap<>();
        for (Kind kind : Kind.values()) {
            PrimitiveType type = kind == Kind.DECIMAL ? DEFAULT_DECIMAL : of(kind);
            names.put(kind.name().toLowerCase(Locale.ROOT), type);
        }
        return Map.copyOf(names);
    }
}
