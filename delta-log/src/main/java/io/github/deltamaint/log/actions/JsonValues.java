package io.github.deltamaint.log.actions;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Values of one JSON member each, read from a streaming parser that stands on the value. Whatever is not exactly what is asked for is an error
 * with its place; nothing is rounded or guessed.
 */
final class JsonValues {

    /** Reads and writes all JSON of the log. Names are not interned, because partition columns and properties come from outside. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            // Statistics and schemas have no limit in the protocol.
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            // Only ever inside members that we keep as text; some writers put NaN there.
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private JsonValues() {}

    static MalformedActionException malformed(JsonParser parser, String problem) {
        return malformed(parser.currentTokenLocation(), problem, null);
    }

    static MalformedActionException malformed(
            @Nullable JsonLocation location, String problem, @Nullable Throwable cause) {
        int line = location == null ? 1 : Math.max(1, location.getLineNr());
        int column = location == null ? 1 : Math.max(1, location.getColumnNr());
        return new MalformedActionException(line, column, problem, cause);
    }

    static boolean isNull(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    static @Nullable String text(JsonParser parser, String name) throws IOException {
        if (isNull(parser)) {
            return null;
        }
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw unexpected(parser, name, "text");
        }
        return parser.getText();
    }

    static Optional<String> optionalText(JsonParser parser, String name) throws IOException {
        return Optional.ofNullable(text(parser, name));
    }

    static OptionalLong optionalLong(JsonParser parser, String name) throws IOException {
        return isNull(parser) ? OptionalLong.empty() : OptionalLong.of(longValue(parser, name));
    }

    static long longValue(JsonParser parser, String name) throws IOException {
        try {
            if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
                return parser.getLongValue();
            }
            if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
                return parser.getDecimalValue().longValueExact();
            }
        } catch (ArithmeticException | com.fasterxml.jackson.core.exc.InputCoercionException e) {
            throw malformed(parser.currentTokenLocation(), "'" + name + "' is not a whole 64-bit number", e);
        }
        throw unexpected(parser, name, "a number");
    }

    static int intValue(JsonParser parser, String name) throws IOException {
        long value = longValue(parser, name);
        if (value != (int) value) {
            throw malformed(parser, "'" + name + "' is not a 32-bit number: " + value);
        }
        return (int) value;
    }

    static boolean booleanValue(JsonParser parser, String name) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw unexpected(parser, name, "true or false");
        };
    }

    /** A map of texts; other scalars become the text that they are written as, anything nested becomes JSON text. */
    static Map<String, @Nullable String> textMap(JsonParser parser, String name) throws IOException {
        if (isNull(parser)) {
            return Map.of();
        }
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw unexpected(parser, name, "an object");
        }
        Map<String, @Nullable String> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            map.put(key, scalarOrJson(parser));
        }
        return map;
    }

    private static @Nullable String scalarOrJson(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case START_OBJECT, START_ARRAY -> json(parser);
            default -> parser.getText();
        };
    }

    /** A map whose values are kept as JSON text. */
    static Map<String, String> jsonMap(JsonParser parser, String name) throws IOException {
        if (isNull(parser)) {
            return Map.of();
        }
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw unexpected(parser, name, "an object");
        }
        Map<String, String> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            map.put(key, json(parser));
        }
        return map;
    }

    static List<String> textList(JsonParser parser, String name) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw unexpected(parser, name, "a list");
        }
        List<String> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            String element = text(parser, name);
            if (element == null) {
                throw unexpected(parser, name, "a list without nulls");
            }
            list.add(element);
        }
        return list;
    }

    /** The value, whatever it is, as compact JSON text with its numbers as they were written. */
    static String json(JsonParser parser) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            generator.copyCurrentStructureExact(parser);
        }
        return text.toString();
    }

    private static MalformedActionException unexpected(JsonParser parser, String name, String wanted) {
        return malformed(parser, "'" + name + "' must be " + wanted + " but is " + parser.currentToken());
    }
}
