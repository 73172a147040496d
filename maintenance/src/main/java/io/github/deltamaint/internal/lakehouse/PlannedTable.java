package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.LakehousePlan;
import io.github.deltamaint.LakehousePlan.Step;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableActivity;
import io.github.deltamaint.TableFailure;
import io.github.deltamaint.TimeWindow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A table with what is to be done to it.
 *
 * @param entry what the user sees
 * @param work the same steps, ready to run
 * @param window when steps may be begun; at any time if empty
 */
record PlannedTable(LakehousePlan.Entry entry, List<Work> work, Optional<TimeWindow> window) {

    /**
     * A step that is ready to run.
     *
     * @param step what the user sees
     * @param run does it; the result is that of OPTIMIZE, if it is one
     */
    record Work(Step step, Supplier<Optional<OptimizeResult>> run) {}

    PlannedTable {
        work = List.copyOf(work);
    }

    String table() {
        return entry.table();
    }

    static PlannedTable of(
            String table, List<Work> work, Optional<TableActivity> activity, Optional<TimeWindow> window) {
        return new PlannedTable(
                new LakehousePlan.Entry(
                        table, work.stream().map(Work::step).toList(), Optional.empty(), activity, Optional.empty()),
                work,
                window);
    }

    static PlannedTable waiting(String table, Instant until) {
        return new PlannedTable(
                new LakehousePlan.Entry(table, List.of(), Optional.empty(), Optional.empty(), Optional.of(until)),
                List.of(),
                Optional.empty());
    }

    static PlannedTable failed(String table, TableFailure failure) {
        return new PlannedTable(
                new LakehousePlan.Entry(table, List.of(), Optional.of(failure), Optional.empty(), Optional.empty()),
                List.of(),
                Optional.empty());
    }
}
