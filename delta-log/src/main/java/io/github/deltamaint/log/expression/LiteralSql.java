package io.github.deltamaint.log.expression;

import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.ValueTexts;
import java.math.BigDecimal;

/** Writes literals so that the parser reads the same literal again. */
final class LiteralSql {

    private LiteralSql() {}

    static String of(PrimitiveType type, Object value) {
        return switch (type.kind()) {
            case BOOLEAN -> (Boolean) value ? "TRUE" : "FALSE";
            case BYTE -> value + "Y";
            case SHORT -> value + "S";
            case INTEGER -> value.toString();
            case LONG -> value + "L";
            case FLOAT -> floating(value.toString(), "F");
            case DOUBLE -> floating(value.toString(), "D");
            case DECIMAL -> ((BigDecimal) value).toPlainString() + "BD";
            case STRING -> quote((String) value);
            case BINARY -> value.toString();
            case DATE -> "DATE '" + ValueTexts.formatDate((Long) value) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + ValueTexts.formatTimestamp((Long) value, 6) + "Z'";
            case TIMESTAMP_NTZ -> "TIMESTAMP_NTZ '" + ValueTexts.formatTimestamp((Long) value, 6) + "'";
        };
    }

    static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /** NaN and the infinities have no literal of their own; a string becomes one where it is compared with a number of these types. */
    private static String floating(String text, String suffix) {
        return Character.isDigit(text.charAt(text.length() - 1)) ? text + suffix : quote(text);
    }
}
