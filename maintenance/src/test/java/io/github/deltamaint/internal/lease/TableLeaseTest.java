package io.github.deltamaint.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.testing.FaultyStorage;
import io.github.deltamaint.log.testing.FaultyStorage.Timing;
import io.github.deltamaint.log.testing.ManualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leases: one holder at a time, whatever fails. */
class TableLeaseTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path table;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-08-01T00:00:00Z"));
    private final Storage local = new LocalStorage();

    private Optional<TableLease> take(Storage storage, String holder) throws IOException {
        return TableLease.take(storage, table.toString(), clock, MINUTE, holder, UUID.randomUUID());
    }

    private Optional<TableLease> take() throws IOException {
        return take(local, "test");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(table.resolve("_deltamaint"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void onlyOneHoldsItUntilItIsGivenBack() throws IOException {
        TableLease first = take().orElseThrow();
        assertThat(take()).isEmpty();
        first.release();
        TableLease second = take().orElseThrow();
        assertThat(take()).isEmpty();
        first.release(); // too late to hurt
        assertThat(take()).isEmpty();
        second.release();
        assertThat(take()).isPresent();
        assertThat(files()).hasSize(1);
    }

    @Test
    void aDeadHolderLosesItWhenItRunsOut() throws IOException {
        TableLease dead = take().orElseThrow();
        clock.advance(MINUTE.minusMillis(1));
        assertThat(take()).isEmpty();
        clock.advance(Duration.ofMillis(1));
        TableLease next = take().orElseThrow();
        assertThat(dead.renew()).isFalse();
        dead.release();
        assertThat(take()).isEmpty();
        assertThat(next.renew()).isTrue();
    }

    @Test
    void renewingMakesItLast() throws IOException {
        TableLease lease = take().orElseThrow();
        for (int i = 0; i < 5; i++) {
            clock.advance(MINUTE.dividedBy(2));
            assertThat(lease.renew()).isTrue();
            assertThat(take()).isEmpty();
        }
        assertThat(files()).hasSize(1);
        clock.advance(MINUTE);
        assertThat(lease.renew()).as("nobody else wanted it").isTrue();
    }

    @Test
    void ofManyAtOnceOneGetsItEachTime() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Callable<Void> work = () -> {
                    for (int i = 0; i < 100; i++) {
                        Optional<TableLease> lease = take();
                        if (lease.isPresent()) {
                            assertThat(holders.incrementAndGet()).isEqualTo(1);
                            taken.incrementAndGet();
                            holders.decrementAndGet();
                            lease.get().release();
                        }
                    }
                    return null;
                };
                running.add(threads.submit(work));
            }
            for (Future<Void> done : running) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(taken.get()).isPositive();
        assertThat(files()).hasSize(1);
    }

    @Test
    void whereverTheStorageFailsNobodyHoldsItTwice() throws IOException {
        for (Timing timing : Timing.values()) {
            for (int operation = 0; operation < 8; operation++) {
                FaultyStorage storage = new FaultyStorage(local).failAt(operation, timing);
                boolean isHeld;
                try {
                    isHeld = take(storage, "faulty").isPresent();
                } catch (IOException e) {
                    isHeld = false;
                }
                if (isHeld) {
                    assertThat(take()).isEmpty();
                }
                clock.advance(MINUTE);
                TableLease next = take().orElseThrow();
                next.release();
            }
        }
    }

    /** Between the look of one process and its writing, others have taken and given back the lease and deleted the number it tries. */
    @Test
    void whoIsSlowByMoreThanOneNumberFindsOut() throws IOException {
        take().orElseThrow().release(); // number 2
        List<TableLease> faster = new ArrayList<>();
        AtomicInteger looks = new AtomicInteger();
        Clock slow = new Clock() {
            @Override
            public Instant instant() {
                if (looks.incrementAndGet() == 2) {
                    overtake(faster);
                }
                return clock.instant();
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
        assertThat(TableLease.take(local, table.toString(), slow, MINUTE, "slow", UUID.randomUUID()))
                .isEmpty();
        assertThat(faster).hasSize(1);
        assertThat(faster.get(0).renew()).isTrue();
        assertThat(files()).hasSize(1);
    }

    private void overtake(List<TableLease> faster) {
        try {
            take().orElseThrow().release(); // numbers 3 and 4
            faster.add(take().orElseThrow()); // number 5
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void junkInItsPlaceIsNamedAndNothingIsTaken() throws IOException {
        Files.createDirectories(table.resolve("_deltamaint"));
        Files.writeString(table.resolve("_deltamaint/lease-00000000000000000007.json"), "junk");
        assertThatThrownBy(this::take).isInstanceOf(IOException.class).hasMessageContaining("is no lease: junk");
        Files.writeString(table.resolve("_deltamaint/lease-00000000000000000007.json"), "{\"id\":5}");
        assertThatThrownBy(this::take).hasMessageContaining("is no lease");
    }

    @Test
    void workStopsWhenTheLeaseIsLost() throws Exception {
        TableLease lease = take().orElseThrow();
        try (HeldLease held = new HeldLease(lease, table.toString(), Duration.ofMillis(30))) {
            assertThat(held.lost().isCancelled()).isFalse();
            clock.advance(MINUTE.plusMinutes(1));
            Optional<TableLease> thief = Optional.empty();
            while (thief.isEmpty() && !held.lost().isCancelled()) {
                clock.advance(MINUTE.plusMinutes(1)); // a beat may have renewed it meanwhile
                thief = take();
            }
            for (int i = 0; i < 500 && !held.lost().isCancelled(); i++) {
                Thread.sleep(10);
            }
            assertThat(held.lost().isCancelled()).isTrue();
            assertThat(thief.orElseThrow().renew()).isTrue();
        }
        assertThat(take()).isEmpty();
    }
}
