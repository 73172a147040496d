package io.github.deltamaint.internal.health;

import static java.util.Comparator.comparing;

import io.github.deltamaint.FabricCapacity;
import io.github.deltamaint.Finding;
import io.github.deltamaint.Finding.Problem;
import io.github.deltamaint.Finding.Remedy;
import io.github.deltamaint.Finding.Severity;
import io.github.deltamaint.HealthOptions;
import io.github.deltamaint.HealthThresholds;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.common.DataSize;
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

    private final Snapshot snapshot;
    private final TableHealth health;
    private final Optional<OptimizeTasks> plan;
    private final Optional<ChecksumReport> checksum;
    private final SortedMap<String, String> malformed;
    private final HealthOptions options;
    private final HealthThresholds thresholds;
    private final Calls calls;
    private final List<Finding> findings = new ArrayList<>();

    FindingRules(
            Snapshot snapshot,
            TableHealth figures,
            Optional<OptimizeTasks> plan,
            Optional<ChecksumReport> checksum,
            SortedMap<String, String> malformed,
            HealthOptions options) {
        this.snapshot = snapshot;
        this.health = figures;
        this.plan = plan;
        this.checksum = checksum;
        this.malformed = malformed;
        this.options = options;
        this.thresholds = options.thresholds();
        this.calls = new Calls(figures.path());
    }

    /** The worst first. */
    List<Finding> findings() {
        plan.ifPresent(this::smallFiles);
        plan.ifPresent(this::deletedRows);
        tooManyPartitions();
        missingStatistics();
        longLog();
        checksum.filter(report -> !report.agrees()).ifPresent(this::wrongChecksum);
        if (malformed.isEmpty()) {
            properties(snapshot.properties());
        } else {
            malformedProperties();
        }
        options.directLake().ifPresent(this::directLake);
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
                Optional.empty());
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
                    Optional.empty());
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
