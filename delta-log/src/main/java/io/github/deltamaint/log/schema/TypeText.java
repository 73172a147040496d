package io.github.deltamaint.log.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads types as SQL writes them. */
final class TypeText {
    /** SQL's names for what the schema language calls otherwise. */
    private static final Map<String, String> SYNONYMS = Map.of(
            "bigint", "long",
            "int", "integer",
            "smallint", "short",
            "tinyint", "byte",
            "real", "float",
            "dec", "decimal",
            "numeric", "decimal",
            "timestamp_ltz", "timestamp");

    private final String text;
    private int at;

    private TypeText(String text) {
        this.text = text;
    }

    static DataType parse(String text) {
        TypeText parser = new TypeText(text);
        DataType type = parser.type();
        if (parser.at < text.length()) {
            throw parser.malformed("the end");
        }
        return type;
    }

    private DataType type() {
        String name = word().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "array" -> {
                expect('<');
                DataType element = type();
                expect('>');
                yield new ArrayType(element, true);
            }
            case "map" -> {
                expect('<');
                DataType key = type();
                expect(',');
                DataType value = type();
                expect('>');
                yield new MapType(key, value, true);
            }
            case "struct" -> struct();
            default -> primitive(SYNONYMS.getOrDefault(name, name));
        };
    }

    private DataType struct() {
        List<StructField> fields = new ArrayList<>();
        expect('<');
        do {
            String name = word();
            skip(':');
            fields.add(new StructField(name, type()));
        } while (skip(','));
        expect('>');
        return new StructType(fields);
    }

    private DataType primitive(String name) {
        String full = name;
        if (name.equals("decimal") && skip('(')) {
            full = name + "(" + word() + "," + (skip(',') ? word() : "0") + ")";
            expect(')');
        }
        String known = full;
        return PrimitiveType.named(known)
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no type: '" + known
                        + "' is unknown. Types are boolean, tinyint, smallint, int, bigint, float, double, decimal(p,s), string, binary, date,"
                        + " timestamp, timestamp_ntz, array<…>, map<…,…> and struct<name: …>"));
    }

    /** A name or a number; names with other characters stand between backticks. */
    private String word() {
        skipBlanks();
        int start = at;
        if (at < text.length() && text.charAt(at) == '`') {
            int end = text.indexOf('`', at + 1);
            if (end < 0) {
                throw malformed("a closing backtick");
            }
            at = end + 1;
            String quoted = text.substring(start + 1, end);
            skipBlanks();
            return quoted;
        }
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (at == start) {
            throw malformed("a name");
        }
        String word = text.substring(start, at);
        skipBlanks();
        return word;
    }

    private void expect(char wanted) {
        if (!skip(wanted)) {
            throw malformed("'" + wanted + "'");
        }
    }

    private boolean skip(char wanted) {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            skipBlanks();
            return true;
        }
        return false;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException malformed(String expected) {
        return new IllegalArgumentException("'" + text + "' is no type: " + expected + " is expected at "
                + (at < text.length() ? "'" + text.substring(at) + "'" : "its end"));
    }
}
