package io.github.deltamaint.log.expression;

import io.github.deltamaint.log.expression.Lexer.Kind;
import io.github.deltamaint.log.expression.Lexer.Token;
import io.github.deltamaint.log.expression.Predicate.Operator;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.TimestampText;
import io.github.deltamaint.log.schema.ValueTexts;
import io.github.deltamaint.log.schema.Values;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads predicates by recursive descent: OR binds weakest, then AND, then NOT, then the conditions. */
final class PredicateParser {
    private static final int MAX_DEPTH = 100;
    private static final Set<String> RESERVED = Set.of(
            "AND",
            "OR",
            "NOT",
            "IN",
            "IS",
            "NULL",
            "LIKE",
            "BETWEEN",
            "TRUE",
            "FALSE",
            "INTERVAL",
            "CURRENT_DATE",
            "CURRENT_TIMESTAMP");
    private static final Pattern NUMBER = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?([a-zA-Z]*)");
    private static final String FUNCTIONS =
            "current_date(), current_timestamp(), now(), date_add(…), date_sub(…) and add_months(…)";

    private final String text;
    private final List<Token> tokens;
    private int at;
    private int depth;

    PredicateParser(String text) {
        this.text = text;
        tokens = new Lexer(text).tokens();
    }

    /** Whether a word in upper case cannot be a column name without back-ticks. */
    static boolean isReserved(String upperCaseWord) {
        return RESERVED.contains(upperCaseWord);
    }

    Predicate parse() {
        if (peek().kind() == Kind.END) {
            throw error("the predicate is empty", peek());
        }
        Predicate predicate = or();
        if (peek().kind() != Kind.END) {
            throw error("expected AND, OR or the end, but found " + peek().described(), peek());
        }
        return predicate;
    }

    private Predicate or() {
        List<Predicate> parts = new ArrayList<>();
        parts.add(and());
        while (acceptWord("OR")) {
            parts.add(and());
        }
        return parts.size() == 1 ? parts.get(0) : new Predicate.Or(parts);
    }

    private Predicate and() {
        List<Predicate> parts = new ArrayList<>();
        parts.add(not());
        while (acceptWord("AND")) {
            parts.add(not());
        }
        return parts.size() == 1 ? parts.get(0) : new Predicate.And(parts);
    }

    private Predicate not() {
        Token start = peek();
        if (!acceptWord("NOT")) {
            return condition();
        }
        enter(start);
        Predicate part = not();
        depth--;
        return new Predicate.Not(part);
    }

    private Predicate condition() {
        if (peek().isSymbol("(")) {
            Predicate inParentheses = predicateInParentheses();
            if (inParentheses != null) {
                return inParentheses;
            }
        }
        Term left = term();
        Token next = peek();
        Operator operator = next.kind() == Kind.SYMBOL ? operator(next.text()) : null;
        if (operator != null) {
            at++;
            return new Predicate.Comparison(operator, left, term());
        }
        if (acceptWord("IS")) {
            boolean negated = acceptWord("NOT");
            expectWord("NULL");
            return negatedIf(negated, new Predicate.IsNull(left));
        }
        boolean negated = acceptWord("NOT");
        if (acceptWord("IN")) {
            return negatedIf(negated, in(left));
        }
        if (acceptWord("BETWEEN")) {
            return negatedIf(negated, between(left));
        }
        if (acceptWord("LIKE")) {
            return negatedIf(negated, like(left));
        }
        if (negated) {
            throw error("expected IN, BETWEEN or LIKE after NOT, but found " + peek().described(), peek());
        }
        return new Predicate.Condition(left);
    }

    /** What is in parentheses, if it is a predicate; null, and nothing read, if it is a value that is then compared. */
    private @Nullable Predicate predicateInParentheses() {
        int start = at;
        enter(peek());
        at++;
        Predicate predicate = or();
        depth--;
        expectSymbol(")");
        Token next = peek();
        boolean goesOn = (next.kind() == Kind.SYMBOL && !next.isSymbol(")") && !next.isSymbol(","))
                || next.isWord("IS")
                || next.isWord("IN")
                || next.isWord("BETWEEN")
                || next.isWord("LIKE")
                || next.isWord("NOT");
        if (goesOn && predicate instanceof Predicate.Condition) {
            at = start;
            return null;
        }
        return predicate;
    }

    private Predicate in(Term left) {
        expectSymbol("(");
        List<Term> values = new ArrayList<>();
        values.add(term());
        while (acceptSymbol(",")) {
            values.add(term());
        }
        expectSymbol(")");
        return new Predicate.In(left, values);
    }

