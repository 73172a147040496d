package io.github.deltamaint.internal;

import io.github.deltamaint.HistoryEntry;
import io.github.deltamaint.LogCleanup;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.Properties;
import io.github.deltamaint.Scan;
import io.github.deltamaint.TableDetail;
import io.github.deltamaint.TableDigest;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.plan.OptimizePlanner;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import io.github.deltamaint.internal.read.TableScan;
import io.github.deltamaint.log.CheckpointResult;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileCounts;
import io.github.deltamaint.log.LogCleanupPlan;
import io.github.deltamaint.log.LogCleanupResult;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The operations of one table. */
public final class DefaultTableMaintenance implements TableMaintenance {
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

    private DataFiles files() {
        return new DataFiles(path, context.storages());
    }

    @Override
    public Optimize optimize() {
        return new OptimizeBuilder(this::plan);
    }

    private OptimizePlan plan(OptimizeSettings settings) {
        if (settings.cancellation().isCancelled()) {
            throw new OperationCancelledException(
                    path.root(), List.of(), 0, "OPTIMIZE was cancelled; nothing was changed");
        }
        DeltaLog log = log();
        Snapshot snapshot = log.snapshot();
        DeltaLog.requireAllowed(snapshot, TableOperation.REWRITE, Set.of());
        OptimizeTasks tasks = OptimizePlanner.plan(snapshot, files(), settings, context.clock());
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
                ClusteringColumns.of(snapshot),
                counts.numFiles(),
                new DataSize(counts.sizeInBytes()),
                snapshot.configuration(),
                protocol.minReaderVersion(),
                protocol.minWriterVersion(),
                List.copyOf(snapshot.features().names()));
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
    public Scan scan() {
        return new TableScan(log(), files(), context.clock());
    }

    @Override
    public TableDigest digest() {
        return scan().digest();
    }

    @Override
    public Properties properties() {
        return new TablePropertiesEditor(log(), context.engineInfo());
    }
}
