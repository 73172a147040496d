package io.github.deltamaint.log.stats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.TimestampText;
import io.github.deltamaint.log.schema.ValueTexts;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of statistics, token by token, into arrays by column. */
final class StatisticsParser {
    private static final JsonFactory JSON = JsonFactory.builder()
            // Some writers leave NaN and Infinity without quotes.
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();
    private static final long UNKNOWN = -1;

    private final StatisticsSchema schema;
    private final long[] nullCounts;
    private final @Nullable Object[] minValues;
    private final @Nullable Object[] maxValues;
    private long numRecords = UNKNOWN;
    private boolean tightBounds = true;

    private StatisticsParser(StatisticsSchema schema) {
        this.schema = schema;
        int columns = schema.columns().size();
        nullCounts = new long[columns];
        Arrays.fill(nullCounts, UNKNOWN);
        minValues = new @Nullable Object[columns];
        maxValues = new @Nullable Object[columns];
    }

    static FileStatistics none(StatisticsSchema schema) {
        return new StatisticsParser(schema).result();
    }

    static FileStatistics parse(String json, StatisticsSchema schema) {
        StatisticsParser parser = new StatisticsParser(schema);
        try (JsonParser in = JSON.createParser(json)) {
            parser.parse(in);
            return parser.result();
        } catch (IOException e) {
            // Half of a text may be half of a number: nothing in it counts.
            return none(schema);
        }
    }

    private FileStatistics result() {
        OptionalLong records = numRecords < 0 ? OptionalLong.empty() : OptionalLong.of(numRecords);
        return new FileStatistics(schema, records, tightBounds, nullCounts, minValues, maxValues);
    }

    private void parse(JsonParser in) throws IOException {
        if (in.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            JsonToken value = in.nextToken();
            switch (name) {
                case "numRecords" -> numRecords = count(in, value);
                case "tightBounds" -> tightBounds = value != JsonToken.VALUE_FALSE;
                case "minValues" ->
                    members(in, value, schema.root(), (column, token) -> bound(in, token, column, minValues));
                case "maxValues" ->
                    members(in, value, schema.root(), (column, token) -> bound(in, token, column, maxValues));
                case "nullCount" ->
                    members(in, value, schema.root(), (column, token) -> nullCounts[column.index()] = count(in, token));
                default -> {}
            }
            in.skipChildren();
        }
    }

    /** Takes one value for one column; the parser stands at its token. */
    private interface Taker {
        void take(StatisticsSchema.Column column, JsonToken token) throws IOException;
    }

    private static void members(JsonParser in, JsonToken start, StatisticsSchema.Node node, Taker taker)
            throws IOException {
        if (start != JsonToken.START_OBJECT) {
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            StatisticsSchema.Node child = node.child(in.currentName());
            JsonToken value = in.nextToken();
            StatisticsSchema.Column column = child == null ? null : child.column();
            if (column != null) {
                taker.take(column, value);
            } else if (child != null && value == JsonToken.START_OBJECT) {
                members(in, value, child, taker);
                continue;
            }
            in.skipChildren();
        }
    }

    private static long count(JsonParser in, JsonToken token) throws IOException {
        if (token != JsonToken.VALUE_NUMBER_INT || in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return UNKNOWN;
        }
        return Math.max(UNKNOWN, in.getLongValue());
    }

    private static void bound(JsonParser in, JsonToken token, StatisticsSchema.Column column, @Nullable Object[] values)
            throws IOException {
        if (column.hasBounds() && column.type() instanceof PrimitiveType type) {
            Optional<Object> value = token == JsonToken.VALUE_STRING
                    ? text(type, in.getText())
                    : token.isNumeric() ? number(type, in) : Optional.empty();
            values[column.index()] = value.orElse(null);
        }
    }

    private static Optional<Object> text(PrimitiveType type, String text) {
        if (type.kind() != PrimitiveType.Kind.TIMESTAMP) {
            return ValueTexts.parse(type, text, ZoneOffset.UTC);
        }
        // Without a zone it could be any of 26 hours.
        return TimestampText.parse(text)
                .filter(timestamp -> !timestamp.isZoneless())
                .flatMap(timestamp -> timestamp.instantMicros(ZoneOffset.UTC))
                .map(micros -> micros);
    }

    private static Optional<Object> number(PrimitiveType type, JsonParser in) throws IOException {
        return switch (type.kind()) {
            case FLOAT, DOUBLE, DECIMAL -> ValueTexts.parse(type, in.getText(), ZoneOffset.UTC);
            case BYTE, SHORT, INTEGER, LONG -> wholeNumber(type, in);
            default -> Optional.empty();
        };
    }

    private static Optional<Object> wholeNumber(PrimitiveType type, JsonParser in) throws IOException {
        boolean fitsLong = in.currentToken() == JsonToken.VALUE_NUMBER_INT
                && in.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        return fitsLong ? ValueTexts.exactLong(type, in.getLongValue()) : Optional.empty();
    }
}