    private Predicate between(Term left) {
        Term from = term();
        expectWord("AND");
        Term to = term();
        return new Predicate.And(List.of(
                new Predicate.Comparison(Operator.GREATER_OR_EQUAL, left, from),
                new Predicate.Comparison(Operator.LESS_OR_EQUAL, left, to)));
    }

    private Predicate like(Term left) {
        Token pattern = expectString("a pattern in quotes");
        char escape = '\\';
        if (acceptWord("ESCAPE")) {
            Token character = expectString("one character in quotes");
            if (character.text().length() != 1) {
                throw error("expected one character in quotes, but found " + character.described(), character);
            }
            escape = character.text().charAt(0);
        }
        try {
            new LikePattern(pattern.text(), escape);
        } catch (IllegalArgumentException e) {
            throw error(String.valueOf(e.getMessage()), pattern);
        }
        return new Predicate.Like(left, pattern.text(), escape);
    }

    private static Predicate negatedIf(boolean negated, Predicate predicate) {
        return negated ? new Predicate.Not(predicate) : predicate;
    }

    private Term term() {
        Term term = primary();
        while (peek().isSymbol("+") || peek().isSymbol("-")) {
            Token sign = next();
            Interval by = peek().isWord("INTERVAL") ? interval() : days(sign);
            term = new Term.Shifted(term, sign.text().equals("-") ? by.negated() : by, origin(sign));
        }
        return term;
    }

    private Interval days(Token sign) {
        Token count = next();
        if (count.kind() != Kind.NUMBER || !count.text().chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw error(
                    "expected INTERVAL or a number of days after '" + sign.text() + "', but found " + count.described()
                            + "; there is no other arithmetic",
                    count);
        }
        return new Interval(0, longNumber(count), 0);
    }

    private Term primary() {
        Token token = next();
        return switch (token.kind()) {
            case NUMBER -> number(token, false);
            case STRING -> Term.Literal.of(PrimitiveType.STRING, token.text(), origin(token));
            case QUOTED_NAME -> column(token);
            case WORD -> word(token);
            case SYMBOL -> signedOrInParentheses(token);
            case END -> throw unexpectedValue(token);
        };
    }

    private Term signedOrInParentheses(Token token) {
        if (token.isSymbol("(")) {
            enter(token);
            Term inner = term();
            depth--;
            expectSymbol(")");
            return inner;
        }
        if ((token.isSymbol("-") || token.isSymbol("+")) && peek().kind() == Kind.NUMBER) {
            return number(next(), token.isSymbol("-"));
        }
        throw unexpectedValue(token);
    }

    private PredicateException unexpectedValue(Token token) {
        return error("expected a column or a value, but found " + token.described(), token);
    }

    private Term word(Token word) {
        String upper = word.text().toUpperCase(Locale.ROOT);
        Term literal = peek().kind() == Kind.STRING ? typedLiteral(upper, origin(word)) : null;
        if (literal != null) {
            return literal;
        }
        Term constant = constant(upper, origin(word));
        if (constant != null) {
            return constant;
        }
        if (isReserved(upper)) {
            throw error(
                    "expected a column or a value, but found the word " + upper
                            + "; a column of this name stands between back-ticks",
                    word);
        }
        return peek().isSymbol("(") ? function(word, upper) : column(word);
    }

    /** The literal that a word makes of the string behind it; null, and nothing read, if it makes none. */
    private @Nullable Term typedLiteral(String upper, Origin origin) {
        return switch (upper) {
            case "DATE" -> typed(PrimitiveType.DATE, next(), origin);
            case "TIMESTAMP_NTZ" -> typed(PrimitiveType.TIMESTAMP_NTZ, next(), origin);
            case "TIMESTAMP", "TIMESTAMP_LTZ" -> timestamp(next(), origin);
            case "X" -> binary(next(), origin);
            default -> null;
        };
    }

    /** The value that a word stands for by itself; null, and nothing read, if it is a name. */
    private @Nullable Term constant(String upper, Origin origin) {
        return switch (upper) {
            case "TRUE" -> Term.Literal.of(PrimitiveType.BOOLEAN, true, origin);
            case "FALSE" -> Term.Literal.of(PrimitiveType.BOOLEAN, false, origin);
            case "NULL" -> Term.Literal.ofNull(origin);
            case "CURRENT_DATE", "CURRENT_TIMESTAMP" -> {
                if (acceptSymbol("(")) {
                    expectSymbol(")");
                }
                yield new Term.Now(upper.equals("CURRENT_DATE"), origin);
            }
            default -> null;
        };
    }

    private Term typed(PrimitiveType type, Token string, Origin origin) {
        Object value = ValueTexts.parse(type, string.text(), ZoneOffset.UTC).orElseThrow(() -> notA(type, string));
        return Term.Literal.of(type, value, origin);
    }

