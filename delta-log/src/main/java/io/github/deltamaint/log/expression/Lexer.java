package io.github.deltamaint.log.expression;

import java.util.ArrayList;
import java.util.List;

/** Cuts the text of a predicate into tokens. */
final class Lexer {
    private static final List<String> SYMBOLS =
            List.of("<=>", "<=", ">=", "<>", "!=", "==", "=", "<", ">", "(", ")", ",", ".", "+", "-");

    private final String text;
    private int at;

    Lexer(String text) {
        this.text = text;
    }

    /** What a token is. */
    enum Kind {
        WORD,
        QUOTED_NAME,
        STRING,
        NUMBER,
        SYMBOL,
        END
    }

    /**
     * A token.
     *
     * @param text the word or symbol as written; the name or string without quotes and escapes
     * @param position where it begins
     */
    record Token(Kind kind, String text, int position) {

        boolean isSymbol(String symbol) {
            return kind == Kind.SYMBOL && text.equals(symbol);
        }

        boolean isWord(String word) {
            return kind == Kind.WORD && text.equalsIgnoreCase(word);
        }

        String described() {
            return kind == Kind.END ? "the end" : kind == Kind.STRING ? "the string '" + text + "'" : "'" + text + "'";
        }
    }

    /** All tokens, and an END. */
    List<Token> tokens() {
        List<Token> tokens = new ArrayList<>();
        skipSpaces();
        while (at < text.length()) {
            tokens.add(next());
            skipSpaces();
        }
        tokens.add(new Token(Kind.END, "", text.length()));
        return tokens;
    }

    private Token next() {
        int start = at;
        char c = text.charAt(at);
        if (c == '`') {
            return new Token(Kind.QUOTED_NAME, quotedName(), start);
        }
        if (c == '\'' || c == '"') {
            return new Token(Kind.STRING, string(c), start);
        }
        boolean pointThenDigit =
                c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)) && !followsName(start);
        if (isDigit(c) || pointThenDigit) {
            return new Token(Kind.NUMBER, number(), start);
        }
        if (Character.isLetter(c) || c == '_') {
            while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
                at++;
            }
            return new Token(Kind.WORD, text.substring(start, at), start);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at)) {
                at += symbol.length();
                return new Token(Kind.SYMBOL, symbol, start);
            }
        }
        throw error("'" + Character.toString(text.codePointAt(at)) + "' has no meaning in a predicate", start);
    }

    /** In {@code a.1} the point separates names; SQL then wants back-ticks, and the parser says so. */
    private boolean followsName(int position) {
        return position > 0
                && (Character.isLetterOrDigit(text.charAt(position - 1)) || text.charAt(position - 1) == '`');
    }

    private String quotedName() {
        int start = at++;
        StringBuilder name = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '`') {
                name.append(c);
            } else if (at < text.length() && text.charAt(at) == '`') {
                name.append('`');
                at++;
            } else if (name.length() > 0) {
                return name.toString();
            } else {
                throw error("a column name is empty", start);
            }
        }
        throw error("the back-tick is not closed", start);
    }

    private String string(char quote) {
        int start = at++;
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                escape(value);
            } else if (c != quote) {
                value.append(c);
            } else if (at < text.length() && text.charAt(at) == quote) {
                value.append(quote);
                at++;
            } else {
                return value.toString();
            }
        }
        throw error("the string is not closed", start);
    }

    /** What follows a backslash, as in Spark's strings. */
    private void escape(StringBuilder value) {
        char c = text.charAt(at++);
        switch (c) {
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            case 'r' -> value.append('\r');
            case 'b' -> value.append('\b');
            case '0' -> value.append('\0');
            case 'u' -> value.append(unicode());
            case '%', '_' ->
                // These are for LIKE to understand.
                value.append('\\').append(c);
            default -> value.append(c);
        }
    }

    private char unicode() {
        int start = at - 2;
        int end = at + 4;
        int code = 0;
        for (; at < end; at++) {
            int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
            if (digit < 0) {
                throw error("\\u must be followed by four hexadecimal digits", start);
            }
            code = code << 4 | digit;
        }
        return (char) code;
    }

    private String number() {
        int start = at;
        skipDigits();
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            skipDigits();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int exponent = at + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '+' || text.charAt(exponent) == '-')) {
                exponent++;
            }
            if (exponent < text.length() && isDigit(text.charAt(exponent))) {
                at = exponent;
                skipDigits();
            }
        }
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    private void skipDigits() {
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private void skipSpaces() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private PredicateException error(String problem, int position) {
        return new PredicateException(problem, text, position);
    }
}
