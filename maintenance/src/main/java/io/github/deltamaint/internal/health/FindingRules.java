package io.github.deltamaint.internal.health;

import static java.util.Comparator.comparing;

import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.Engine;
import io.github.deltamaint.FabricCapacity;
import io.github.deltamaint.FileProblem;
import io.github.deltamaint.Finding;
import io.github.deltamaint.Finding.Problem;
import io.github.deltamaint.Finding.Remedy;
import io.github.deltamaint.Finding.Severity;
import io.github.deltamaint.HealthOptions;
import io.github.deltamaint.HealthThresholds;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.TableLayout;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.files.ClusteringColumns;
import io.github.deltamaint.internal.health.EngineLimits.Obstacles;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.ChecksumReport;
import io.github.deltamaint.log.InvalidPropertyException;
import io.github.deltamaint.log.PropertyChange;
import io.github.deltamaint.log.Refusal;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TableProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/** Turns figures into findings: one small method per problem. */
final class FindingRules {
    private static final List<TableOperation> MAINTENANCE = List.of(
            TableOperation.REWRITE, TableOperation.VACUUM, TableOperation.CHECKPOINT, TableOperation.LOG_CLEANUP);

    private static final int FEW_PARTITIONS = 4;

    private final Snapshot snapshot;
    private final TableHealth health;
    private final Optional<OptimizeTasks> plan;
    private final PlannedWork work;
    private final Looks looks;
    private final SortedMap<String, String> malformed;
    private final HealthOptions options;
    private final HealthThresholds thresholds;
    private final Calls calls;
    private final List<Finding> findings = new ArrayList<>();

    FindingRules(
            Snapshot snapshot,
            TableHealth figures,
            PlannedWork work,
            Looks looks,
            SortedMap<String, String> malformed,
            HealthOptions options) {
        this.snapshot = snapshot;
        this.health = figures;
        this.work = work;
        this.plan = work.optimize();
        this.looks = looks;
        this.malformed = malformed;
        this.options = options;
        this.thresholds = options.thresholds();
        this.calls = new Calls(figures.path());
    }

    /** The worst first. */
    List<Finding> findings() {
        plan.ifPresent(this::smallFiles);
        plan.ifPresent(this::deletedRows);
        largeFiles();
        tooManyPartitions();
        unevenPartitions();
        unclustered();
        poorClustering();
        missingVOrder();
        missingStatistics();
        longLog();
        looks.deep().ifPresent(this::damage);
        health.storage().ifPresent(this::stored);
        looks.checksum().filter(report -> !report.agrees()).ifPresent(this::wrongChecksum);
        if (malformed.isEmpty()) {
            properties(snapshot.properties());
        } else {
            malformedProperties();
        }
        options.directLake().ifPresent(this::directLake);
        options.engines().forEach(this::lockedOut);
        refused();
        findings.sort(comparing(Finding::severity).reversed());
        return findings;
    }

    private void wrongChecksum(ChecksumReport report) {
        int count = report.differences().size();
        find(
                Problem.WRONG_CHECKSUM,
                Severity.CRITICAL,
                report.file() + " does not agree with the log: "
                        + report.differences().get(0) + (count == 1 ? "" : ", and " + (count - 1) + " more"),
                numbers("differences", count),
                "Delete the file, after a look at who wrote it: engines that find none go by the log, and some that find it go by it without looking"
                        + " at the log",
                looks.deep().flatMap(this::repair));
    }

    private void damage(Looks.Deep deep) {
        List<FileProblem> problems = deep.problems().stream()
                .filter(problem -> problem.kind() != FileProblem.Kind.WRONG_CHECKSUM)
                .toList();
        if (problems.isEmpty()) {
            return;
        }
        Optional<Remedy> remedy = repair(deep);
        FileProblem first = problems.get(0);
        find(
                Problem.DAMAGED,
                problems.stream().allMatch(problem -> problem.kind() == FileProblem.Kind.ORPHANED_LOG_FILE)
                        ? Severity.INFO
                        : Severity.CRITICAL,
                first.path() + ": " + first.detail()
                        + (problems.size() == 1 ? "" : ", and " + (problems.size() - 1) + " more"),
                numbers("problems", problems.size()),
                remedy.isPresent()
                        ? "Repair the log; no row is lost"
                        : "See all of it with dm fsck --deep, and restore what is missing from a copy; what cannot be restored is not readable any more",
                remedy);
    }