    private Term timestamp(Token string, Origin origin) {
        TimestampText timestamp =
                TimestampText.parse(string.text()).orElseThrow(() -> notA(PrimitiveType.TIMESTAMP, string));
        return new Term.TimestampLiteral(timestamp, origin);
    }

    private Term binary(Token string, Origin origin) {
        try {
            byte[] bytes = HexFormat.of().parseHex(string.text());
            return Term.Literal.of(PrimitiveType.BINARY, new Values.Bytes(bytes), origin);
        } catch (IllegalArgumentException e) {
            throw error("X'…' takes pairs of hexadecimal digits, not " + string.described(), string);
        }
    }

    private PredicateException notA(PrimitiveType type, Token string) {
        return error(string.described() + " is no " + type, string);
    }

    private Term function(Token name, String upper) {
        expectSymbol("(");
        return switch (upper) {
            case "NOW" -> {
                expectSymbol(")");
                yield new Term.Now(false, origin(name));
            }
            case "DATE_ADD" -> shifted(name, "DAY", false);
            case "DATE_SUB" -> shifted(name, "DAY", true);
            case "ADD_MONTHS" -> shifted(name, "MONTH", false);
            default -> throw error("the function " + name.text() + " is unknown; there are " + FUNCTIONS, name);
        };
    }

    private Term shifted(Token name, String unit, boolean negated) {
        Term base = term();
        expectSymbol(",");
        boolean minus = acceptSymbol("-");
        Token count = next();
        if (count.kind() != Kind.NUMBER) {
            throw error("expected a whole number, but found " + count.described(), count);
        }
        expectSymbol(")");
        Interval by = Interval.of(longNumber(count), unit).orElseThrow();
        return new Term.Shifted(base, negated != minus ? by.negated() : by, origin(name));
    }

    private Interval interval() {
        Token start = next();
        try {
            Interval interval = Interval.ZERO;
            int count = 0;
            while (peek().kind() == Kind.NUMBER || peek().kind() == Kind.STRING || atNegativePart()) {
                interval = interval.plus(intervalPart());
                count++;
            }
            if (count == 0) {
                throw error("expected a number after INTERVAL, but found " + peek().described(), peek());
            }
            return interval;
        } catch (ArithmeticException e) {
            throw error("the interval is too long", start);
        }
    }

    /** In {@code INTERVAL 1 MONTH -2 DAYS} the sign belongs to the interval, in {@code INTERVAL 1 MONTH - 2} it does not. */
    private boolean atNegativePart() {
        return peek().isSymbol("-")
                && tokens.get(at + 1).kind() == Kind.NUMBER
                && Interval.of(1, tokens.get(at + 2).text()).isPresent();
    }

    private Interval intervalPart() {
        boolean negative = acceptSymbol("-");
        Token token = next();
        String[] words = token.text().strip().split("\\s+");
        if (token.kind() == Kind.STRING && words.length > 1) {
            return intervalText(token, words);
        }
        Token unit = next();
        return intervalPart(token, negative ? "-" + token.text() : token.text().strip(), unit.text(), unit);
    }

    /** An interval that is all in one string: {@code INTERVAL '1 day 2 hours'}. */
    private Interval intervalText(Token token, String[] words) {
        Interval interval = Interval.ZERO;
        for (int i = 0; i < words.length; i += 2) {
            interval = interval.plus(intervalPart(token, words[i], i + 1 < words.length ? words[i + 1] : "", token));
        }
        return interval;
    }

    private Interval intervalPart(Token count, String number, String unit, Token unitToken) {
        long parsed;
        try {
            parsed = Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw error("expected a whole number in the interval, but found '" + number + "'", count);
        }
        Optional<Interval> part = Interval.of(parsed, unit);
        return part.orElseThrow(() -> error(
                "expected YEARS, MONTHS, WEEKS, DAYS, HOURS, MINUTES or SECONDS, but found "
                        + (unit.isEmpty() ? "the end" : "'" + unit + "'"),
                unitToken));
    }

    private Term column(Token first) {
        List<String> names = new ArrayList<>();
        names.add(first.text());
        while (acceptSymbol(".")) {
            Token name = next();
            if (name.kind() != Kind.WORD && name.kind() != Kind.QUOTED_NAME) {
                throw error("expected a column name after the point, but found " + name.described(), name);
            }
            names.add(name.text());
        }
        return new Term.Column(new ColumnPath(names), origin(first));
    }

