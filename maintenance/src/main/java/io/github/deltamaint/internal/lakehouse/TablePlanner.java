package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.LakehousePlan;
import io.github.deltamaint.LakehousePlan.Kind;
import io.github.deltamaint.LakehousePlan.Step;
import io.github.deltamaint.MaintenancePolicy;
import io.github.deltamaint.MaintenancePolicy.Rule;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides what a table of a lakehouse needs, as its rule says. */
final class TablePlanner {
    private final MaintenancePolicy policy;

    TablePlanner(MaintenancePolicy policy) {
        this.policy = policy;
    }

    /** Never throws what concerns the table alone. */
    PlannedTable plan(String table, TableMaintenance maintenance, CancellationToken cancellation) {
        Rule rule = policy.ruleFor(table);
        if (!rule.optimize()) {
            return PlannedTable.nothingToDo(table);
        }
        try {
            return plan(
                    table,
                    rule,
                    optimize(rule, maintenance).cancellation(cancellation).plan());
        } catch (RuntimeException e) {
            return PlannedTable.failed(table, Failures.of(e));
        }
    }

    private static Optimize optimize(Rule rule, TableMaintenance maintenance) {
        Optimize optimize = maintenance
                .optimize()
                .maxDeletedRowsRatio(rule.maxDeletedRowsRatio())
                .userMetadata("lakehouse maintenance, rule " + rule.match());
        rule.targetFileSize().ifPresent(optimize::targetFileSize);
        rule.minFileSize().ifPresent(optimize::minFileSize);
        rule.commitEvery().ifPresent(optimize::commitEvery);
        return optimize;
    }

    private static PlannedTable plan(String table, Rule rule, OptimizePlan optimize) {
        long inputs = files(optimize.tasks());
        long saved = inputs - optimize.tasks().size();
        List<RewriteTask> purges = optimize.tasks().stream()
                .filter(task -> task.reasons().contains(RewriteTask.Reason.DELETION_VECTORS))
                .toList();
        List<String> reasons = new ArrayList<>();
        if (saved >= rule.minSavedFiles()) {
            reasons.add(inputs + " files can become " + optimize.tasks().size());
        }
        if (!purges.isEmpty()) {
            reasons.add("files have more deleted rows than " + rule.maxDeletedRowsRatio() + " of all");
        }
        if (reasons.isEmpty()) {
            return PlannedTable.nothingToDo(table);
        }
        Step step = new Step(Kind.OPTIMIZE, rule.match(), reasons, inputs, optimize.bytesToRewrite());
        return new PlannedTable(new LakehousePlan.Entry(table, List.of(step), Optional.empty()), Optional.of(optimize));
    }

    private static long files(List<RewriteTask> tasks) {
        return tasks.stream().mapToLong(task -> task.inputPaths().size()).sum();
    }
}