    /** Only where it costs nothing: a repair takes missing data files out of the table, and their rows with them. */
    private Optional<Remedy> repair(Looks.Deep deep) {
        boolean isHarmless = deep.problems().stream()
                        .allMatch(problem -> problem.repair().isPresent())
                && deep.problems().stream().noneMatch(problem -> problem.kind() == FileProblem.Kind.MISSING_DATA_FILE);
        return isHarmless
                        && snapshot.features().refusals(TableOperation.METADATA).isEmpty()
                ? Optional.of(calls.repair())
                : Optional.empty();
    }

    private void stored(TableHealth.Stored stored) {
        Remedy vacuum = calls.vacuum(
                Math.addExact(stored.expired(), stored.orphans()),
                stored.expiredSize().plus(stored.orphanSize()).bytes());
        if (stored.expired() > 0) {
            find(
                    Problem.VACUUM_DUE,
                    costly(stored.expiredSize()),
                    stored.expired() + " files (" + stored.expiredSize()
                            + ") belong to versions that need not be readable any more",
                    numbers(
                            "files",
                            stored.expired(),
                            "bytes",
                            stored.expiredSize().bytes()),
                    "Vacuum the table",
                    Optional.of(vacuum));
        }
        if (stored.orphans() > 0) {
            find(
                    Problem.ORPHANED_FILES,
                    costly(stored.orphanSize()),
                    stored.orphans() + " files (" + stored.orphanSize()
                            + ") are in no version: writers have failed, or the log was cleaned up before the files",
                    numbers(
                            "files",
                            stored.orphans(),
                            "bytes",
                            stored.orphanSize().bytes()),
                    "Vacuum the table",
                    Optional.of(vacuum));
        }
        if (stored.logFiles() > 0) {
            find(
                    Problem.LOG_CLEANUP_DUE,
                    Severity.INFO,
                    stored.logFiles() + " files of the log (" + stored.logSize()
                            + ") are older than its retention, and no version within it needs them",
                    numbers(
                            "files",
                            stored.logFiles(),
                            "bytes",
                            stored.logSize().bytes()),
                    "Clean up the log",
                    Optional.of(
                            calls.cleanLog(stored.logFiles(), stored.logSize().bytes())));
        }
    }

    /** A tenth of the table is worth a warning. */
    private Severity costly(DataSize idle) {
        return idle.bytes() > health.files().metrics().totalSize().bytes() / 10 ? Severity.WARNING : Severity.INFO;
    }

    private void unevenPartitions() {
        TableHealth.Partitions partitions = health.partitions();
        long total = health.files().metrics().totalSize().bytes();
        if (partitions.count() < FEW_PARTITIONS || partitions.largest().isEmpty()) {
            return;
        }
        TableHealth.Partition largest = partitions.largest().get();
        if (total > health.targetFileSize().bytes() && largest.size().bytes() > thresholds.partitionShare() * total) {
            find(
                    Problem.UNEVEN_PARTITIONS,
                    Severity.INFO,
                    String.format(
                            Locale.ROOT,
                            "partition %s has %s of %s, %d others share the rest: who reads it gains little by partitions",
                            largest.values(),
                            largest.size(),
                            DataSize.ofBytes(total),
                            partitions.count() - 1),
                    numbers("bytes", largest.size().bytes(), "partitions", partitions.count()),
                    "Partition by what spreads rows evenly, or cluster the table instead",
                    Optional.empty());
        }
    }

