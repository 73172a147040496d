package io.github.deltamaint.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CancellationTokenTest {

    @Test
    void isCancelledOnceAsked() {
        CancellationToken token = CancellationToken.create();
        assertThat(token.isCancelled()).isFalse();
        token.cancel();
        token.cancel();
        assertThat(token.isCancelled()).isTrue();
    }

    @Test
    void cancelsItselfWhenTheTimeIsUp() {
        ManualClock clock = new ManualClock(Instant.EPOCH);
        CancellationToken token = CancellationToken.after(Duration.ofSeconds(10), clock);
        clock.advance(Duration.ofMillis(9_999));
        assertThat(token.isCancelled()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(token.isCancelled()).isTrue();
    }

    @Test
    void honoursInterruptionAndKeepsTheFlag() {
        Thread.currentThread().interrupt();
        try {
            assertThat(CancellationToken.none().isCancelled()).isTrue();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(CancellationToken.none().isCancelled()).isFalse();
    }

    @Test
    void isCancelledWithAnyOfOthers() {
        CancellationToken first = CancellationToken.create();
        CancellationToken second = CancellationToken.create();
        CancellationToken any = CancellationToken.any(first, second, CancellationToken.none());
        assertThat(any.isCancelled()).isFalse();
        second.cancel();
        assertThat(any.isCancelled()).isTrue();
        assertThat(first.isCancelled()).isFalse();
        CancellationToken own = CancellationToken.any(first);
        own.cancel();
        assertThat(own.isCancelled()).isTrue();
        assertThat(first.isCancelled()).isFalse();
    }

    @Test
    void refusesToCancelTheTokenThatCannotBe() {
        assertThatThrownBy(() -> CancellationToken.none().cancel())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("this token cannot be cancelled; create one with create()");
    }
}
