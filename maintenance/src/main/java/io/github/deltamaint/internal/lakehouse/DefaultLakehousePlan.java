package io.github.deltamaint.internal.lakehouse;

import io.github.deltamaint.LakehouseListener;
import io.github.deltamaint.LakehousePlan;
import io.github.deltamaint.LakehouseReport;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableFailure;
import io.github.deltamaint.TableReport;
import io.github.deltamaint.TableReport.Outcome;
import io.github.deltamaint.common.CancellationToken;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** A plan that knows how to carry itself out. */
final class DefaultLakehousePlan implements LakehousePlan {
    private final String root;
    private final List<PlannedTable> tables;
    private final TableWorkers workers;
    private final Optional<ExclusiveWork> exclusive;
    private final LakehouseListener listener;
    private final Clock clock;
    private final AtomicBoolean executed = new AtomicBoolean();

    DefaultLakehousePlan(
            String root,
            List<PlannedTable> tables,
            TableWorkers workers,
            Optional<ExclusiveWork> exclusive,
            LakehouseListener listener,
            Clock clock) {
        this.root = root;
        this.tables = List.copyOf(tables);
        this.workers = workers;
        this.exclusive = exclusive;
        this.listener = listener;
        this.clock = clock;
    }

    @Override
    public String root() {
        return root;
    }

    @Override
    public List<Entry> tables() {
        return tables.stream().map(PlannedTable::entry).toList();
    }

    @Override
    public LakehouseReport execute() {
        if (!executed.compareAndSet(false, true)) {
            throw new IllegalStateException("this plan was executed before; make a new one");
        }
        Instant started = clock.instant();
        List<TableReport> reports = workers.forEach(tables, this::maintain, table -> report(table, Outcome.NOT_BEGUN));
        return new LakehouseReport(
                root,
                reports,
                count(reports, Outcome.MAINTAINED),
                count(reports, Outcome.REFUSED),
                count(reports, Outcome.FAILED),
                sum(reports, result -> result.filesRemoved().totalFiles()),
                sum(reports, result -> result.filesAdded().totalFiles()),
                Duration.between(started, clock.instant()));
    }

    private TableReport maintain(PlannedTable table) {
        if (table.work().isEmpty()) {
            return withoutWork(table);
        }
        listener.tableStarted(table.table());
        Instant started = clock.instant();
        TableReport report;
        try {
            report = exclusive.isPresent() ? exclusively(table, exclusive.get(), started) : execute(table, started);
        } catch (RuntimeException e) {
            report = failed(table, List.of(), Optional.empty(), e, started);
        }
        listener.tableFinished(report);
        return report;
    }

    /** One step after the other; one that fails ends the work on this table, and what was done before is reported. */
    private TableReport execute(PlannedTable table, Instant started) {
        if (table.work().isEmpty()) {
            return withoutWork(table);
        }
        List<Kind> done = new ArrayList<>();
        Optional<OptimizeResult> optimized = Optional.empty();
        for (PlannedTable.Work work : table.work()) {
            if (table.window().filter(times -> !times.contains(clock.instant())).isPresent()) {
                break;
            }
            try {
                Optional<OptimizeResult> result = work.run().get();
                optimized = result.isPresent() ? result : optimized;
            } catch (RuntimeException e) {
                return failed(table, done, optimized, e, started);
            }
            done.add(work.step().kind());
        }
        return new TableReport(
                table.table(),
                done.isEmpty() ? Outcome.NOT_BEGUN : Outcome.MAINTAINED,
                done,
                optimized,
                Optional.empty(),
                Duration.between(started, clock.instant()));
    }

    private TableReport failed(
            PlannedTable table,
            List<Kind> done,
            Optional<OptimizeResult> optimized,
            RuntimeException failure,
            Instant started) {
        return new TableReport(
                table.table(),
                Outcome.FAILED,
                done,
                optimized,
                Optional.of(Failures.of(failure)),
                Duration.between(started, clock.instant()));
    }

    private TableReport exclusively(PlannedTable table, ExclusiveWork work, Instant started) {
        return work.leases()
                .whileHeld(
                        work.pathOf().apply(table.table()),
                        lost -> execute(work.planner().plan(table.table(), lost), started))
                .orElseGet(() -> report(table, Outcome.BUSY));
    }

    /**
     * How to work on tables while nobody else does.
     *
     * @param leases the leases
     * @param pathOf the path of a table
     * @param planner plans again what to do to a table once its lease is held, because somebody else may have done it before
     */
    record ExclusiveWork(Leases leases, UnaryOperator<String> pathOf, Replanner planner) {}

    /** Plans for one table. */
    interface Replanner {
        PlannedTable plan(String table, CancellationToken lost);
    }

    private static TableReport withoutWork(PlannedTable table) {
        Optional<TableFailure> failure = table.entry().failure();
        Outcome outcome = failure.isEmpty()
                ? table.entry().waitsUntil().isPresent() ? Outcome.NOT_BEGUN : Outcome.NOTHING_TO_DO
                : failure.get().refused()
                        ? Outcome.REFUSED
                        : failure.get().equals(Failures.NOT_BEGUN) ? Outcome.NOT_BEGUN : Outcome.FAILED;
        return report(table, outcome);
    }

    private static TableReport report(PlannedTable table, Outcome outcome) {
        return new TableReport(
                table.table(),
                outcome,
                List.of(),
                Optional.empty(),
                table.entry().failure(),
                Duration.ZERO);
    }

    private static int count(List<TableReport> reports, Outcome outcome) {
        return (int)
                reports.stream().filter(report -> report.outcome() == outcome).count();
    }

    private static long sum(List<TableReport> reports, ToLongFunction<OptimizeResult> figure) {
        return reports.stream()
                .flatMap(report -> report.optimized().stream())
                .mapToLong(figure)
                .sum();
    }
}