    private void unclustered() {
        DataSize size = health.files().metrics().totalSize();
        if (health.partitions().columns().isEmpty()
                && !ClusteringColumns.isClustered(snapshot)
                && !size.isLessThan(thresholds.unclusteredSize())) {
            find(
                    Problem.UNCLUSTERED,
                    Severity.WARNING,
                    "the table has " + size
                            + ", but neither partitions nor clustering columns: queries read most of it",
                    numbers("bytes", size.bytes()),
                    "See dm advise for columns, then dm cluster-by and dm optimize",
                    Optional.empty());
        }
    }

    /** Only where ordering rows again would change something, so that a table that cannot be better is well. */
    private void poorClustering() {
        if (health.clustering().isEmpty()) {
            return;
        }
        ClusteringReport report = health.clustering().get();
        boolean isTheTables = options.columns().isEmpty();
        Optional<OptimizeTasks> tasks = (isTheTables ? work.optimize() : work.ordered())
                .filter(planned -> !planned.tasks().isEmpty());
        List<String> columns =
                report.columns().stream().map(ClusteringReport.Column::name).toList();
        boolean isOtherwiseClustered = !isTheTables && ClusteringColumns.isClustered(snapshot);
        if (report.onePercent().overfetch() < thresholds.overfetch() || (tasks.isEmpty() && !isOtherwiseClustered)) {
            return;
        }
        boolean isAllowed = snapshot.features().refusals(TableOperation.REWRITE).isEmpty();
        find(
                Problem.POOR_CLUSTERING,
                Severity.WARNING,
                String.format(
                        Locale.ROOT,
                        "queries for 1 %% of the rows by %s read %.1f of %d files, %.1f times what the best order of rows needs",
                        String.join(", ", columns),
                        report.onePercent().files(),
                        report.numFiles(),
                        report.onePercent().overfetch()),
                numbers(
                        "files",
                        report.numFiles(),
                        "filesRead",
                        Math.round(report.onePercent().files())),
                isOtherwiseClustered
                        ? "The table is clustered by other columns; if queries filter by these, change them with dm cluster-by"
                        : isTheTables ? "Cluster the new files" : "Order the rows by these columns",
                tasks.filter(planned -> isAllowed)
                        .map(planned -> isTheTables ? calls.optimize(planned) : calls.zOrder(columns, planned)));
    }

    private void missingVOrder() {
        TableHealth.Layout layout = health.layout();
        if (layout.vOrderWanted().orElse(false)
                && layout.filesWithoutVOrder() > 0
                && plan.filter(tasks -> !tasks.tasks().isEmpty()).isPresent()) {
            find(
                    Problem.V_ORDER_MISSING,
                    Severity.WARNING,
                    String.format(
                            Locale.ROOT,
                            "the table asks for V-Order, but %d of %d files (%s) %s",
                            layout.filesWithoutVOrder(),
                            health.files().metrics().totalFiles(),
                            layout.sizeWithoutVOrder(),
                            looks.deep().isPresent() ? "do not have it" : "do not say in the log that they have it"),
                    numbers(
                            "files",
                            layout.filesWithoutVOrder(),
                            "bytes",
                            layout.sizeWithoutVOrder().bytes()),
                    "Optimize the table, or unset the property if nobody reads it with Direct Lake or a SQL endpoint",
                    plan.flatMap(this::rewriting));
        }
    }

    private void smallFiles(OptimizeTasks tasks) {
        List<PlannedTask> merges = withReason(tasks, Reason.SMALL_FILES);
        long inputs = inputs(merges);
        long saved = inputs - merges.size();
        if (saved < thresholds.savedFiles()) {
            return;
        }
        find(
                Problem.SMALL_FILES,
                saved < thresholds.savedFilesCritical() ? Severity.WARNING : Severity.CRITICAL,
                String.format(
                        Locale.ROOT,
                        "%d of %d files are so small that %d can take their place (average %s, target %s)",
                        inputs,
                        health.files().metrics().totalFiles(),
                        merges.size(),
                        health.files().metrics().average(),
                        health.targetFileSize()),
                numbers("files", inputs, "filesAfter", merges.size(), "saved", saved),
                "Compact the table",
                rewriting(tasks));
    }

