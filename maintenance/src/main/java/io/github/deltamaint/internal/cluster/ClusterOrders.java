package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.internal.cluster.ClusterOrder.Kind;
import io.github.deltamaint.internal.files.ClusteringColumns;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.schema.ColumnPath;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Decides by which order OPTIMIZE puts rows: that of the call, or that of a table with clustering columns. */
public final class ClusterOrders {
    private ClusterOrders() {}

    /**
     * What a call asks for.
     *
     * @param columns the columns
     * @param kind {@link Kind#Z_ORDER} or {@link Kind#CLUSTER}
     */
    public record Wanted(List<ColumnPath> columns, Kind kind) {
        /** Copies the list. */
        public Wanted {
            columns = List.copyOf(columns);
        }

        String method() {
            return kind == Kind.Z_ORDER ? "zOrderBy" : "clusterBy";
        }
    }

    /**
     * The order.
     *
     * @param wanted what the call asks for
     * @param restricted whether the call asks for some partitions only
     * @return empty if rows stay in the order in which they are
     * @throws InvalidOperationException if the table does not allow what is asked for
     */
    public static Optional<ClusterOrder> of(Snapshot snapshot, Optional<Wanted> wanted, boolean restricted) {
        if (snapshot.features().supports("clustering") && ClusteringColumns.isClustered(snapshot)) {
            return ofClusteredTable(snapshot, wanted, restricted);
        }
        return wanted.map(asked ->
                new ClusterOrder(ClusterColumns.resolve(snapshot, asked.columns(), asked.method()), asked.kind()));
    }

    private static Optional<ClusterOrder> ofClusteredTable(
            Snapshot snapshot, Optional<Wanted> wanted, boolean restricted) {
        String table = snapshot.tablePath().root();
        List<String> names = ClusteringColumns.names(snapshot);
        if (wanted.isPresent()) {
            throw new InvalidOperationException(
                    table,
                    wanted.get().method()
                            + " is not for a table with clustering columns: this one is always clustered by its own, "
                            + names + ". Change those columns, or leave "
                            + wanted.get().method() + " out");
        }
        if (restricted) {
            throw new InvalidOperationException(
                    table,
                    "where is not for a table with clustering columns: it has no partitions, and what is clustered anew is chosen by what"
                            + " is new. Leave it out");
        }
        List<ColumnPath> paths = ClusteringColumns.paths(snapshot);
        if (paths.size() != names.size()) {
            throw new CorruptTableException(
                    table,
                    "_delta_log",
                    OptionalLong.of(snapshot.version()),
                    "the table is clustered by " + names + ", but its schema does not have all of these columns",
                    null);
        }
        return paths.isEmpty()
                ? Optional.empty()
                : Optional.of(new ClusterOrder(ClusterColumns.ofTable(snapshot, paths), Kind.LIQUID));
    }
}
