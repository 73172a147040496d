package io.github.deltamaint.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.log.testing.MemoryStorage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TablePinsTest {
    private static final Instant NOW = Instant.parse("2024-06-01T00:00:00Z");

    private final MemoryStorage storage = new MemoryStorage(new ManualClock(NOW));
    private final TablePins pins = new TablePins(storage, new TablePath("/lake/t"));

    private static Pin pin(long version, String owner, Duration life) {
        return new Pin(version, owner, NOW, Optional.of(NOW.plus(life)));
    }

    @Test
    void aTableWithoutPinsHasNone() {
        assertThat(pins.all()).isEmpty();
        assertThat(pins.remove(3, "nobody")).isFalse();
    }

    @Test
    void keepsOnePinPerVersionAndOwner() {
        Pin forever = new Pin(7, "clone of sales ü/..", NOW, Optional.empty());
        pins.put(pin(7, "model", Duration.ofDays(1)));
        pins.put(pin(3, "model", Duration.ofDays(1)));
        pins.put(forever);
        pins.put(pin(7, "model", Duration.ofDays(9)));
        assertThat(pins.all())
                .containsExactly(pin(3, "model", Duration.ofDays(1)), forever, pin(7, "model", Duration.ofDays(9)));
        assertThat(storage.paths()).allMatch(path -> path.startsWith("/lake/t/_delta_log/_deltamaint_pins/pin-"));
        assertThat(pins.remove(7, "model")).isTrue();
        assertThat(pins.all()).containsExactly(pin(3, "model", Duration.ofDays(1)), forever);
    }

    @Test
    void expires() {
        pins.put(pin(1, "reader", Duration.ofHours(1)));
        assertThat(pins.inForce(NOW.plus(Duration.ofMinutes(59)))).hasSize(1);
        assertThat(pins.inForce(NOW.plus(Duration.ofHours(1)))).isEmpty();
    }

    @Test
    void refusesAFileThatItDoesNotUnderstand() {
        for (String text : new String[] {
            "",
            "{}",
            "[1]",
            "{\"version\":\"1\"}",
            "{\"version\":1}",
            "no",
            "{\"version\":1,\"owner\":\"x\",\"until\":\"soon\"}",
            "{\"version\":99999999999999999999,\"owner\":\"x\"}"
        }) {
            storage.put("/lake/t/_delta_log/_deltamaint_pins/pin-x.json", text.getBytes(UTF_8));
            assertThatThrownBy(pins::all)
                    .as(text)
                    .isInstanceOf(CorruptTableException.class)
                    .hasMessageContaining("_delta_log/_deltamaint_pins/pin-x.json is no pin");
        }
    }

    @Test
    void rejectsNonsense() {
        assertThatThrownBy(() -> new Pin(-1, "x", NOW, Optional.empty()))
                .hasMessage("a version must not be negative but was -1");
        assertThatThrownBy(() -> new Pin(1, " ", NOW, Optional.empty()))
                .hasMessage("the owner of a pin must not be blank");
    }
}
