package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalendarIntervalsTest {

    @ParameterizedTest
    @CsvSource({
        "interval 1 week, PT168H",
        "interval 1 week 2 days 3 hours, PT219H",
        "INTERVAL 30 DAYS, PT720H",
        "7 days, PT168H",
        "interval 0 seconds, PT0S",
        "interval 1.5 seconds, PT1.5S",
        "interval 90 minutes, PT1H30M",
        "interval 2 milliseconds 1 microsecond, PT0.002001S",
        "'  interval   1   day  ', PT24H",
        "interval 2 days -1 hour, PT47H",
        "interval +1 day, PT24H"
    })
    void readsWhatSparkReads(String text, Duration expected) {
        assertThat(CalendarIntervals.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|it is no interval such as 'interval 7 days'",
                "interval|it is no interval such as 'interval 7 days'",
                "7|it is no interval such as 'interval 7 days'",
                "P7D|it is no interval such as 'interval 7 days'",
                "interval 7|it is no interval such as 'interval 7 days'",
                "interval 7 days x|it is no interval such as 'interval 7 days'",
                "interval x 7 days|it is no interval such as 'interval 7 days'",
                "interval 7days|it is no interval such as 'interval 7 days'",
                "interval 1 month|months and years have no fixed length; write days or weeks",
                "interval 2 years|months and years have no fixed length; write days or weeks",
                "interval 7 fortnights|'fortnights' is no unit of time",
                "interval 1.5 days|only seconds may have a fraction",
                "interval -1 day|it is negative",
                "interval 1 hour -2 hours|it is negative",
                "interval 99999999999999 weeks|it is longer than can be counted in microseconds",
                "interval 99999999999999999999 days|it is longer than can be counted in microseconds"
            })
    void refusesWhatIsNoRetention(String text, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CalendarIntervals.parse(text))
                .withMessage(problem);
    }

    @Property
    void whatIsWrittenIsReadAsTheSame(@ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 1000) long micros) {
        Duration duration = Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1000);

        assertThat(CalendarIntervals.parse(CalendarIntervals.format(duration))).isEqualTo(duration);
    }

    @ParameterizedTest
    @CsvSource({
        "PT168H, interval 1 week",
        "PT219H, interval 1 week 2 days 3 hours",
        "PT0S, interval 0 seconds",
        "PT0.002001S, interval 2 milliseconds 1 microsecond"
    })
    void writesTheLargestUnitsThatFit(Duration duration, String expected) {
        assertThat(CalendarIntervals.format(duration)).isEqualTo(expected);
    }
}