    private Term number(Token token, boolean negative) {
        Origin origin = origin(token);
        Matcher matcher = NUMBER.matcher(token.text());
        if (!matcher.matches()) {
            throw error(token.described() + " is no number", token);
        }
        String digits = (negative ? "-" : "") + matcher.group(1);
        @Nullable String exponent = matcher.group(2);
        String floating = exponent == null ? digits : digits + exponent;
        String suffix = String.valueOf(matcher.group(3)).toUpperCase(Locale.ROOT);
        return switch (suffix) {
            case "" -> exponent != null ? doubleNumber(floating, origin) : plainNumber(digits, token, origin);
            case "L", "S", "Y" -> wholeNumber(suffix, digits, exponent, token);
            case "D" -> doubleNumber(floating, origin);
            case "F" -> Term.Literal.of(PrimitiveType.FLOAT, Float.parseFloat(floating), origin);
            case "BD" -> Term.decimal(decimal(digits, exponent, token), origin);
            default ->
                throw error(
                        token.described() + " is no number; a column of this name stands between back-ticks", token);
        };
    }

    private static Term doubleNumber(String text, Origin origin) {
        return Term.Literal.of(PrimitiveType.DOUBLE, Double.parseDouble(text), origin);
    }

    private Term plainNumber(String digits, Token token, Origin origin) {
        if (digits.indexOf('.') >= 0) {
            return Term.decimal(decimal(digits, null, token), origin);
        }
        BigDecimal number = decimal(digits, null, token);
        try {
            long whole = number.longValueExact();
            boolean isInteger = whole >= Integer.MIN_VALUE && whole <= Integer.MAX_VALUE;
            return Term.Literal.of(isInteger ? PrimitiveType.INTEGER : PrimitiveType.LONG, whole, origin);
        } catch (ArithmeticException e) {
            return Term.decimal(number, origin);
        }
    }

    private Term wholeNumber(String suffix, String digits, @Nullable String exponent, Token token) {
        PrimitiveType type =
                suffix.equals("L") ? PrimitiveType.LONG : suffix.equals("S") ? PrimitiveType.SHORT : PrimitiveType.BYTE;
        Optional<Object> value = exponent == null ? ValueTexts.parse(type, digits, ZoneOffset.UTC) : Optional.empty();
        return Term.Literal.of(
                type, value.orElseThrow(() -> error(token.described() + " is no " + type, token)), origin(token));
    }

    private BigDecimal decimal(String digits, @Nullable String exponent, Token token) {
        BigDecimal number = new BigDecimal(digits);
        int power = exponent == null ? 0 : exponentValue(exponent, token);
        return number.scaleByPowerOfTen(power);
    }

    private int exponentValue(String exponent, Token token) {
        String digits = exponent.substring(1);
        if (digits.length() > 4) {
            throw error("the exponent is beyond every number that a column can hold", token);
        }
        return Integer.parseInt(digits);
    }

    private long longNumber(Token token) {
        try {
            return Long.parseLong(token.text());
        } catch (NumberFormatException e) {
            throw error("expected a whole number, but found " + token.described(), token);
        }
    }

    private static @Nullable Operator operator(String symbol) {
        return switch (symbol) {
            case "=", "==" -> Operator.EQUAL;
            case "<=>" -> Operator.NULL_SAFE_EQUAL;
            case "!=", "<>" -> Operator.NOT_EQUAL;
            case "<" -> Operator.LESS;
            case "<=" -> Operator.LESS_OR_EQUAL;
            case ">" -> Operator.GREATER;
            case ">=" -> Operator.GREATER_OR_EQUAL;
            default -> null;
        };
    }

    private void enter(Token token) {
        if (++depth > MAX_DEPTH) {
            throw error("the predicate is nested more than " + MAX_DEPTH + " deep", token);
        }
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token next() {
        Token token = tokens.get(at);
        if (token.kind() != Kind.END) {
            at++;
        }
        return token;
    }

    private boolean acceptWord(String word) {
        boolean found = peek().isWord(word);
        if (found) {
            at++;
        }
        return found;
    }

    private boolean acceptSymbol(String symbol) {
        boolean found = peek().isSymbol(symbol);
        if (found) {
            at++;
        }
        return found;
    }

    private void expectWord(String word) {
        if (!acceptWord(word)) {
            throw error("expected " + word + ", but found " + peek().described(), peek());
        }
    }

    private void expectSymbol(String symbol) {
        if (!acceptSymbol(symbol)) {
            throw error("expected '" + symbol + "', but found " + peek().described(), peek());
        }
    }

    private Token expectString(String what) {
        Token token = next();
        if (token.kind() != Kind.STRING) {
            throw error("expected " + what + ", but found " + token.described(), token);
        }
        return token;
    }

    private Origin origin(Token token) {
        return new Origin(text, token.position());
    }

    private PredicateException error(String problem, Token token) {
        return new PredicateException(problem, text, token.position());
    }
}