    private void largeFiles() {
        TableHealth.Files files = health.files();
        if (files.large() > 0) {
            find(
                    Problem.LARGE_FILES,
                    Severity.INFO,
                    String.format(
                            Locale.ROOT,
                            "%d of %d files (%s) are larger than %.0f times the target of %s: who changes a row of them copies much, and few readers can share one",
                            files.large(),
                            files.metrics().totalFiles(),
                            files.largeSize(),
                            thresholds.largeFile(),
                            health.targetFileSize()),
                    numbers("files", files.large(), "bytes", files.largeSize().bytes()),
                    "Leave them if nobody changes their rows; else order the rows along a curve (dm optimize --full --zorder-by), which makes files of the target size",
                    Optional.empty());
        }
    }

    private void deletedRows(OptimizeTasks tasks) {
        List<PlannedTask> purges = withReason(tasks, Reason.DELETION_VECTORS);
        if (purges.isEmpty()) {
            return;
        }
        long deleted = health.files().deletedRows();
        OptionalLong rows = health.files().rows();
        boolean isLargeShare =
                rows.isEmpty() || deleted >= thresholds.deletedRowsRatio() * Math.addExact(rows.getAsLong(), deleted);
        find(
                Problem.DELETED_ROWS,
                isLargeShare ? Severity.WARNING : Severity.INFO,
                String.format(
                        Locale.ROOT,
                        "%d deleted rows are still in %d files, which every reader has to filter",
                        deleted,
                        health.files().withDeletionVectors()),
                numbers("deletedRows", deleted, "files", health.files().withDeletionVectors()),
                "Rewrite the files with many deleted rows",
                rewriting(tasks));
    }

    /** Nobody is told to run what would be refused. */
    private Optional<Remedy> rewriting(OptimizeTasks tasks) {
        return snapshot.features().refusals(TableOperation.REWRITE).isEmpty()
                ? Optional.of(calls.optimize(tasks))
                : Optional.empty();
    }

    private Optional<Remedy> rewritingAll() {
        if (plan.isEmpty()
                || !snapshot.features().refusals(TableOperation.REWRITE).isEmpty()) {
            return Optional.empty();
        }
        boolean hasReason = health.layout().vOrderWanted().orElse(false) || ClusteringColumns.isClustered(snapshot);
        return Optional.of(calls.optimizeAll(
                hasReason,
                health.files().metrics().totalFiles(),
                health.files().metrics().totalSize().bytes()));
    }

    private static List<PlannedTask> withReason(OptimizeTasks tasks, Reason reason) {
        return tasks.tasks().stream()
                .filter(planned -> planned.task().reasons().contains(reason))
                .toList();
    }

    private static long inputs(List<PlannedTask> tasks) {
        return tasks.stream().mapToLong(planned -> planned.inputs().size()).sum();
    }

    private void tooManyPartitions() {
        TableHealth.Partitions partitions = health.partitions();
        if (partitions.count() >= thresholds.partitions()
                && partitions.averageSize().isLessThan(thresholds.partitionSize())) {
            find(
                    Problem.TOO_MANY_PARTITIONS,
                    Severity.WARNING,
                    String.format(
                            Locale.ROOT,
                            "%d partitions of %s on average: files cannot become larger than their partition",
                            partitions.count(),
                            partitions.averageSize()),
                    numbers(
                            "partitions",
                            partitions.count(),
                            "averageSize",
                            partitions.averageSize().bytes()),
                    "Write the table anew with a coarser partitioning (" + String.join(", ", partitions.columns())
                            + " is too fine), or cluster it instead",
                    Optional.empty());
        }
    }

