package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.LogCoverage;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.vacuum.RetainedHistory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out how far back a table can be read.
 *
 * <p>A vacuum at a time deletes nothing that the version needs which was current a retention before. So commits are asked from the newest on, until one is met that is older than what a younger vacuum has
 * left: a vacuum as old as that cannot have deleted more.
 */
public final class HistoryReader {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryReader.class);
    private static final int AT_ONCE = 64;
    private static final int THREADS = 16;

    private final DeltaLog log;
    private final Clock clock;
    private final Snapshot snapshot;
    private final LogCoverage coverage;

    /** For the latest version of a table. */
    public HistoryReader(DeltaLog log, Clock clock) {
        this.log = log;
        this.clock = clock;
        this.snapshot = log.snapshot();
        this.coverage = log.coverage(snapshot);
    }

    /** Reads what the history tells. */
    public RetainedHistory read() {
        Duration retention = Planning.tableRetention(snapshot);
        long vacuumed = vacuumedBefore();
        long first = rebuildable(Math.max(vacuumed, coverage.firstVersion().orElse(0)));
        long after =
                coverage.newestAt(Planning.cutoff(clock.instant(), retention)).orElse(first);
        return new RetainedHistory(
                snapshot.version(), coverage.firstVersion(), first, retention, rebuildable(Math.max(first, after)));
    }

    private long rebuildable(long version) {
        long first = version;
        while (first < snapshot.version() && !coverage.canRebuild(first)) {
            first++;
        }
        return Math.min(first, snapshot.version());
    }

    /** The oldest version that no vacuum has taken files from. */
    private long vacuumedBefore() {
        long bound = new LastVacuumInfo(log.storage(), log.tablePath()).read().orElse(0);
        List<Long> commits = coverage.commits();
        for (int end = commits.size(); end > 0; end -= AT_ONCE) {
            List<Long> batch = new ArrayList<>(commits.subList(Math.max(0, end - AT_ONCE), end));
            long known = bound;
            batch.removeIf(version -> version <= known);
            if (batch.isEmpty()) {
                break;
            }
            Map<Long, Instant> cutoffs = new ConcurrentSkipListMap<>();
            Parallel.forEach(
                    batch,
                    THREADS,
                    () -> false,
                    version -> cutoff(version).ifPresent(time -> cutoffs.put(version, time)));
            for (Map.Entry<Long, Instant> vacuum : cutoffs.entrySet()) {
                bound = Math.max(bound, Math.min(vacuum.getKey(), left(vacuum.getValue())));
            }
        }
        return bound;
    }

    /** The oldest version that a vacuum with this cutoff leaves whole. */
    private long left(Instant cutoff) {
        OptionalLong version = coverage.newestAt(cutoff);
        return version.orElse(0);
    }

    /** What a vacuum that this commit tells of has kept; empty if it tells of none. */
    private Optional<Instant> cutoff(long version) {
        try (CloseableIterator<Action> actions = log.actions(version, EnumSet.of(ActionKind.COMMIT_INFO), false)) {
            return actions.hasNext() && actions.next() instanceof CommitInfo info ? cutoff(info) : Optional.empty();
        } catch (InvalidOperationException | CorruptTableException e) {
            LOG.debug("{}: the commit of version {} tells nothing", log.tablePath(), version, e);
            return Optional.empty();
        }
    }

    private static Optional<Instant> cutoff(CommitInfo info) {
        if (!info.operation().equals(Optional.of("VACUUM START"))
                || "0".equals(info.operationMetrics().get("numFilesToDelete"))) {
            return Optional.empty();
        }
        OptionalLong time = info.inCommitTimestamp().isPresent() ? info.inCommitTimestamp() : info.timestamp();
        OptionalLong retention = millis(info, "specifiedRetentionMillis");
        if (retention.isEmpty()) {
            retention = millis(info, "defaultRetentionMillis");
        }
        return time.isEmpty()
                ? Optional.empty()
                : Optional.of(Planning.cutoff(
                        Instant.ofEpochMilli(time.getAsLong()), Duration.ofMillis(retention.orElse(0))));
    }

    private static OptionalLong millis(CommitInfo info, String parameter) {
        String text = info.operationParameters().get(parameter);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Math.max(0, Long.parseLong(text.replace("\"", ""))));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
