package io.github.deltamaint.log.stats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.ValueTexts;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the {@code stats} of a new file (PROTOCOL.md, "Per-file Statistics").
 *
 * <p>Every bound is a true one for every value of the column: long strings are cut so that the largest stays above all, timestamps are rounded away from each other to
 * milliseconds, the largest number is NaN where there is one, and zero is −0.0 as the smallest and 0.0 as the largest. A bound that cannot be written so that every
 * engine reads it as one is left out. Members are in the order of the schema; the same input gives the same text. Immutable.
 */
public final class StatisticsWriter {
    private static final JsonFactory JSON = new JsonFactory();
    private static final long MICROS_PER_MILLI = 1000;
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final StatisticsSchema schema;
    private final int stringPrefixLength;
    private final boolean writesTightBounds;

    /**
     * A writer for the files of a table.
     *
     * @param schema the columns to write
     * @param settings what the table says; only the length of strings counts here
     * @param deletionVectorsSupported whether the table's protocol supports deletion vectors; then statistics say that their bounds are tight
     */
    public StatisticsWriter(StatisticsSchema schema, StatisticsSettings settings, boolean deletionVectorsSupported) {
        this.schema = schema;
        stringPrefixLength = settings.stringPrefixLength();
        writesTightBounds = deletionVectorsSupported;
    }

    /** The columns that are written. */
    public StatisticsSchema schema() {
        return schema;
    }