    private void missingStatistics() {
        long without = health.files().withoutRowCount();
        if (without > 0) {
            find(
                    Problem.MISSING_STATISTICS,
                    Severity.WARNING,
                    String.format(
                            Locale.ROOT,
                            "%d of %d files have no statistics in the log: no query can skip them",
                            without,
                            health.files().metrics().totalFiles()),
                    numbers("files", without),
                    "Rewritten files get statistics; have the engine that writes the table collect them",
                    rewritingAll());
        }
    }

    private void longLog() {
        TableHealth.Log log = health.log();
        if (log.commitsSinceCheckpoint() >= thresholds.commitsSinceCheckpoint()) {
            find(
                    Problem.LONG_LOG,
                    Severity.WARNING,
                    String.format(
                            Locale.ROOT,
                            "readers replay %d commits (%s) %s",
                            log.commitsSinceCheckpoint(),
                            log.bytesSinceCheckpoint(),
                            log.checkpointVersion().isPresent()
                                    ? "after the checkpoint of version "
                                            + log.checkpointVersion().getAsLong()
                                    : "because there is no checkpoint"),
                    numbers(
                            "commits",
                            log.commitsSinceCheckpoint(),
                            "bytes",
                            log.bytesSinceCheckpoint().bytes()),
                    "Write a checkpoint",
                    snapshot.features().refusals(TableOperation.CHECKPOINT).isEmpty() && malformed.isEmpty()
                            ? Optional.of(calls.checkpoint())
                            : Optional.empty());
        }
    }

    private void malformedProperties() {
        find(
                Problem.MALFORMED_PROPERTIES,
                Severity.CRITICAL,
                String.join("; ", malformed.values()),
                numbers("properties", malformed.size()),
                "Unset the properties, or set them to what was meant. Until then maintenance of this table fails",
                changing(Map.of(), malformed.keySet()));
    }

    private void properties(TableProperties properties) {
        shortRetention(properties);
        retentions(properties);
        smallTarget(properties);
        statistics(properties);
        checkpointStatistics(properties);
        spellings(
                properties,
                "delta.autoOptimize",
                "delta.autoOptimize.autoCompact",
                "whether writers compact after a commit");
        spellings(
                properties,
                "delta.parquet.vorder.default",
                "delta.parquet.vorder.enabled",
                "whether files are in V-Order");
    }

    private void shortRetention(TableProperties properties) {
        Duration kept = properties.deletedFileRetention();
        if (kept.compareTo(thresholds.retention()) >= 0) {
            return;
        }
        String interval = "interval " + thresholds.retention().toHours() + " hours";
        Map<String, String> set = new LinkedHashMap<>();
        set.put("delta.deletedFileRetentionDuration", interval);
        if (properties.logRetention().compareTo(thresholds.retention()) < 0) {
            set.put("delta.logRetentionDuration", interval);
        }
        find(
                Problem.SHORT_RETENTION,
                Severity.WARNING,
                "removed files are kept for " + hours(kept)
                        + " only: VACUUM may delete what a long query, a streaming reader"
                        + " or an unfinished write still needs",
                numbers("hours", kept.toHours()),
                "Keep them for " + hours(thresholds.retention()) + " at least",
                changing(set, Set.of()));
    }

    private void retentions(TableProperties properties) {
        Duration files = properties.deletedFileRetention();
        Duration log = properties.logRetention();
        // The other finding's call sets both, so that this one is gone with it.
        if (log.compareTo(files) >= 0 || files.compareTo(thresholds.retention()) < 0) {
            return;
        }
        find(
                Problem.CONFLICTING_PROPERTIES,
                Severity.WARNING,
                "removed files are kept for " + hours(files) + ", but the log forgets them after " + hours(log)
                        + ": time travel ends there, and VACUUM cannot find them by the log any more",
                numbers("fileHours", files.toHours(), "logHours", log.toHours()),
                "Keep the log at least as long as removed files",
                changing(Map.of("delta.logRetentionDuration", "interval " + hoursUp(files) + " hours"), Set.of()));
    }

