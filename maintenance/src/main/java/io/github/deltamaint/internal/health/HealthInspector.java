package io.github.deltamaint.internal.health;

import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.Finding;
import io.github.deltamaint.HealthOptions;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.TableHealth.Layout;
import io.github.deltamaint.TableHealth.Log;
import io.github.deltamaint.TableHealth.Removed;
import io.github.deltamaint.TableHealth.Retention;
import io.github.deltamaint.TableLayout;
import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.cluster.ClusterOrder;
import io.github.deltamaint.internal.cluster.ClusterOrders;
import io.github.deltamaint.internal.cluster.ClusteringReports;
import io.github.deltamaint.internal.files.ClusteringColumns;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.plan.ClusterPlan;
import io.github.deltamaint.internal.plan.OptimizePlanner;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.LogSegment;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.storage.FileStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Supplier;

/** Looks at a snapshot and says how the table is. */
public final class HealthInspector {
    private static final DataSize FALLBACK_TARGET = DataSize.mebibytes(128);

    private final Snapshot snapshot;
    private final Looks looks;
    private final DataFiles files;
    private final HealthOptions options;
    private final Clock clock;

    /** Prepares a look. */
    public HealthInspector(Snapshot snapshot, Looks looks, DataFiles files, HealthOptions options, Clock clock) {
        this.snapshot = snapshot;
        this.looks = looks;
        this.files = files;
        this.options = options;
        this.clock = clock;
    }

    /**
     * Looks.
     *
     * @param optimize the settings of OPTIMIZE without any of the user's
     * @param ordered the same with Z-order by the columns in use, if any are given
     */
    public TableHealth inspect(OptimizeSettings optimize, Optional<OptimizeSettings> ordered) {
        SortedMap<String, String> malformed = snapshot.properties().malformed();
        PlannedWork work = malformed.isEmpty()
                ? new PlannedWork(
                        Optional.of(plan(optimize)),
                        ordered.filter(settings -> !ClusteringColumns.isClustered(snapshot))
                                .map(this::plan))
                : new PlannedWork(Optional.empty(), Optional.empty());
        DataSize target = work.optimize().map(OptimizeTasks::targetFileSize).orElse(FALLBACK_TARGET);
        FileSurvey survey = FileSurvey.of(snapshot, files, target.bytes() - target.bytes() / 4);
        Retention retention = new Retention(
                unlessMalformed(snapshot.properties()::deletedFileRetention),
                unlessMalformed(snapshot.properties()::logRetention));
        TableHealth figures = new TableHealth(
                snapshot.tablePath().root(),
                snapshot.version(),
                clock.instant(),
                target,
                survey.files(options.thresholds().largeFile() * target.bytes()),
                work.optimize().map(survey::after),
                survey.partitions(),
                log(),
                removed(retention),
                retention,
                layout(survey),
                clustering(work),
                looks.stored(),
                List.of());
        return withFindings(figures, new FindingRules(snapshot, figures, work, looks, malformed, options).findings());
    }

    private OptimizeTasks plan(OptimizeSettings settings) {
        Optional<ClusterOrder> order = ClusterOrders.of(snapshot, settings.cluster(), false);
        return looks.deep().flatMap(Looks.Deep::layout).isPresent()
                ? OptimizePlanner.plan(snapshot, files, settings, order, clock)
                : OptimizePlanner.planByLog(snapshot, files, settings, order, clock);
    }

    private Layout layout(FileSurvey survey) {
        Optional<Boolean> wanted = snapshot.properties().malformed().isEmpty()
                ? snapshot.properties().vOrder()
                : Optional.empty();
        Optional<TableLayout> footers = looks.deep().flatMap(Looks.Deep::layout);
        if (footers.isEmpty()) {
            return new Layout(wanted, survey.withoutVOrder(), survey.sizeWithoutVOrder(), Optional.empty());
        }
        List<TableLayout.File> without = footers.get().files().stream()
                .filter(file ->
                        file.order() != TableLayout.Order.AUTOMATIC && file.order() != TableLayout.Order.MICROSOFT)
                .toList();
        return new Layout(
                wanted,
                without.size(),
                without.stream().map(TableLayout.File::size).reduce(DataSize.ZERO, DataSize::plus),
                footers.map(TableLayout::rowGroups));
    }

    private Optional<ClusteringReport> clustering(PlannedWork work) {
        if (!options.columns().isEmpty()) {
            return Optional.of(ClusteringReports.of(
                    snapshot, options.columns().stream().map(ColumnPath::parse).toList()));
        }
        return work.optimize().flatMap(OptimizeTasks::cluster).map(ClusterPlan::before);
    }

    private static TableHealth withFindings(TableHealth figures, List<Finding> findings) {
        return new TableHealth(
                figures.path(),
                figures.version(),
                figures.checkedAt(),
                figures.targetFileSize(),
                figures.files(),
                figures.afterOptimize(),
                figures.partitions(),
                figures.log(),
                figures.removed(),
                figures.retention(),
                figures.layout(),
                figures.clustering(),
                figures.storage(),
                findings);
    }

    private static Optional<Duration> unlessMalformed(Supplier<Duration> property) {
        try {
            return Optional.of(property.get());
        } catch (InvalidPropertyException e) {
            return Optional.empty();
        }
    }

    private Log log() {
        LogSegment segment = snapshot.logSegment();
        return new Log(
                segment.checkpointVersion(),
                segment.checkpoint().stream()
                        .map(file -> Instant.ofEpochMilli(file.modificationTimeMillis()))
                        .max(Instant::compareTo),
                segment.commits().size(),
                new DataSize(
                        segment.commits().stream().mapToLong(FileStatus::size).sum()));
    }

    private Removed removed(Retention retention) {
        long cutoff = retention
                .deletedFiles()
                .map(kept -> clock.instant().minus(kept).toEpochMilli())
                .orElse(Long.MIN_VALUE);
        long count = 0;
        long bytes = 0;
        long expired = 0;
        long expiredBytes = 0;
        OptionalLong oldest = OptionalLong.empty();
        try (CloseableIterator<RemoveFile> tombstones = snapshot.tombstones()) {
            while (tombstones.hasNext()) {
                RemoveFile tombstone = tombstones.next();
                long removedAt = tombstone.deletionTimestamp().orElse(0);
                long size = tombstone.size().orElse(0);
                count++;
                bytes += size;
                oldest = OptionalLong.of(Math.min(removedAt, oldest.orElse(removedAt)));
                if (removedAt < cutoff) {
                    expired++;
                    expiredBytes += size;
                }
            }
        }
        return new Removed(
                count,
                new DataSize(bytes),
                expired,
                new DataSize(expiredBytes),
                oldest.isPresent() ? Optional.of(Instant.ofEpochMilli(oldest.getAsLong())) : Optional.empty());
    }
}