    /**
     * The statistics of a file.
     *
     * @param numRecords the number of rows in the file
     * @param columns what is known of a column: null if nothing; {@link ColumnStatistics#allNull} for a column that the file does not have
     * @return JSON
     * @throws IllegalArgumentException if {@code numRecords} is negative, or a column has more nulls than the file has rows
     */
    public String write(long numRecords, Function<StatisticsSchema.Column, @Nullable ColumnStatistics> columns) {
        if (numRecords < 0) {
            throw new IllegalArgumentException("numRecords must not be negative but was " + numRecords);
        }
        @Nullable ColumnStatistics[] statistics =
                new @Nullable ColumnStatistics[schema.columns().size()];
        for (StatisticsSchema.Column column : schema.columns()) {
            ColumnStatistics known = columns.apply(column);
            if (known != null && known.nullCount() > numRecords) {
                throw new IllegalArgumentException(
                        "column " + column.path() + " has " + known.nullCount() + " nulls in " + numRecords + " rows");
            }
            statistics[column.index()] = known;
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeNumberField("numRecords", numRecords);
            new Section(out, column -> minimum(column, statistics[column.index()])).write("minValues");
            new Section(out, column -> maximum(column, statistics[column.index()])).write("maxValues");
            new Section(out, column -> nullCount(statistics[column.index()])).write("nullCount");
            if (writesTightBounds) {
                out.writeBooleanField("tightBounds", true);
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static @Nullable String nullCount(@Nullable ColumnStatistics statistics) {
        return statistics == null ? null : Long.toString(statistics.nullCount());
    }

    private @Nullable String minimum(StatisticsSchema.Column column, @Nullable ColumnStatistics statistics) {
        if (statistics == null || !column.hasBounds() || !(column.type() instanceof PrimitiveType type)) {
            return null;
        }
        Object min = statistics.min();
        if (min == null) {
            return statistics.hasNaN() ? "\"NaN\"" : null;
        }
        return json(type, min, true).orElse(null);
    }

    private @Nullable String maximum(StatisticsSchema.Column column, @Nullable ColumnStatistics statistics) {
        if (statistics == null || !column.hasBounds() || !(column.type() instanceof PrimitiveType type)) {
            return null;
        }
        if (statistics.hasNaN()) {
            return "\"NaN\"";
        }
        Object max = statistics.max();
        return max == null ? null : json(type, max, false).orElse(null);
    }

    private Optional<String> json(PrimitiveType type, Object value, boolean lower) {
        switch (type.kind()) {
            case BYTE, SHORT, INTEGER, LONG -> {
                return Optional.of(Long.toString((Long) value));
            }
            case FLOAT -> {
                float single = (Float) value;
                return Optional.of(floating(single == 0 ? (lower ? "-0.0" : "0.0") : Float.toString(single)));
            }
            case DOUBLE -> {
                double number = (Double) value;
                return Optional.of(floating(number == 0 ? (lower ? "-0.0" : "0.0") : Double.toString(number)));
            }
            case DECIMAL -> {
                return Optional.of(((BigDecimal) value).toPlainString());
            }
            case STRING -> {
                return string((String) value, lower);
            }
            case DATE -> {
                long day = (Long) value;
                return ValueTexts.isPlainDate(day) ? quoted(ValueTexts.formatDate(day)) : Optional.empty();
            }
            case TIMESTAMP -> {
                return timestamp((Long) value, lower, "Z");
            }
            case TIMESTAMP_NTZ -> {
                return timestamp((Long) value, lower, "");
            }
            case BOOLEAN, BINARY -> {
                return Optional.empty();
            }
        }
        throw new AssertionError(type);
    }

    private static String floating(String text) {
        return Character.isDigit(text.charAt(text.length() - 1)) ? text : '"' + text + '"';
    }

    private Optional<String> string(String text, boolean lower) {
        if (!StringBounds.isWellFormed(text)) {
            return Optional.empty();
        }
        return lower
                ? quoted(StringBounds.lower(text, stringPrefixLength))
                : StringBounds.upper(text, stringPrefixLength).flatMap(StatisticsWriter::quoted);
    }

    private static Optional<String> timestamp(long micros, boolean lower, String suffix) {
        long millis = Math.floorDiv(micros, MICROS_PER_MILLI);
        if (!lower && Math.floorMod(micros, MICROS_PER_MILLI) != 0) {
            millis++; // A quotient by 1000 is far from overflow.
        }
        long rounded = millis * MICROS_PER_MILLI;
        boolean plain = Math.abs(millis) < Long.MAX_VALUE / MICROS_PER_MILLI
                && ValueTexts.isPlainDate(Math.floorDiv(rounded, MICROS_PER_DAY));
        return plain ? quoted(ValueTexts.formatTimestamp(rounded, 3) + suffix) : Optional.empty();
    }

    private static Optional<String> quoted(String text) {
        StringWriter json = new StringWriter(text.length() + 2);
        try (JsonGenerator out = JSON.createGenerator(json)) {
            out.writeString(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.of(json.toString());
    }

    /** Writes one of the three objects, with structs only where something is in them. */
    private final class Section {
        private final JsonGenerator out;
        private final Function<StatisticsSchema.Column, @Nullable String> json;

        Section(JsonGenerator out, Function<StatisticsSchema.Column, @Nullable String> json) {
            this.out = out;
            this.json = json;
        }

        void write(String name) throws IOException {
            out.writeObjectFieldStart(name);
            writeMembers(schema.root());
            out.writeEndObject();
        }

        private void writeMembers(StatisticsSchema.Node node) throws IOException {
            for (Map.Entry<String, StatisticsSchema.Node> entry :
                    node.children().entrySet()) {
                StatisticsSchema.Node child = entry.getValue();
                StatisticsSchema.Column column = child.column();
                String value = column == null ? null : json.apply(column);
                if (value != null) {
                    out.writeFieldName(entry.getKey());
                    out.writeRawValue(value);
                } else if (column == null && hasMember(child)) {
                    out.writeObjectFieldStart(entry.getKey());
                    writeMembers(child);
                    out.writeEndObject();
                }
            }
        }

        private boolean hasMember(StatisticsSchema.Node node) {
            StatisticsSchema.Column column = node.column();
            return column != null
                    ? json.apply(column) != null
                    : node.children().values().stream().anyMatch(this::hasMember);
        }
    }
}
