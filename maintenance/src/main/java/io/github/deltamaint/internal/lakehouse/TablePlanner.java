package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.Finding;
import io.github.deltamaint.Finding.Problem;
import io.github.deltamaint.HealthOptions;
import io.github.deltamaint.LakehousePlan;
import io.github.deltamaint.LakehousePlan.Kind;
import io.github.deltamaint.LakehousePlan.Step;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.TableMaintenance;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides what a table of a lakehouse needs: what mends its findings, as far as no decision of its owner is touched. */
final class TablePlanner {
    private static final Set<Problem> MENDED_BY_OPTIMIZE =
            EnumSet.of(Problem.SMALL_FILES, Problem.DELETED_ROWS, Problem.DIRECT_LAKE_LIMIT);

    private final HealthOptions options;

    TablePlanner(HealthOptions options) {
        this.options = options;
    }

    /** Never throws what concerns the table alone. */
    PlannedTable plan(String table, TableMaintenance maintenance) {
        try {
            return plan(table, maintenance, maintenance.health(options));
        } catch (RuntimeException e) {
            return PlannedTable.failed(table, Failures.of(e));
        }
    }

    private static PlannedTable plan(String table, TableMaintenance maintenance, TableHealth health) {
        List<Finding> mended = health.findings().stream()
                .filter(finding -> MENDED_BY_OPTIMIZE.contains(finding.problem()))
                .filter(finding -> finding.remedy().isPresent())
                .toList();
        if (!mended.isEmpty()) {
            OptimizePlan optimize = maintenance.optimize().plan();
            Step step = new Step(
                    Kind.OPTIMIZE,
                    mended.stream().map(Finding::evidence).toList(),
                    optimize.tasks().stream()
                            .mapToLong(task -> task.inputPaths().size())
                            .sum(),
                    optimize.bytesToRewrite());
            return optimize.isEmpty()
                    ? PlannedTable.nothingToDo(table)
                    : new PlannedTable(
                            new LakehousePlan.Entry(table, List.of(step), Optional.empty()), Optional.of(optimize));
        }
        return health.findings().stream()
                .filter(finding -> finding.problem() == Problem.REFUSED)
                .findFirst()
                .map(finding -> PlannedTable.failed(table, Failures.refused(finding)))
                .orElseGet(() -> PlannedTable.nothingToDo(table));
    }
}
