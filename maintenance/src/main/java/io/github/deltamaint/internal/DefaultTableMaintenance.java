package io.github.deltamaint.internal;

import io.github.deltamaint.Append;
import io.github.deltamaint.AutoCompact;
import io.github.deltamaint.ClusterBy;
import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.Create;
import io.github.deltamaint.FileProblem;
import io.github.deltamaint.Fsck;
import io.github.deltamaint.HealthOptions;
import io.github.deltamaint.HistoryEntry;
import io.github.deltamaint.LayoutAdvice;
import io.github.deltamaint.LogCleanup;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.Properties;
import io.github.deltamaint.Purge;
import io.github.deltamaint.Restore;
import io.github.deltamaint.Scan;
import io.github.deltamaint.SkippingReport;
import io.github.deltamaint.TableActivity;
import io.github.deltamaint.TableDetail;
import io.github.deltamaint.TableDigest;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.TableLayout;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.Vacuum;
import io.github.deltamaint.VersionComparison;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.internal.advise.LayoutAdvisor;
import io.github.deltamaint.internal.append.DefaultAppend;
import io.github.deltamaint.internal.care.FsckBuilder;
import io.github.deltamaint.internal.care.RestoreBuilder;
import io.github.deltamaint.internal.cluster.ClusterByEditor;
import io.github.deltamaint.internal.cluster.ClusterOrders;
import io.github.deltamaint.internal.cluster.ClusteringReports;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.events.OperationListeners;
import io.github.deltamaint.internal.files.ClusteringColumns;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.health.HealthInspector;
import io.github.deltamaint.internal.health.Looks;
import io.github.deltamaint.internal.lakehouse.ActivityReader;
import io.github.deltamaint.internal.layout.LayoutReader;
import io.github.deltamaint.internal.plan.AutoCompaction;
import io.github.deltamaint.internal.plan.OptimizePlanner;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import io.github.deltamaint.internal.plan.TouchedPartitions;
import io.github.deltamaint.internal.plan.WantedLayout;
import io.github.deltamaint.internal.read.Skipping;
import io.github.deltamaint.internal.read.TableScan;
import io.github.deltamaint.internal.read.VersionVerifier;
import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileCounts;
import io.github.deltamaint.log.LogCleanupPlan;
import io.github.deltamaint.log.LogCleanupResult;
import io.github.deltamaint.log.Pin;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.TablePins;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.log.partition.PartitionKey;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.vacuum.Quarantine;
import io.github.deltamaint.vacuum.RetainedHistory;
import io.github.deltamaint.vacuum.VacuumPlan;
import io.github.deltamaint.vacuum.VacuumPlanner;
import io.github.deltamaint.vacuum.VacuumSettings;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** The operations of one table. */
public final class DefaultTableMaintenance implements TableMaintenance {
    /** Problems that leave all data files readable. */
    private static final Set<FileProblem.Kind> OF_THE_LOG = EnumSet.of(
            FileProblem.Kind.GAP_IN_LOG,
            FileProblem.Kind.UNREADABLE_COMMIT,
            FileProblem.Kind.DAMAGED_CHECKPOINT,
            FileProblem.Kind.MISSING_SIDECAR,
            FileProblem.Kind.WRONG_LAST_CHECKPOINT,
            FileProblem.Kind.WRONG_CHECKSUM,
            FileProblem.Kind.ORPHANED_LOG_FILE);

    private final TablePath path;
    private final DefaultMaintenanceContext context;

    /** A handle; reads nothing. */
    public DefaultTableMaintenance(String path, DefaultMaintenanceContext context) {
        this.path = TablePath.of(path);
        this.context = context;
    }

    @Override
    public String path() {
        return path.root();
    }

    private DeltaLog log() {
        return DeltaLog.forTable(context.storages(), path.root(), context.clock(), context.uuids());
    }

    private OperationListeners listeners() {
        return context.listeners(path.root());
    }

    private DataFiles files() {
        return new DataFiles(path, context.storages());
    }

    @Override
    public Optimize optimize() {
        return new OptimizeBuilder(this::plan, listeners());
    }

    @Override
    public Purge purge() {
        return new PurgeBuilder(this::plan, listeners());
    }

    @Override
    public Create create() {
        return new TableBuilder(log(), context);
    }

    @Override
    public Append append() {
        return new DefaultAppend(log(), files(), context);
    }

    @Override
    public AutoCompact autoCompact() {
        return new AutoCompactBuilder(this::planAutoCompaction, listeners());
    }

