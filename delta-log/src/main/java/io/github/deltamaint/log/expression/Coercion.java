package io.github.deltamaint.log.expression;

import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.PrimitiveType.Kind;
import io.github.deltamaint.log.schema.ValueTexts;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * In which type two values are compared, and how they become values of it.
 *
 * <p>Decimals are compared whatever their scales; {@link #DECIMAL} only stands for that.
 */
final class Coercion {
    static final PrimitiveType DECIMAL = PrimitiveType.decimal(PrimitiveType.MAX_DECIMAL_PRECISION, 18);

    private static final Pattern DECIMAL_TEXT =
            Pattern.compile("[+-]?(\\d{1,400}(\\.\\d{0,400})?|\\.\\d{1,400})([eE][+-]?\\d{1,3})?");

    private Coercion() {}

    /** The type in which values of two types are compared; empty if they do not go together. */
    static Optional<PrimitiveType> common(PrimitiveType left, PrimitiveType right) {
        if (left.isNumeric() && right.isNumeric()) {
            return Optional.of(commonNumber(left, right));
        }
        if (left.kind() == right.kind()) {
            return Optional.of(left);
        }
        if (left.kind() == Kind.STRING) {
            return Optional.of(insteadOfString(right));
        }
        if (right.kind() == Kind.STRING) {
            return Optional.of(insteadOfString(left));
        }
        if (isTemporal(left) && isTemporal(right)) {
            boolean instant = left.kind() == Kind.TIMESTAMP || right.kind() == Kind.TIMESTAMP;
            return Optional.of(instant ? PrimitiveType.TIMESTAMP : PrimitiveType.TIMESTAMP_NTZ);
        }
        return Optional.empty();
    }

    /** Whether a larger value never becomes a smaller one, so that bounds stay bounds. */
    static boolean keepsOrder(PrimitiveType from, PrimitiveType to) {
        return from.kind() != Kind.STRING || to.kind() == Kind.STRING;
    }

    /** The value in another type; null if it is a string that is none, or beyond what the type can hold. */
    static @Nullable Object convert(Object value, PrimitiveType from, PrimitiveType to, ZoneId zone) {
        if (from.kind() == to.kind()) {
            return value;
        }
        if (from.kind() == Kind.STRING) {
            return fromText((String) value, to, zone);
        }
        switch (to.kind()) {
            case LONG -> {
                return value;
            }
            case FLOAT -> {
                return ((Number) value).floatValue();
            }
            case DOUBLE -> {
                return ((Number) value).doubleValue();
            }
            case DECIMAL -> {
                return BigDecimal.valueOf((Long) value);
            }
            case TIMESTAMP_NTZ -> {
                return DateTimes.startOfDay((Long) value);
            }
            case TIMESTAMP -> {
                Long local = from.kind() == Kind.DATE ? DateTimes.startOfDay((Long) value) : (Long) value;
                return local == null ? null : DateTimes.instantOf(local, zone);
            }
            default -> throw new AssertionError(from + " to " + to);
        }
    }

    private static @Nullable Object fromText(String text, PrimitiveType to, ZoneId zone) {
        if (to.kind() == Kind.DECIMAL) {
            String stripped = text.strip();
            return DECIMAL_TEXT.matcher(stripped).matches() ? new BigDecimal(stripped) : null;
        }
        return ValueTexts.parse(to, text, zone).orElse(null);
    }

    private static PrimitiveType commonNumber(PrimitiveType left, PrimitiveType right) {
        if (left.isIntegral() && right.isIntegral()) {
            return PrimitiveType.LONG;
        }
        boolean anyDouble = left.kind() == Kind.DOUBLE || right.kind() == Kind.DOUBLE;
        boolean anyFloat = left.kind() == Kind.FLOAT || right.kind() == Kind.FLOAT;
        boolean anyDecimal = left.kind() == Kind.DECIMAL || right.kind() == Kind.DECIMAL;
        if (anyDouble || (anyFloat && anyDecimal)) {
            return PrimitiveType.DOUBLE;
        }
        return anyFloat ? PrimitiveType.FLOAT : DECIMAL;
    }

    /** Whole numbers are compared with strings as decimals, so that a string may have a point and any number of digits. */
    private static PrimitiveType insteadOfString(PrimitiveType other) {
        return other.isIntegral() || other.kind() == Kind.DECIMAL ? DECIMAL : other;
    }

    private static boolean isTemporal(PrimitiveType type) {
        return type.kind() == Kind.DATE || type.kind() == Kind.TIMESTAMP || type.kind() == Kind.TIMESTAMP_NTZ;
    }
}
