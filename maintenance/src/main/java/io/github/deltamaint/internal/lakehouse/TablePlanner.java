package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.LakehousePlan.Kind;
import io.github.deltamaint.LakehousePlan.Step;
import io.github.deltamaint.MaintenancePolicy;
import io.github.deltamaint.MaintenancePolicy.Rule;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.TableActivity;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.Vacuum;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.lakehouse.PlannedTable.Work;
import io.github.deltamaint.log.LogCleanupPlan;
import io.github.deltamaint.vacuum.VacuumPlan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Decides what a table of a lakehouse needs, as its rule says: compaction, then a checkpoint, VACUUM and the clean-up of the log. */
final class TablePlanner {
    private final MaintenancePolicy policy;
    private final boolean dueOnly;
    private final Clock clock;

    TablePlanner(MaintenancePolicy policy, boolean dueOnly, Clock clock) {
        this.policy = policy;
        this.dueOnly = dueOnly;
        this.clock = clock;
    }

    /** Never throws what concerns the table alone. */
    PlannedTable plan(String table, TableMaintenance maintenance, CancellationToken cancellation) {
        try {
            Rule rule = policy.ruleFor(table);
            Instant now = clock.instant();
            return rule.window().isPresent() && !rule.window().get().contains(now)
                    ? PlannedTable.waiting(table, rule.window().get().nextAfter(now))
                    : new ForTable(rule, maintenance, cancellation).plan(table);
        } catch (RuntimeException e) {
            return PlannedTable.failed(table, Failures.of(e));
        }
    }

    /** The steps of one table. */
    private final class ForTable {
        private final Rule rule;
        private final TableMaintenance maintenance;
        private final CancellationToken cancellation;
        private final List<Work> work = new ArrayList<>();

        ForTable(Rule rule, TableMaintenance maintenance, CancellationToken cancellation) {
            this.rule = rule;
            this.maintenance = maintenance;
            this.cancellation = cancellation;
        }

        PlannedTable plan(String table) {
            Optional<TableActivity> activity =
                    dueOnly || rule.vacuumEvery().isPresent() ? Optional.of(maintenance.activity()) : Optional.empty();
            if (rule.optimize() && (!dueOnly || isOptimizeDue(activity.orElseThrow()))) {
                planOptimize(activity);
            }
            if (dueOnly && activity.orElseThrow().commitsSinceCheckpoint() >= rule.checkpointAfter()) {
                planCheckpoint(activity.get());
            }
            if (rule.vacuumEvery().isPresent()
                    && isDue(
                            activity.orElseThrow().lastVacuum(),
                            rule.vacuumEvery().get())) {
                planVacuum(activity.get());
            }
            if (rule.cleanLog()) {
                planCleanup();
            }
            return PlannedTable.of(table, work, activity, rule.window());
        }

        private boolean isOptimizeDue(TableActivity activity) {
            return isDue(
                    activity.lastOptimize(),
                    rule.optimizeEvery().orElse(activity.temperature().optimizeEvery()));
        }

        private boolean isDue(Optional<Instant> last, Duration pause) {
            return last.isEmpty() || !clock.instant().isBefore(last.get().plus(pause));
        }

        private void planOptimize(Optional<TableActivity> activity) {
            OptimizePlan plan = optimize().plan();
            List<String> reasons = reasons(plan);
            if (!reasons.isEmpty()) {
                if (dueOnly) {
                    activity.ifPresent(known -> reasons.add(rhythm(known)));
                }
                Step step =
                        new Step(Kind.OPTIMIZE, rule.match(), reasons, files(plan.tasks()), plan.bytesToRewrite(), 0);
                work.add(new Work(step, () -> Optional.of(plan.execute())));
            }
        }

        private Optimize optimize() {
            Optimize optimize = maintenance
                    .optimize()
                    .maxDeletedRowsRatio(rule.maxDeletedRowsRatio())
                    .userMetadata(note())
                    .cancellation(cancellation);
            rule.targetFileSize().ifPresent(optimize::targetFileSize);
            rule.minFileSize().ifPresent(optimize::minFileSize);
            rule.commitEvery().ifPresent(optimize::commitEvery);
            rule.vOrder().ifPresent(optimize::vOrder);
            rule.profile().ifPresent(optimize::profile);
            rule.maxBytesPerRun().ifPresent(optimize::maxBytes);
            if (!rule.zOrderBy().isEmpty()) {
                optimize.zOrderBy(rule.zOrderBy().toArray(String[]::new));
            }
            if (!rule.clusterBy().isEmpty()) {
                optimize.clusterBy(rule.clusterBy().toArray(String[]::new));
            }
            return optimize;
        }

        private String note() {
            return "lakehouse maintenance, rule " + rule.match();
        }

        private List<String> reasons(OptimizePlan plan) {
            long inputs = files(plan.tasks());
            long saved = inputs - plan.tasks().size();
            List<String> reasons = new ArrayList<>();
            List<String> order = rule.zOrderBy().isEmpty() ? rule.clusterBy() : rule.zOrderBy();
            if (!order.isEmpty() && !plan.isEmpty()) {
                reasons.add(inputs + " files are to be ordered by " + String.join(", ", order));
            } else if (saved >= rule.minSavedFiles()) {
                reasons.add(inputs + " files can become " + plan.tasks().size());
            }
            if (plan.tasks().stream().anyMatch(task -> task.reasons().contains(Reason.DELETION_VECTORS))) {
                reasons.add("files have more deleted rows than " + rule.maxDeletedRowsRatio() + " of all");
            }
            return reasons;
        }

        private void planCheckpoint(TableActivity activity) {
            add(
                    Kind.CHECKPOINT,
                    activity.commitsSinceCheckpoint() + " commits since the newest checkpoint",
                    0,
                    maintenance::checkpoint);
        }

        private void planVacuum(TableActivity activity) {
            Vacuum vacuum = maintenance.vacuum().userMetadata(note()).cancellation(cancellation);
            rule.retention().ifPresent(vacuum::retain);
            VacuumPlan plan = vacuum.plan();
            if (plan.filesToDelete() > 0) {
                add(
                        Kind.VACUUM,
                        plan.filesToDelete() + " files (" + plan.bytesToDelete()
                                + ") are not needed any more; last vacuum: "
                                + activity.lastVacuum().map(Instant::toString).orElse("not in the newest commits"),
                        plan.filesToDelete(),
                        plan::execute);
            }
        }

        private void planCleanup() {
            LogCleanupPlan plan = maintenance.cleanUpLog().plan();
            if (!plan.isEmpty()) {
                add(
                        Kind.CLEAN_LOG,
                        plan.files().size() + " files of the log are older than its retention",
                        plan.files().size(),
                        () -> maintenance.cleanUpLog().execute());
            }
        }

        private void add(Kind kind, String reason, long filesToDelete, Runnable run) {
            work.add(new Work(new Step(kind, rule.match(), List.of(reason), 0, DataSize.ZERO, filesToDelete), () -> {
                run.run();
                return Optional.empty();
            }));
        }
    }

    private static String rhythm(TableActivity activity) {
        return String.format(
                Locale.ROOT,
                "%s table (%s, %.1f writes a day), last OPTIMIZE: %s",
                activity.temperature().name().toLowerCase(Locale.ROOT),
                activity.pattern().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                activity.writesPerDay(),
                activity.lastOptimize().map(Instant::toString).orElse("not in the newest commits"));
    }

    private static long files(List<RewriteTask> tasks) {
        return tasks.stream().mapToLong(task -> task.inputPaths().size()).sum();
    }
}