    private static String hours(Duration duration) {
        long hours = duration.toHours();
        return hours % 24 == 0 && hours > 0 ? hours / 24 + " days" : hours + " hours";
    }

    private static long hoursUp(Duration duration) {
        return duration.toHours() + (duration.equals(Duration.ofHours(duration.toHours())) ? 0 : 1);
    }

    private void smallTarget(TableProperties properties) {
        Optional<DataSize> target = properties.targetFileSize();
        if (target.isPresent() && target.get().isLessThan(thresholds.targetFileSize())) {
            find(
                    Problem.SMALL_TARGET_SIZE,
                    Severity.WARNING,
                    "delta.targetFileSize is " + target.get() + ": every file that is written so is a small one",
                    numbers("targetFileSize", target.get().bytes()),
                    "Unset it, so that the size of the table decides",
                    changing(Map.of(), Set.of("delta.targetFileSize")));
        }
    }

    private void statistics(TableProperties properties) {
        if (properties.indexedColumns() == 0 && properties.statsColumns().isEmpty()) {
            find(
                    Problem.STATISTICS_SWITCHED_OFF,
                    Severity.WARNING,
                    "delta.dataSkippingNumIndexedCols is 0: new files have no minimum and maximum, so no query can skip them",
                    numbers("indexedColumns", 0),
                    "Unset it, so that the first 32 columns have statistics",
                    changing(Map.of(), Set.of("delta.dataSkippingNumIndexedCols")));
        }
    }

    private void checkpointStatistics(TableProperties properties) {
        Map<String, String> set = properties.asMap();
        if ("false".equalsIgnoreCase(set.get(TableProperties.CHECKPOINT_STATS_AS_JSON))
                && !"true".equalsIgnoreCase(set.get(TableProperties.CHECKPOINT_STATS_AS_STRUCT))) {
            find(
                    Problem.CONFLICTING_PROPERTIES,
                    Severity.WARNING,
                    TableProperties.CHECKPOINT_STATS_AS_JSON + " is false and "
                            + TableProperties.CHECKPOINT_STATS_AS_STRUCT + " is "
                            + (set.containsKey(TableProperties.CHECKPOINT_STATS_AS_STRUCT) ? "false" : "not set")
                            + ": checkpoints have no statistics, so after each one no query can skip files",
                    numbers(),
                    "Unset " + TableProperties.CHECKPOINT_STATS_AS_JSON,
                    changing(Map.of(), Set.of(TableProperties.CHECKPOINT_STATS_AS_JSON)));
        }
    }

    private void spellings(TableProperties properties, String older, String newer, String meaning) {
        String old = properties.asMap().get(older);
        String current = properties.asMap().get(newer);
        if (old == null || current == null || old.strip().equalsIgnoreCase(current.strip())) {
            return;
        }
        find(
                Problem.CONFLICTING_PROPERTIES,
                Severity.INFO,
                older + " is '" + old + "' and " + newer + " is '" + current + "': engines disagree about " + meaning,
                numbers(),
                "Unset " + older + ", which is the older spelling",
                changing(Map.of(), Set.of(older)));
    }

    /** The call, unless this library would not carry it out. */
    private Optional<Remedy> changing(Map<String, String> set, Set<String> unset) {
        if (!snapshot.features().refusals(TableOperation.METADATA).isEmpty()) {
            return Optional.empty();
        }
        try {
            new PropertyChange(set, unset).applyTo(snapshot.properties(), snapshot.features(), snapshot.schema());
            return Optional.of(calls.properties(set, unset));
        } catch (InvalidPropertyException e) {
            return Optional.empty();
        }
    }