    private OptimizePlan planAutoCompaction(AutoCompactBuilder wanted) {
        OptimizeSettings settings = wanted.settings();
        requireNotCancelled(settings);
        DeltaLog log = log();
        Snapshot snapshot = log.snapshot();
        Optional<Set<PartitionKey>> touched;
        if (wanted.isAlways() || snapshot.properties().autoCompact().orElse(false)) {
            touched = wanted.since().isPresent()
                    ? Optional.of(TouchedPartitions.since(wanted.since().getAsLong(), log, snapshot, files()))
                    : Optional.empty();
        } else {
            touched = Optional.of(Set.of());
        }
        if (touched.isPresent() && touched.get().isEmpty()) {
            OptimizeTasks nothing = new OptimizeTasks(
                    List.of(), List.of(), DataSize.ZERO, WantedLayout.NONE, 0, Optional.empty(), List.of());
            return new DefaultOptimizePlan(log, snapshot, nothing, settings, context);
        }
        return plan(log, snapshot, settings.asAutoCompaction(new AutoCompaction(wanted.minNumFiles(), touched)));
    }

    private OptimizePlan plan(OptimizeSettings settings) {
        requireNotCancelled(settings);
        DeltaLog log = log();
        return plan(log, log.snapshot(), settings);
    }

    private void requireNotCancelled(OptimizeSettings settings) {
        if (settings.cancellation().isCancelled()) {
            throw new OperationCancelledException(
                    path.root(), List.of(), 0, settings.operation() + " was cancelled; nothing was changed");
        }
    }

    private OptimizePlan plan(DeltaLog log, Snapshot snapshot, OptimizeSettings settings) {
        DeltaLog.requireAllowed(snapshot, TableOperation.REWRITE, Set.of());
        OptimizeTasks tasks = settings.purge()
                ? OptimizePlanner.planPurge(snapshot, files(), settings, context.clock())
                : OptimizePlanner.plan(
                        snapshot,
                        files(),
                        settings,
                        ClusterOrders.of(
                                snapshot, settings.cluster(), !settings.where().isEmpty()),
                        context.clock());
        return new DefaultOptimizePlan(log, snapshot, tasks, settings, context);
    }

    @Override
    public CheckpointResult checkpoint() {
        DeltaLog log = log();
        return log.checkpoint(log.snapshot());
    }

    @Override
    public LogCleanup cleanUpLog() {
        DeltaLog log = log();
        return new LogCleanup() {
            @Override
            public LogCleanupPlan plan() {
                return log.planLogCleanup();
            }

            @Override
            public LogCleanupResult execute() {
                return log.cleanUpLog();
            }
        };
    }

    @Override
    public Vacuum vacuum() {
        return new VacuumBuilder(log(), context);
    }

    @Override
    public Restore restore() {
        return new RestoreBuilder(log(), files(), context.engineInfo(), listeners());
    }

    @Override
    public Fsck fsck() {
        return new FsckBuilder(log(), files(), context.engineInfo(), listeners());
    }

    @Override
    public Quarantine quarantine() {
        return Quarantine.of(log());
    }

    @Override
    public Pin pin(long version, String owner, Optional<Instant> until) {
        Instant now = context.clock().instant();
        Pin pin = new Pin(version, owner, now, until);
        if (!pin.isInForce(now)) {
            throw new IllegalArgumentException("a pin must expire in the future, not at " + until.orElseThrow());
        }
        DeltaLog log = log();
        Snapshot snapshot = log.snapshot();
        if (version > snapshot.version() || !log.coverage(snapshot).canRebuild(version)) {
            throw new InvalidOperationException(
                    path.root(),
                    "version " + version
                            + " cannot be pinned: the log has no such version, or cannot rebuild it any more");
        }
        pinsOf(log).put(pin);
        return pin;
    }

    @Override
    public boolean unpin(long version, String owner) {
        return pinsOf(log()).remove(version, owner);
    }

    @Override
    public List<Pin> pins() {
        return pinsOf(log()).all();
    }

    /** The pins of what is a table; a directory without a log has none, which would be no help to whoever mistyped the path. */
    private TablePins pinsOf(DeltaLog log) {
        log.snapshot();
        return new TablePins(log.storage(), path);
    }

    @Override
    public TableDetail detail() {
        Snapshot snapshot = log().snapshot();
        Metadata metadata = snapshot.metadata();
        Protocol protocol = snapshot.protocol();
        FileCounts counts = snapshot.counts();
        return new TableDetail(
                "delta",
                metadata.id(),
                metadata.name(),
                metadata.description(),
                path.root(),
                instant(metadata.createdTime()),
                snapshot.lastModified(),
                snapshot.version(),
                metadata.partitionColumns(),
                ClusteringColumns.names(snapshot),
                counts.numFiles(),
                new DataSize(counts.sizeInBytes()),
                snapshot.configuration(),
                protocol.minReaderVersion(),
                protocol.minWriterVersion(),
                List.copyOf(snapshot.features().names()));
    }

    @Override
    public RetainedHistory retainedHistory() {
        return RetainedHistory.of(log(), context.clock());
    }

    @Override
    public TableHealth health() {
        return health(HealthOptions.defaults());
    }

