package io.github.deltamaint.log.expression;

import java.util.regex.Pattern;

/**
 * A pattern of LIKE: {@code %} for any number of characters, {@code _} for one, the escape character before either or itself for just that.
 */
final class LikePattern {
    private final String prefix;
    private final Pattern pattern;

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if the escape character stands before something else, or last
     */
    LikePattern(String text, char escape) {
        StringBuilder regex = new StringBuilder();
        StringBuilder literal = new StringBuilder();
        StringBuilder start = new StringBuilder();
        boolean atStart = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == escape) {
                literal.append(escaped(text, ++i, escape));
            } else if (c == '%' || c == '_') {
                if (atStart) {
                    start.append(literal);
                    atStart = false;
                }
                flush(literal, regex);
                regex.append(c == '%' ? ".*" : ".");
            } else {
                literal.append(c);
            }
        }
        prefix = atStart ? literal.toString() : start.toString();
        flush(literal, regex);
        pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    boolean matches(String value) {
        return pattern.matcher(value).matches();
    }

    /** What every match begins with. */
    String prefix() {
        return prefix;
    }

    private static char escaped(String text, int at, char escape) {
        char c = at < text.length() ? text.charAt(at) : '\0';
        if (at >= text.length() || (c != '%' && c != '_' && c != escape)) {
            throw new IllegalArgumentException("in a pattern, '" + escape + "' must stand before %, _ or itself");
        }
        return c;
    }

    private static void flush(StringBuilder literal, StringBuilder regex) {
        if (literal.length() > 0) {
            regex.append(Pattern.quote(literal.toString()));
            literal.setLength(0);
        }
    }
}
