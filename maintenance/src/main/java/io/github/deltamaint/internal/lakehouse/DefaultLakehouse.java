package io.github.deltamaint.internal.lakehouse;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.HealthOptions;
import io.github.deltamaint.LakehouseHealth;
import io.github.deltamaint.LakehouseListener;
import io.github.deltamaint.LakehouseMaintenance;
import io.github.deltamaint.LakehousePlan;
import io.github.deltamaint.LakehouseReport;
import io.github.deltamaint.MaintenancePolicy;
import io.github.deltamaint.TableFailure;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.lakehouse.DefaultLakehousePlan.ExclusiveWork;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.Function;

/** Finds the tables and hands them to workers. */
public final class DefaultLakehouse implements LakehouseMaintenance {
    private static final int DEFAULT_CONCURRENT_TABLES = 2;

    private final String root;
    private final DefaultMaintenanceContext context;
    private final List<Glob> includes = new ArrayList<>();
    private final List<Glob> excludes = new ArrayList<>();
    private final List<LakehouseListener> listeners = new ArrayList<>();
    private MaintenancePolicy policy = MaintenancePolicy.defaults();
    private HealthOptions options = HealthOptions.defaults();
    private Optional<Leases> leases = Optional.empty();
    private boolean dueOnly;
    private OptionalInt maxConcurrentTables = OptionalInt.empty();
    private CancellationToken cancellation = CancellationToken.none();

    /** A handle; reads nothing. */
    public DefaultLakehouse(String root, DefaultMaintenanceContext context) {
        this.root = TablePath.of(root).root();
        this.context = context;
    }

    @Override
    public String root() {
        return root;
    }

    @Override
    public LakehouseMaintenance include(String glob) {
        includes.add(new Glob(glob));
        return this;
    }

    @Override
    public LakehouseMaintenance exclude(String glob) {
        excludes.add(new Glob(glob));
        return this;
    }

    @Override
    public LakehouseMaintenance policy(MaintenancePolicy newPolicy) {
        policy = requireNonNull(newPolicy, "policy");
        return this;
    }

    @Override
    public LakehouseMaintenance options(HealthOptions newOptions) {
        options = requireNonNull(newOptions, "options");
        return this;
    }

    @Override
    public LakehouseMaintenance dueOnly() {
        dueOnly = true;
        return this;
    }

    @Override
    public LakehouseMaintenance maxConcurrentTables(int tables) {
        if (tables <= 0) {
            throw new IllegalArgumentException("maxConcurrentTables must be positive but was " + tables);
        }
        maxConcurrentTables = OptionalInt.of(tables);
        return this;
    }

    @Override
    public LakehouseMaintenance exclusive(String holder, Duration lease) {
        if (lease.toMillis() <= 0) {
            throw new IllegalArgumentException("the lease must last a millisecond at least but was " + lease);
        }
        leases = Optional.of(new Leases(context, requireNonNull(holder, "holder"), lease));
        return this;
    }

    @Override
    public LakehouseMaintenance listener(LakehouseListener listener) {
        listeners.add(requireNonNull(listener, "listener"));
        return this;
    }

    @Override
    public LakehouseMaintenance cancellation(CancellationToken token) {
        cancellation = requireNonNull(token, "token");
        return this;
    }

    @Override
    public List<String> tables() {
        return find().tables();
    }

    private TableFinder.Found find() {
        return TableFinder.below(root, context.storages(), this::isWanted);
    }

    private boolean isWanted(String table) {
        return (includes.isEmpty() || includes.stream().anyMatch(glob -> glob.matches(table)))
                && excludes.stream().noneMatch(glob -> glob.matches(table));
    }

    @Override
    public LakehouseHealth health() {
        TableFinder.Found found = find();
        List<LakehouseHealth.Entry> entries =
                new ArrayList<>(workers().forEach(found.tables(), this::healthOf, DefaultLakehouse::notLookedAt));
        entries.addAll(unreadable(
                found.unreadable(),
                folder -> new LakehouseHealth.Entry(
                        folder, Optional.empty(), Optional.of(failure(found.unreadable(), folder)))));
        entries.sort(Comparator.comparing(LakehouseHealth.Entry::table));
        List<TableHealth> known =
                entries.stream().flatMap(entry -> entry.health().stream()).toList();
        int healthy = (int) known.stream().filter(TableHealth::isHealthy).count();
        return new LakehouseHealth(
                root,
                entries,
                healthy,
                known.size() - healthy,
                entries.size() - known.size(),
                known.stream()
                        .mapToLong(health -> health.files().metrics().totalFiles())
                        .sum(),
                known.stream()
                        .map(health -> health.files().metrics().totalSize())
                        .reduce(DataSize.ZERO, DataSize::plus));
    }

    private LakehouseHealth.Entry healthOf(String table) {
        try {
            return new LakehouseHealth.Entry(
                    table, Optional.of(maintenance(table).health(options)), Optional.empty());
        } catch (RuntimeException e) {
            return new LakehouseHealth.Entry(table, Optional.empty(), Optional.of(Failures.of(e)));
        }
    }

    private static LakehouseHealth.Entry notLookedAt(String table) {
        return new LakehouseHealth.Entry(table, Optional.empty(), Optional.of(Failures.NOT_BEGUN));
    }

    @Override
    public LakehousePlan plan() {
        TableFinder.Found found = find();
        TablePlanner planner = new TablePlanner(policy, dueOnly, context.clock());
        List<PlannedTable> tables = new ArrayList<>(workers()
                .forEach(
                        found.tables(),
                        table -> planner.plan(table, maintenance(table), cancellation),
                        table -> PlannedTable.failed(table, Failures.NOT_BEGUN)));
        tables.addAll(unreadable(
                found.unreadable(), folder -> PlannedTable.failed(folder, failure(found.unreadable(), folder))));
        tables.sort(Comparator.comparing(PlannedTable::table));
        Optional<ExclusiveWork> exclusive = leases.map(taken -> new ExclusiveWork(
                taken,
                this::path,
                (table, lost) -> planner.plan(table, maintenance(table), CancellationToken.any(cancellation, lost))));
        return new DefaultLakehousePlan(
                root, tables, workers(), exclusive, new SafeLakehouseListener(listeners), context.clock());
    }

    @Override
    public LakehouseReport execute() {
        return plan().execute();
    }

    private TableWorkers workers() {
        return new TableWorkers(concurrentTables(), cancellation);
    }

    private TableMaintenance maintenance(String table) {
        return DeltaMaintenance.table(path(table), context.share(concurrentTables()));
    }

    private int concurrentTables() {
        return maxConcurrentTables.orElseGet(() -> policy.maxConcurrentTables().orElse(DEFAULT_CONCURRENT_TABLES));
    }

    private String path(String table) {
        return table.equals(".") ? root : StoragePaths.resolve(root, table);
    }

    /** A folder that cannot be listed may hide tables, so it is not passed over in silence. */
    private static <R> List<R> unreadable(SortedMap<String, IOException> folders, Function<String, R> entry) {
        return folders.keySet().stream().map(entry).toList();
    }

    private TableFailure failure(SortedMap<String, IOException> unreadable, String folder) {
        return new TableFailure(
                "StorageException",
                StoragePaths.resolve(root, folder) + ": cannot be listed: " + unreadable.get(folder),
                false,
                true);
    }
}