    @Override
    public TableHealth health(HealthOptions options) {
        DeltaLog log = log();
        Snapshot snapshot = log.snapshot();
        Looks looks = new Looks(
                log.compareChecksum(snapshot),
                options.deep() ? Optional.of(deepLook(log, snapshot)) : Optional.empty(),
                options.storage() ? storedLook(log, snapshot) : Optional.empty());
        Optional<OptimizeSettings> ordered =
                options.columns().isEmpty() ? Optional.empty() : Optional.of(zOrder(options.columns()));
        return new HealthInspector(snapshot, looks, files(), options, context.clock())
                .inspect(OptimizeBuilder.ofSettings(OperationListeners.none()).settings(), ordered);
    }

    private static OptimizeSettings zOrder(List<String> columns) {
        OptimizeBuilder optimize = OptimizeBuilder.ofSettings(OperationListeners.none());
        optimize.zOrderBy(columns.toArray(String[]::new));
        return optimize.settings();
    }

    private Looks.Deep deepLook(DeltaLog log, Snapshot snapshot) {
        List<FileProblem> problems = new FsckBuilder(log, files(), context.engineInfo(), OperationListeners.none())
                .deep()
                .plan()
                .problems();
        return new Looks.Deep(
                problems,
                problems.stream().allMatch(problem -> OF_THE_LOG.contains(problem.kind()))
                        ? Optional.of(LayoutReader.read(snapshot, files()))
                        : Optional.empty());
    }

    /** Empty where VACUUM is refused or a property is malformed, which other findings tell. */
    private Optional<TableHealth.Stored> storedLook(DeltaLog log, Snapshot snapshot) {
        if (!snapshot.features().refusals(TableOperation.VACUUM).isEmpty()
                || !snapshot.properties().malformed().isEmpty()) {
            return Optional.empty();
        }
        Optional<LogCleanupPlan> cleanup =
                snapshot.features().refusals(TableOperation.LOG_CLEANUP).isEmpty()
                        ? Optional.of(log.planLogCleanup())
                        : Optional.empty();
        VacuumPlan vacuum = VacuumPlanner.plan(
                log,
                context.storages(),
                VacuumSettings.builder().memoryLimit(context.memoryLimit()).build(),
                context.clock(),
                context.uuids());
        return Optional.of(Looks.sum(vacuum, cleanup, RetainedHistory.of(log, context.clock())));
    }

    private static Optional<Instant> instant(OptionalLong millis) {
        return millis.isPresent() ? Optional.of(Instant.ofEpochMilli(millis.getAsLong())) : Optional.empty();
    }

    @Override
    public List<HistoryEntry> history(int limit) {
        if (limit <= 0) {
            throw new IllegalArgumentException("limit must be positive but was " + limit);
        }
        return log().history(limit).stream().map(DefaultTableMaintenance::entry).toList();
    }

    private static HistoryEntry entry(io.github.deltamaint.log.HistoryEntry commit) {
        CommitInfo info = commit.commitInfo().orElseGet(() -> CommitInfo.of("").build());
        return new HistoryEntry(
                commit.version(),
                commit.timestamp(),
                info.operation().filter(operation -> !operation.isEmpty()),
                JsonTexts.unquoted(info.operationParameters()),
                info.operationMetrics(),
                info.readVersion(),
                info.isolationLevel(),
                info.isBlindAppend(),
                info.userMetadata(),
                info.engineInfo(),
                Optional.ofNullable(info.others().get("userName")).map(JsonTexts::unquoted),
                info.txnId());
    }

    @Override
    public TableActivity activity() {
        return ActivityReader.read(log(), context.clock().instant());
    }

    @Override
    public Scan scan() {
        return new TableScan(log(), files(), context.clock());
    }

    @Override
    public TableDigest digest() {
        return scan().digest();
    }

    @Override
    public ClusteringReport clustering(String... columns) {
        if (columns.length == 0) {
            throw new IllegalArgumentException("clustering is judged by at least 1 column");
        }
        return ClusteringReports.of(
                log().snapshot(), Stream.of(columns).map(ColumnPath::parse).toList());
    }

    @Override
    public SkippingReport skipping(String predicate) {
        return Skipping.count(log().snapshot(), files(), Predicate.parse(predicate), context.clock());
    }

    @Override
    public LayoutAdvice advise(List<String> predicates) {
        return LayoutAdvisor.advise(
                log().snapshot(),
                files(),
                predicates.stream().map(Predicate::parse).toList(),
                context.clock());
    }

    @Override
    public VersionComparison verify(long fromVersion, long toVersion) {
        DeltaLog log = log();
        return VersionVerifier.compare(
                log.snapshotAt(fromVersion), log.snapshotAt(toVersion), files(), context.clock());
    }

    @Override
    public TableLayout layout() {
        return LayoutReader.read(log().snapshot(), files());
    }

    @Override
    public Properties properties() {
        return new TablePropertiesEditor(log(), context);
    }

    @Override
    public ClusterBy clusterBy() {
        return new ClusterByEditor(log(), context);
    }
}
