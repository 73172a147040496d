package io.github.deltamaint.log.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTextsTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({
        "byte, 127, 127",
        "byte, ' -128 ', -128",
        "byte, +7, 7",
        "byte, 128,",
        "short, 32768,",
        "integer, 2147483648,",
        "integer, 1.0,",
        "integer, 0x10,",
        "long, 9223372036854775807, 9223372036854775807",
        "long, 9223372036854775808,",
        "boolean, TRUE, true",
        "boolean, yes,",
        "double, 1e3, 1000.0",
        "double, -Infinity, -Infinity",
        "double, inf, Infinity",
        "double, nan, NaN",
        "double, 1d,",
        "double, 0x1p3,",
        "double, '',",
        "float, 0.1, 0.1",
        "float, 1e39, Infinity",
        "decimal(5;2), 1.5, 1.50",
        "decimal(5;2), 1.500, 1.50",
        "decimal(5;2), 1.505,",
        "decimal(5;2), 1000,",
        "decimal(5;2), 999.99, 999.99",
        "decimal(5;2), 1e2, 100.00",
        "decimal(5;2), 0e99999999, 0.00",
        "decimal(5;2), 1e99999999999,",
        "decimal(5;2), NaN,",
        "date, 2024-02-29, 19782",
        "date, 2023-02-29,",
        "date, 2024-2-9, 19762",
        "date, 2024, 19723",
        "date, 2024-01-01T10:00:00, 19723",
        "date, 2024-01-01x,",
        "date, 24-01-01,",
        "date, -0044-03-15, -735525",
        "date, +10000-01-01, 2932897",
        "timestamp, 1970-01-01T00:00:00.000001Z, 1",
        "timestamp, 1970-01-01 00:00:01, -3599000000",
        "timestamp, 1970-01-01 01:00:00+01:00, 0",
        "timestamp, 1970-01-01 01:00 Europe/Berlin, 0",
        "timestamp, 1970-01-01T24:00:00Z,",
        "timestamp, 1970-01-01T00:60:00Z,",
        "timestamp, 1970-01-01T00:00:00.1234567Z, 123456",
        "timestamp, 1970-01-01T00:00:00.1234567890Z,",
        "timestamp, 1970-01-01T00:00:00X/Y,",
        "timestamp, 299999-01-01,",
        "timestamp_ntz, 1970-01-02, 86400000000",
        "timestamp_ntz, 1970-01-01 00:00:00Z,",
        "binary, é, X'C3A9'",
        "string, ' a ', ' a '"
    })
    void aTextIsExactlyAValueOrNone(String type, String text, String expected) {
        PrimitiveType primitive = PrimitiveType.named(type.replace(';', ',')).orElseThrow();

        Optional<Object> value = ValueTexts.parse(primitive, text, BERLIN);

        assertThat(value.map(Object::toString)).isEqualTo(Optional.ofNullable(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-",
                "2024-",
                "2024-01-",
                "2024-13-01",
                "2024-00-01",
                "2024-01-32",
                "2024-01-01 ",
                "2024-01-01T",
                "2024-01-01 :",
                "x",
                "١٢٣٤-01-01"
            })
    void halvesOfTimestampsAreNone(String text) {
        boolean blankAtTheEnd = text.equals("2024-01-01 ");

        assertThat(TimestampText.parse(text).isPresent()).isEqualTo(blankAtTheEnd);
    }

    @Property
    void timestampsAgreeWithJavaTime(
            @ForAll @LongRange(min = -62135596800000000L, max = 253402300799999999L) long micros,
            @ForAll @IntRange(min = -18 * 60, max = 18 * 60) int offsetMinutes) {
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(offsetMinutes * 60);
        LocalDateTime local = LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1000, ZoneOffset.UTC);

        TimestampText parsed = TimestampText.parse(local + offset.getId()).orElseThrow();
        TimestampText zoneless = TimestampText.parse(
                        local.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS")))
                .orElseThrow();

        assertThat(parsed.localMicros()).isEqualTo(micros);
        assertThat(parsed.instantMicros(BERLIN)).contains(microsOf(local.toInstant(offset)));
        assertThat(zoneless.isZoneless()).isTrue();
        assertThat(zoneless.instantMicros(BERLIN))
                .contains(microsOf(local.atZone(BERLIN).toInstant()));
    }

    @Test
    void aTimeThatSummerTimeLeavesOutCountsByTheOffsetBefore() {
        TimestampText gap = TimestampText.parse("2024-03-31 02:30:00").orElseThrow();
        TimestampText overlap = TimestampText.parse("2024-10-27 02:30:00").orElseThrow();

        assertThat(gap.instantMicros(BERLIN)).contains(microsOf(Instant.parse("2024-03-31T01:30:00Z")));
        assertThat(overlap.instantMicros(BERLIN)).contains(microsOf(Instant.parse("2024-10-27T00:30:00Z")));
    }

    private static long microsOf(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
    }

    @Test
    void timesBeyondSixtyFourBitsAreNoInstant() {
        TimestampText last = new TimestampText(Long.MAX_VALUE, null);

        assertThat(last.instantMicros(ZoneOffset.UTC)).contains(Long.MAX_VALUE);
        assertThat(last.instantMicros(ZoneOffset.ofHours(-1))).isEmpty();
        assertThat(new TimestampText(Long.MIN_VALUE, BERLIN).instantMicros(ZoneOffset.UTC))
                .isEmpty();
    }

    @Property
    void writtenDatesAndTimestampsAreReadAsThemselves(
            @ForAll @LongRange(min = -62135596800000000L, max = 253402300799999999L) long micros) {
        long day = Math.floorDiv(micros, 86_400_000_000L);

        assertThat(ValueTexts.isPlainDate(day)).isTrue();
        assertThat(ValueTexts.formatDate(day))
                .isEqualTo(LocalDate.ofEpochDay(day).toString());
        assertThat(TimestampText.parse(ValueTexts.formatTimestamp(micros, 6))
                        .orElseThrow()
                        .localMicros())
                .isEqualTo(micros);
        assertThat(TimestampText.parse(ValueTexts.formatTimestamp(micros, 3))
                        .orElseThrow()
                        .localMicros())
                .isEqualTo(Math.floorDiv(micros, 1000) * 1000);
        assertThat(TimestampText.parse(ValueTexts.formatTimestamp(micros, 0))
                        .orElseThrow()
                        .localMicros())
                .isEqualTo(Math.floorDiv(micros, 1_000_000) * 1_000_000);
    }

    @Test
    void theYearsFrom1To9999ArePlain() {
        assertThat(ValueTexts.isPlainDate(LocalDate.of(1, 1, 1).toEpochDay())).isTrue();
        assertThat(ValueTexts.isPlainDate(LocalDate.of(0, 12, 31).toEpochDay())).isFalse();
        assertThat(ValueTexts.isPlainDate(LocalDate.of(9999, 12, 31).toEpochDay()))
                .isTrue();
        assertThat(ValueTexts.isPlainDate(LocalDate.of(10000, 1, 1).toEpochDay()))
                .isFalse();
    }

    @Test
    void aDecimalIsNeverRounded() {
        PrimitiveType type = PrimitiveType.decimal(5, 2);

        assertThat(ValueTexts.exactDecimal(type, new BigDecimal("1E2"))).contains(new BigDecimal("100.00"));
        assertThat(ValueTexts.exactDecimal(type, new BigDecimal("0E+999999999")))
                .contains(new BigDecimal("0.00"));
        assertThat(ValueTexts.exactDecimal(type, new BigDecimal("1E+2147483647")))
                .isEmpty();
        assertThat(ValueTexts.exactDecimal(type, new BigDecimal("1E-2147483647")))
                .isEmpty();
        assertThat(ValueTexts.exactDecimal(type, new BigDecimal("-999.99"))).contains(new BigDecimal("-999.99"));
        assertThat(ValueTexts.exactDecimal(type, new BigDecimal("1000"))).isEmpty();
    }
}