    private void directLake(FabricCapacity capacity) {
        long files = health.files().metrics().totalFiles();
        if (files > capacity.maxFiles()) {
            long saved = plan.map(tasks -> inputs(tasks.tasks()) - tasks.tasks().size())
                    .orElse(0L);
            boolean helps = files - saved <= capacity.maxFiles();
            find(
                    Problem.DIRECT_LAKE_LIMIT,
                    Severity.CRITICAL,
                    "the table has " + files + " files, and Direct Lake on " + capacity + " takes "
                            + capacity.maxFiles(),
                    numbers("files", files, "limit", capacity.maxFiles()),
                    helps
                            ? "Compact the table"
                            : "Compact the table with larger files, partition it less, or take a larger capacity",
                    helps ? plan.flatMap(this::rewriting) : Optional.empty());
        }
        long groups = health.layout()
                .rowGroups()
                .map(TableLayout.RowGroupSizes::count)
                .orElse(0);
        if (groups > capacity.maxRowGroups() && files <= capacity.maxFiles()) {
            find(
                    Problem.DIRECT_LAKE_LIMIT,
                    Severity.CRITICAL,
                    "the table has " + groups + " row groups, and Direct Lake on " + capacity + " takes "
                            + capacity.maxRowGroups(),
                    numbers("rowGroups", groups, "limit", capacity.maxRowGroups()),
                    "Write the files anew with larger row groups: dm optimize --full --profile direct_lake",
                    Optional.empty());
        }
        OptionalLong rows = health.files().rows();
        if (rows.isPresent() && rows.getAsLong() > capacity.maxRows()) {
            find(
                    Problem.DIRECT_LAKE_LIMIT,
                    Severity.CRITICAL,
                    "the table has " + rows.getAsLong() + " rows, and Direct Lake on " + capacity + " takes "
                            + capacity.maxRows(),
                    numbers("rows", rows.getAsLong(), "limit", capacity.maxRows()),
                    "Aggregate the table, split it, or take a larger capacity",
                    Optional.empty());
        }
    }

    private void lockedOut(Engine engine) {
        Obstacles reading = EngineLimits.reading(engine, snapshot);
        Obstacles obstacles = reading.isEmpty() ? EngineLimits.writing(engine, snapshot) : reading;
        if (obstacles.isEmpty()) {
            return;
        }
        find(
                Problem.ENGINE_LOCKED_OUT,
                reading.isEmpty() ? Severity.INFO : Severity.CRITICAL,
                engine.words()
                        + (reading.isEmpty() ? " can read the table, but not change it" : " cannot read the table")
                        + ": it does not know " + obstacles,
                numbers(
                        "features",
                        obstacles.features().size(),
                        "columns",
                        obstacles.columns().size()),
                obstacles.columns().isEmpty()
                        ? "Leave the table to engines that know these features, or drop those that nobody needs with Delta Spark (ALTER TABLE … DROP FEATURE)"
                        : "Give these columns another type in a copy or a view for this engine, or leave them out there",
                Optional.empty());
    }

    private void refused() {
        Map<String, Refusal> reasons = new LinkedHashMap<>();
        Map<String, Set<String>> operations = new LinkedHashMap<>();
        for (TableOperation operation : MAINTENANCE) {
            for (Refusal refusal : snapshot.features().refusals(operation)) {
                reasons.putIfAbsent(refusal.subject(), refusal);
                operations
                        .computeIfAbsent(refusal.subject(), subject -> new LinkedHashSet<>())
                        .add(operation.phrase());
            }
        }
        reasons.forEach((subject, refusal) -> find(
                Problem.REFUSED,
                Severity.INFO,
                String.join(", ", operations.getOrDefault(subject, Set.of())) + ": refused, because "
                        + refusal.problem(),
                numbers(),
                refusal.remedy(),
                Optional.empty()));
    }

    private void find(
            Problem problem,
            Severity severity,
            String evidence,
            Map<String, Long> numbers,
            String advice,
            Optional<Remedy> remedy) {
        findings.add(new Finding(problem, severity, evidence, numbers, advice, remedy));
    }

    private static Map<String, Long> numbers(Object... namesAndValues) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            numbers.put((String) namesAndValues[i], ((Number) namesAndValues[i + 1]).longValue());
        }
        return numbers;
    }
}
