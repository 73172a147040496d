package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.TableActivity;
import io.github.deltamaint.TableActivity.Pattern;
import io.github.deltamaint.TableActivity.Temperature;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.HistoryEntry;
import io.github.deltamaint.log.actions.CommitInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Classifies the commits of a table. One small read per commit. */
public final class ActivityReader {
    private static final int MOST_COMMITS = 1_000;
    private static final Duration WINDOW = Duration.ofDays(7);
    private static final Duration COLD_AFTER = Duration.ofDays(30);
    private static final double HOT_WRITES_PER_DAY = 24;
    private static final double HOT_CHANGES_PER_DAY = 4;
    private static final double MERGE_SHARE = 0.2;
    private static final Duration STREAM_PAUSE = Duration.ofMinutes(15);
    private static final int FEWEST_OF_A_STREAM = 5;
    private static final long BULK_BYTES = 1L << 30;
    private static final double SECONDS_PER_DAY = 86_400;

    private static final Set<String> CHANGES = Set.of("MERGE", "UPDATE", "DELETE");
    private static final String STREAM = "STREAMING UPDATE";
    /** Operations that bring no rows. What is not among these counts as a write: engines have names of their own. */
    private static final Set<String> NO_WRITES = Set.of(
            "OPTIMIZE",
            "REORG",
            "VACUUM START",
            "VACUUM END",
            "FSCK",
            "RESTORE",
            "CREATE TABLE",
            "SET TBLPROPERTIES",
            "UNSET TBLPROPERTIES",
            "ADD COLUMNS",
            "DROP COLUMNS",
            "RENAME COLUMN",
            "CHANGE COLUMN",
            "CHANGE COLUMNS",
            "REPLACE COLUMNS",
            "UPGRADE PROTOCOL",
            "ADD CONSTRAINT",
            "DROP CONSTRAINT",
            "DROP FEATURE",
            "ADD DELETION VECTORS TOMBSTONES",
            "CLUSTER BY",
            "COMPUTE STATS",
            "SET METADATA");

    private ActivityReader() {}

    /**
     * What the newest commits tell.
     *
     * @param now the present
     */
    public static TableActivity read(DeltaLog log, Instant now) {
        return classify(
                log.history(MOST_COMMITS), log.snapshot().logSegment().commits().size(), now);
    }

    /** Classifies commits, newest first. */
    static TableActivity classify(List<HistoryEntry> history, long commitsSinceCheckpoint, Instant now) {
        List<HistoryEntry> writes =
                history.stream().filter(commit -> isWrite(operation(commit))).toList();
        Optional<Instant> lastWrite =
                writes.stream().map(HistoryEntry::timestamp).findFirst();
        List<HistoryEntry> recent = writes.stream()
                .filter(commit -> !commit.timestamp().isBefore(now.minus(WINDOW)))
                .toList();
        double days = days(history, now);
        double perDay = recent.size() / days;
        return new TableActivity(
                temperature(lastWrite, perDay, changes(recent) / days, now),
                pattern(writes),
                writes.size(),
                history.size(),
                perDay,
                lastWrite,
                last(history, "OPTIMIZE"),
                last(history, "VACUUM END").or(() -> last(history, "VACUUM START")),
                commitsSinceCheckpoint);
    }

    /** How long the commits of the window were collected: the whole window, unless the commits that were looked at began later. */
    private static double days(List<HistoryEntry> history, Instant now) {
        Duration span = history.isEmpty()
                ? WINDOW
                : Duration.between(history.get(history.size() - 1).timestamp(), now);
        double seconds = span.compareTo(WINDOW) > 0 ? WINDOW.toSeconds() : span.toSeconds();
        boolean isCut = history.size() == MOST_COMMITS;
        return Math.max(isCut ? 1 / SECONDS_PER_DAY : 1, seconds / SECONDS_PER_DAY);
    }

    private static Temperature temperature(
            Optional<Instant> lastWrite, double writesPerDay, double changesPerDay, Instant now) {
        if (lastWrite.isEmpty() || lastWrite.get().isBefore(now.minus(COLD_AFTER))) {
            return Temperature.COLD;
        }
        return writesPerDay >= HOT_WRITES_PER_DAY || changesPerDay >= HOT_CHANGES_PER_DAY
                ? Temperature.HOT
                : Temperature.WARM;
    }

    private static long changes(List<HistoryEntry> writes) {
        return writes.stream()
                .map(ActivityReader::operation)
                .filter(operation -> operation.equals(STREAM) || CHANGES.contains(operation))
                .count();
    }

    private static Pattern pattern(List<HistoryEntry> writes) {
        if (writes.isEmpty()) {
            return Pattern.NONE;
        }
        List<String> operations = writes.stream().map(ActivityReader::operation).toList();
        if (operations.stream().filter(CHANGES::contains).count() >= MERGE_SHARE * operations.size()) {
            return Pattern.MERGE;
        }
        if (operations.stream().filter(STREAM::equals).count() * 2 >= operations.size() || followFast(writes)) {
            return Pattern.STREAMING;
        }
        return medianBytes(writes) >= BULK_BYTES ? Pattern.BULK_LOAD : Pattern.BATCH;
    }

    /** Whether half of the writes came within minutes after the one before. */
    private static boolean followFast(List<HistoryEntry> writes) {
        if (writes.size() < FEWEST_OF_A_STREAM) {
            return false;
        }
        long fast = 0;
        for (int i = 1; i < writes.size(); i++) {
            Duration pause = Duration.between(
                    writes.get(i).timestamp(), writes.get(i - 1).timestamp());
            fast += pause.compareTo(STREAM_PAUSE) <= 0 ? 1 : 0;
        }
        return fast * 2 >= writes.size() - 1;
    }

    private static long medianBytes(List<HistoryEntry> writes) {
        List<Long> bytes = new ArrayList<>();
        for (HistoryEntry write : writes) {
            bytes.add(write.commitInfo()
                    .map(info -> number(info.operationMetrics().get("numOutputBytes")))
                    .orElse(0L));
        }
        bytes.sort(null);
        return bytes.get(bytes.size() / 2);
    }

    private static long number(@Nullable String text) {
        try {
            return text == null ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static boolean isWrite(String operation) {
        return !operation.isEmpty() && !NO_WRITES.contains(operation);
    }

    private static Optional<Instant> last(List<HistoryEntry> history, String operation) {
        return history.stream()
                .filter(commit -> operation(commit).equals(operation))
                .map(HistoryEntry::timestamp)
                .findFirst();
    }

    private static String operation(HistoryEntry commit) {
        return commit.commitInfo().flatMap(CommitInfo::operation).orElse("").toUpperCase(Locale.ROOT);
    }
}
