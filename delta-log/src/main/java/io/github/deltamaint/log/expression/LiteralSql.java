package io.github.deltamaint.log.expression;

import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.ValueTexts;
import java.math.BigDecimal;

/** Writes literals so that the parser reads the same literal again. */
final class LiteralSql {

    private LiteralSql() {}

    static String of(PrimitiveType type, Object value) {
        switch (type.kind()) {
            case BOOLEAN:
                return (Boolean) value ? "TRUE" : "FALSE";
            case BYTE:
                return value + "Y";
            case SHORT:
                return value + "S";
            case INTEGER:
                return value.toString();
            case LONG:
                return value + "L";
            case FLOAT:
                return floating(value.toString(), "F");
            case DOUBLE:
                return floating(value.toString(), "D");
            case DECIMAL:
                return ((BigDecimal) value).toPlainString() + "BD";
            case STRING:
                return quote((String) value);
            case BINARY:
                return value.toString();
            case DATE:
                return "DATE '" + ValueTexts.formatDate((Long) value) + "'";
            case TIMESTAMP:
                return "TIMESTAMP '" + ValueTexts.formatTimestamp((Long) value, 6) + "Z'";
            case TIMESTAMP_NTZ:
                return "TIMESTAMP_NTZ '" + ValueTexts.formatTimestamp((Long) value, 6) + "'";
        }
        throw new AssertionError(type);
    }

    static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /** NaN and the infinities have no literal of their own; a string becomes one where it is compared with a number of these types. */
    private static String floating(String text, String suffix) {
        return Character.isDigit(text.charAt(text.length() - 1)) ? text + suffix : quote(text);
    }
}
