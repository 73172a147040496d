package io.github.deltamaint.log.internal;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.deltamaint.parquet.ColumnBatch;
import io.github.deltamaint.parquet.ValueKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** How a value of {@code stats_parsed} is written in the JSON of {@code stats} (PROTOCOL.md, "Per-file Statistics"). */
@FunctionalInterface
interface StatsValue {

    /** Writes value number {@code value} of a column. */
    void write(JsonGenerator json, ColumnBatch column, int value) throws IOException;

    /** The day that Julian days call 1970-01-01. */
    long JULIAN_DAY_OF_EPOCH = 2_440_588;

    /** Milliseconds of a day. */
    long MILLIS_PER_DAY = 86_400_000;

    /** Timestamps in statistics have milliseconds. */
    DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);

    /**
     * The form of a Parquet type.
     *
     * @param isUpper whether the values are upper bounds, which must not get smaller by rounding
     * @return empty if statistics have no such values
     */
    static Optional<StatsValue> of(PrimitiveType type, boolean isUpper) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return Optional.of((json, column, value) ->
                    json.writeNumber(new BigDecimal(unscaled(column, value), decimal.getScale())));
        }
        if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
            long unitsPerMilli = unitsPerMilli(timestamp.getUnit());
            String zone = timestamp.isAdjustedToUTC() ? "Z" : "";
            return Optional.of((json, column, value) ->
                    json.writeString(text(rounded(column.longs()[value], unitsPerMilli, isUpper)) + zone));
        }
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> Optional.of((json, column, value) -> json.writeBoolean(column.ints()[value] != 0));
            case INT32 ->
                annotation instanceof DateLogicalTypeAnnotation
                        ? Optional.of((json, column, value) -> json.writeString(
                                LocalDate.ofEpochDay(column.ints()[value]).toString()))
                        : Optional.of((json, column, value) -> json.writeNumber(column.ints()[value]));
            case INT64 -> Optional.of((json, column, value) -> json.writeNumber(column.longs()[value]));
            case FLOAT ->
                Optional.of((json, column, value) -> json.writeNumber(Float.intBitsToFloat(column.ints()[value])));
            case DOUBLE ->
                Optional.of((json, column, value) -> json.writeNumber(Double.longBitsToDouble(column.longs()[value])));
            case INT96 ->
                Optional.of((json, column, value) -> json.writeString(text(int96Millis(column, value, isUpper)) + "Z"));
            case BINARY -> Optional.of((json, column, value) -> json.writeString(column.stringAt(value)));
            case FIXED_LEN_BYTE_ARRAY -> Optional.empty();
        };
    }

    private static BigInteger unscaled(ColumnBatch column, int value) {
        if (column.kind() == ValueKind.INT) {
            return BigInteger.valueOf(column.ints()[value]);
        }
        return column.kind() == ValueKind.LONG
                ? BigInteger.valueOf(column.longs()[value])
                : new BigInteger(column.bytesAt(value));
    }

    private static long unitsPerMilli(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1;
            case MICROS -> 1_000;
            case NANOS -> 1_000_000;
        };
    }

    /** Whole milliseconds: down for a lower bound, up for an upper one. */
    private static long rounded(long time, long unitsPerMilli, boolean isUpper) {
        long down = Math.floorDiv(time, unitsPerMilli);
        return isUpper && Math.floorMod(time, unitsPerMilli) != 0 ? down + 1 : down;
    }

    /** Nanoseconds of the day and the Julian day, both little-endian. */
    private static long int96Millis(ColumnBatch column, int value, boolean isUpper) {
        ByteBuffer bytes = ByteBuffer.wrap(column.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        int at = column.offsets()[value];
        long nanosOfDay = bytes.getLong(at);
        long day = bytes.getInt(at + Long.BYTES) - JULIAN_DAY_OF_EPOCH;
        return day * MILLIS_PER_DAY + rounded(nanosOfDay, 1_000_000, isUpper);
    }

    private static String text(long millis) {
        return MILLIS.format(LocalDateTime.ofEpochSecond(
                Math.floorDiv(millis, 1_000L), Math.floorMod(millis, 1_000) * 1_000_000, ZoneOffset.UTC));
    }
}
