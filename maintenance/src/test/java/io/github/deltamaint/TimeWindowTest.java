package io.github.deltamaint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeWindowTest {

    @ParameterizedTest
    @CsvSource({
        "22:00-06:00, 2026-11-30T21:59:59Z, false, 2026-11-30T22:00:00Z",
        "22:00-06:00, 2026-11-30T22:00:00Z, true, 2026-12-01T22:00:00Z",
        "22:00-06:00, 2026-11-30T05:59:59Z, true, 2026-11-30T22:00:00Z",
        "22:00-06:00, 2026-11-30T06:00:00Z, false, 2026-11-30T22:00:00Z",
        "01:00-02:00, 2026-11-30T01:30:00Z, true, 2026-12-01T01:00:00Z",
        "01:00-02:00, 2026-11-30T02:00:00Z, false, 2026-12-01T01:00:00Z",
        "22:00-06:00 Europe/Berlin, 2026-11-30T20:59:00Z, false, 2026-11-30T21:00:00Z",
        "22:00-06:00 Europe/Berlin, 2026-11-30T21:00:00Z, true, 2026-12-01T21:00:00Z",
        "22:00-06:00 Europe/Berlin, 2026-07-01T20:00:00Z, true, 2026-07-02T20:00:00Z",
        // On that day clocks go from 2 to 3, so the window begins when it would have been 2:30.
        "02:30-04:00 Europe/Berlin, 2026-03-29T00:00:00Z, false, 2026-03-29T01:30:00Z"
    })
    void itIsOpenAtItsTimesAndBeginsEveryDay(String window, Instant moment, boolean isOpen, Instant next) {
        assertThat(TimeWindow.parse(window).contains(moment)).isEqualTo(isOpen);
        assertThat(TimeWindow.parse(window).nextAfter(moment)).isEqualTo(next);
    }

    @Property(tries = 300)
    void itsTextSaysWhatItIsAndItIsOpenWhenItBegins(
            @ForAll @IntRange(max = 1439) int from,
            @ForAll @IntRange(min = 1, max = 1439) int length,
            @ForAll @IntRange(max = 10_000_000) int moment) {
        LocalTime begin = LocalTime.MIDNIGHT.plusMinutes(from);
        TimeWindow window = new TimeWindow(begin, begin.plusMinutes(length), ZoneId.of("UTC-05:30"));
        Instant now = Instant.ofEpochSecond(moment);
        assertThat(TimeWindow.parse(window.toString())).isEqualTo(window);
        Instant next = window.nextAfter(now);
        assertThat(next).isAfter(now).isBeforeOrEqualTo(now.plusSeconds(86_400));
        assertThat(window.contains(next)).isTrue();
        assertThat(window.contains(next.minusNanos(1))).isFalse();
    }

    @Test
    void withoutAZoneItIsInUtc() {
        assertThat(TimeWindow.parse("22:00 - 06:00")).hasToString("22:00-06:00");
    }
}
