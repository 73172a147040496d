package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.LakehousePlan;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.TableFailure;
import java.util.List;
import java.util.Optional;

/**
 * A table with what is to be done to it.
 *
 * @param entry what the user sees
 * @param optimize the plan of OPTIMIZE, if that is a step
 */
record PlannedTable(LakehousePlan.Entry entry, Optional<OptimizePlan> optimize) {

    String table() {
        return entry.table();
    }

    static PlannedTable failed(String table, TableFailure failure) {
        return new PlannedTable(new LakehousePlan.Entry(table, List.of(), Optional.of(failure)), Optional.empty());
    }

    static PlannedTable nothingToDo(String table) {
        return new PlannedTable(new LakehousePlan.Entry(table, List.of(), Optional.empty()), Optional.empty());
    }
}
