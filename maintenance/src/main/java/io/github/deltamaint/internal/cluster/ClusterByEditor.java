package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.ClusterBy;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.internal.cluster.ClusterOrder.Column;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.files.ClusteringColumns;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.schema.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Changes the clustering columns of a table, as ALTER TABLE … CLUSTER BY of Delta Spark does. */
public final class ClusterByEditor implements ClusterBy {
    /** More are refused by Delta Spark too. */
    private static final int MAX_COLUMNS = 4;

    private static final String CLUSTER_BY = "clusterBy";

    private final DeltaLog log;
    private final DefaultMaintenanceContext context;
    private @Nullable List<ColumnPath> wanted;

    /** For a table. */
    public ClusterByEditor(DeltaLog log, DefaultMaintenanceContext context) {
        this.log = log;
        this.context = context;
    }

    @Override
    public List<String> current() {
        return ClusteringColumns.names(log.snapshot());
    }

    @Override
    public ClusterBy columns(String... columns) {
        if (columns.length == 0) {
            throw new IllegalArgumentException("a table is clustered by at least 1 column; none() takes them away");
        }
        return want(Stream.of(columns).map(ColumnPath::parse).toList());
    }

    @Override
    public ClusterBy none() {
        return want(List.of());
    }

    private ClusterBy want(List<ColumnPath> columns) {
        if (wanted != null) {
            throw new IllegalStateException("it was said before by what the table shall be clustered");
        }
        wanted = columns;
        return this;
    }

    @Override
    public long commit() {
        List<ColumnPath> names = wanted;
        if (names == null) {
            throw new IllegalStateException("say by what the table shall be clustered: columns(…), or none()");
        }
        Snapshot snapshot = log.snapshot();
        DeltaLog.requireAllowed(snapshot, TableOperation.METADATA, Set.of());
        List<Column> columns = names.isEmpty() ? List.of() : resolve(snapshot, names);
        List<List<String>> physical = columns.stream().map(Column::physicalPath).toList();
        if (isSo(snapshot, physical)) {
            return snapshot.version();
        }
        CommitInfo info = CommitInfo.of("CLUSTER BY")
                .parameter("oldClusteringColumns", String.join(",", ClusteringColumns.names(snapshot)))
                .parameter(
                        "newClusteringColumns",
                        String.join(
                                ",",
                                columns.stream()
                                        .map(column -> column.path().toString())
                                        .toList()))
                .isolationLevel("Serializable")
                .blindAppend(false)
                .engineInfo(context.engineInfo())
                .build();
        List<Action> actions = new ArrayList<>();
        snapshot.features().withWriterFeatures(List.of("clustering")).ifPresent(actions::add);
        actions.add(ClusteringColumns.domain(physical));
        return context.listeners(log.tablePath().root())
                .commit(log.startTransaction(snapshot, TableOperation.METADATA), CommitRequest.of(info, actions));
    }

    private static boolean isSo(Snapshot snapshot, List<List<String>> physical) {
        boolean clustered = snapshot.features().supports("clustering") && ClusteringColumns.isClustered(snapshot);
        return clustered ? ClusteringColumns.physicalPaths(snapshot).equals(physical) : physical.isEmpty();
    }

    private static List<Column> resolve(Snapshot snapshot, List<ColumnPath> names) {
        List<String> partitionColumns = snapshot.metadata().partitionColumns();
        if (!partitionColumns.isEmpty()) {
            throw refused(
                    snapshot,
                    "the table is partitioned by " + partitionColumns
                            + ", and a table has either partitions or clustering columns. Write its rows into a new table, or"
                            + " use zOrderBy or clusterBy of OPTIMIZE");
        }
        if (names.size() > MAX_COLUMNS) {
            throw refused(
                    snapshot,
                    names.size() + " columns are more than the " + MAX_COLUMNS
                            + " that engines take. Name those that queries use most");
        }
        List<Column> columns = ClusterColumns.resolve(snapshot, names, CLUSTER_BY);
        for (Column column : columns) {
            if (!ClusterColumns.hasBounds(column)) {
                throw refused(
                        snapshot,
                        column.path() + " is of type " + column.type()
                                + ", for which the log has no bounds, so no file could be skipped by it. Leave it out");
            }
        }
        return columns;
    }

    private static InvalidOperationException refused(Snapshot snapshot, String problem) {
        return new InvalidOperationException(snapshot.tablePath().root(), CLUSTER_BY + ": " + problem);
    }
}
