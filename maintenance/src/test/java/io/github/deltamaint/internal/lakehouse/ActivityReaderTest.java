package io.github.deltamaint.internal.lakehouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.TableActivity;
import io.github.deltamaint.TableActivity.Pattern;
import io.github.deltamaint.TableActivity.Temperature;
import io.github.deltamaint.log.HistoryEntry;
import io.github.deltamaint.log.actions.CommitInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How tables are written to, by histories made up for it. */
class ActivityReaderTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private final List<HistoryEntry> history = new ArrayList<>();

    /** Commits, the newest one some time ago and each other one a pause before the one after. */
    private ActivityReaderTest commits(int count, String operation, Duration newest, Duration pause, long bytes) {
        for (int i = 0; i < count; i++) {
            history.add(new HistoryEntry(
                    10_000 - history.size(),
                    NOW.minus(newest).minus(pause.multipliedBy(i)),
                    Optional.of(CommitInfo.of(operation)
                            .metric("numOutputBytes", bytes)
                            .build())));
        }
        history.sort((left, right) -> right.timestamp().compareTo(left.timestamp()));
        return this;
    }

    private TableActivity read() {
        return ActivityReader.classify(history, 3, NOW);
    }

    private void is(Temperature temperature, Pattern pattern) {
        TableActivity activity = read();
        assertThat(activity.temperature()).isEqualTo(temperature);
        assertThat(activity.pattern()).isEqualTo(pattern);
    }

    @Test
    void aStreamIsHot() {
        commits(500, "STREAMING UPDATE", Duration.ZERO, Duration.ofMinutes(5), 1_000)
                .is(Temperature.HOT, Pattern.STREAMING);
        assertThat(read().writesPerDay()).isBetween(280.0, 292.0);
    }

    @Test
    void aServiceThatAppendsEveryFewMinutesIsAStreamToo() {
        commits(600, "WRITE", Duration.ofMinutes(1), Duration.ofMinutes(10), 1_000)
                .is(Temperature.HOT, Pattern.STREAMING);
    }

    @Test
    void mergesEveryFewHoursAreHot() {
        commits(100, "MERGE", Duration.ofHours(1), Duration.ofHours(5), 1_000);
        commits(100, "WRITE", Duration.ofHours(2), Duration.ofHours(5), 1_000).is(Temperature.HOT, Pattern.MERGE);
    }

    @Test
    void aNightlyBatchIsWarm() {
        commits(60, "WRITE", Duration.ofHours(9), Duration.ofDays(1), 1_000).is(Temperature.WARM, Pattern.BATCH);
        assertThat(read().writesPerDay()).isEqualTo(1);
        assertThat(read().lastWrite()).contains(NOW.minus(Duration.ofHours(9)));
    }

    @Test
    void largeWritesAreBulkLoads() {
        commits(4, "WRITE", Duration.ofDays(3), Duration.ofDays(7), 5L << 30).is(Temperature.WARM, Pattern.BULK_LOAD);
    }

    @Test
    void aTableThatNobodyWroteToForAMonthIsColdHoweverMuchWasWrittenBefore() {
        commits(500, "STREAMING UPDATE", Duration.ofDays(31), Duration.ofMinutes(1), 1_000)
                .is(Temperature.COLD, Pattern.STREAMING);
    }

    @Test
    void maintenanceIsNoWriteAndUnknownOperationsAre() {
        commits(300, "OPTIMIZE", Duration.ofHours(1), Duration.ofMinutes(5), 1_000);
        commits(3, "VACUUM START", Duration.ofDays(2), Duration.ofDays(7), 0);
        commits(3, "VACUUM END", Duration.ofDays(2).minusMinutes(1), Duration.ofDays(7), 0);
        is(Temperature.COLD, Pattern.NONE);
        assertThat(read().writes()).isZero();
        assertThat(read().lastOptimize()).contains(NOW.minus(Duration.ofHours(1)));
        assertThat(read().lastVacuum()).contains(NOW.minus(Duration.ofDays(2).minusMinutes(1)));
        commits(1, "Upsert of somebody's engine", Duration.ofDays(1), Duration.ZERO, 0)
                .is(Temperature.WARM, Pattern.BATCH);
    }

    @Test
    void aYoungTableIsNotHotBecauseOfItsFirstMinutes() {
        commits(10, "WRITE", Duration.ZERO, Duration.ofSeconds(10), 1_000).is(Temperature.WARM, Pattern.STREAMING);
    }

    @Test
    void aThousandCommitsOfAnHourAreHotAlthoughOlderOnesAreNotLookedAt() {
        commits(1_000, "WRITE", Duration.ZERO, Duration.ofSeconds(4), 1_000).is(Temperature.HOT, Pattern.STREAMING);
        assertThat(read().writesPerDay()).isGreaterThan(10_000);
    }

    @Test
    void commitsThatSayNothingAreNoWrites() {
        history.add(new HistoryEntry(0, NOW, Optional.empty()));
        is(Temperature.COLD, Pattern.NONE);
        assertThat(read().commitsSinceCheckpoint()).isEqualTo(3);
    }
}
