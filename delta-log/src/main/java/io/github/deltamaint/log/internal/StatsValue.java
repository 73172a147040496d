package io.github.deltamaint.log.internal;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.deltamaint.parquet.ColumnBatch;
import io.github.deltamaint.parquet.ValueKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
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
            return Optional.of((json, column, value) -> json.writeString(timestamp(
                    micros(column.longs()[value], timestamp.getUnit(), isUpper),
                    timestamp.isAdjustedToUTC(),
                    isUpper)));
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
                Optional.of((json, column, value) ->
                        json.writeString(timestamp(int96Micros(column, value), true, isUpper)));
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

    private static long micros(long time, TimeUnit unit, boolean isUpper) {
        return switch (unit) {
            case MILLIS -> Math.multiplyExact(time, 1000);
            case MICROS -> time;
            case NANOS -> isUpper ? -Math.floorDiv(-time, 1000) : Math.floorDiv(time, 1000);
        };
    }

    /** Nanoseconds of the day and the Julian day, both little-endian. */
    private static long int96Micros(ColumnBatch column, int value) {
        byte[] bytes = column.bytes();
        int at = column.offsets()[value];
        long nanos = 0;
        for (int i = 7; i >= 0; i--) {
            nanos = nanos << 8 | bytes[at + i] & 0xFF;
        }
        int day = 0;
        for (int i = 11; i >= 8; i--) {
            day = day << 8 | bytes[at + i] & 0xFF;
        }
        long julianDayOfEpoch = 2_440_588;
        return Math.addExact(Math.multiplyExact(day - julianDayOfEpoch, 86_400_000_000L), nanos / 1000);
    }

    private static String timestamp(long micros, boolean isAdjustedToUtc, boolean isUpper) {
        long millis = isUpper ? -Math.floorDiv(-micros, 1000) : Math.floorDiv(micros, 1000);
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(millis, 1000), Math.floorMod(millis, 1000) * 1_000_000, ZoneOffset.UTC);
        return MILLIS.format(time) + (isAdjustedToUtc ? "Z" : "");
    }
}
