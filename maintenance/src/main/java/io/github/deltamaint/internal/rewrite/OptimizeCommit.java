package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.internal.cluster.ClusterOrder;
import io.github.deltamaint.internal.cluster.ClusterOrder.Kind;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.parquet.RowDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Words a commit of rewritten tasks as Delta Spark words that of its OPTIMIZE, so that every tool that reads the history understands it. */
final class OptimizeCommit {
    /** The metric with the digest of the rows that were rewritten. */
    private static final String CONTENT_DIGEST = "deltamaint.contentDigest";

    private OptimizeCommit() {}

    /**
     * The request.
     *
     * @param order the order in which rows were put, if in any
     * @param keepsRowIds whether rows have stable ids and the new files hold them
     */
    static CommitRequest request(
            List<RewrittenTask> tasks,
            OptimizeSettings settings,
            DefaultMaintenanceContext context,
            Optional<ClusterOrder> order,
            boolean keepsRowIds) {
        List<Action> actions = new ArrayList<>();
        for (RewrittenTask task : tasks) {
            task.planned().inputs().forEach(input -> actions.add(input.remove(false)));
        }
        for (RewrittenTask task : tasks) {
            actions.addAll(task.added());
        }
        return CommitRequest.of(info(tasks, settings, context, order, keepsRowIds), actions);
    }

    private static CommitInfo info(
            List<RewrittenTask> tasks,
            OptimizeSettings settings,
            DefaultMaintenanceContext context,
            Optional<ClusterOrder> order,
            boolean keepsRowIds) {
        boolean isZOrder = order.isPresent() && order.get().kind() == Kind.Z_ORDER;
        List<String> columns = order.map(ClusterOrder::names).orElse(List.of());
        List<AddFile> removed = inputs(tasks).toList();
        long[] addedSizes = added(tasks).mapToLong(AddFile::size).sorted().toArray();
        CommitInfo.Builder info = CommitInfo.of(settings.purge() ? "REORG" : "OPTIMIZE")
                .parameter(
                        "predicate",
                        settings.where().stream().map(Predicate::toString).toList());
        if (settings.purge()) {
            info.parameter("applyPurge", true);
        } else {
            info.parameter("zOrderBy", isZOrder ? columns : List.of())
                    .parameter("clusterBy", isZOrder ? List.of() : columns)
                    .parameter("auto", settings.auto().isPresent());
        }
        info.isolationLevel("SnapshotIsolation")
                .blindAppend(false)
                .metric("numAddedFiles", addedSizes.length)
                .metric("numAddedBytes", LongStream.of(addedSizes).sum())
                .metric("numRemovedFiles", removed.size())
                .metric(
                        "numRemovedBytes",
                        removed.stream().mapToLong(AddFile::size).sum())
                .metric("minFileSize", percentile(addedSizes, 0))
                .metric("p25FileSize", percentile(addedSizes, 25))
                .metric("p50FileSize", percentile(addedSizes, 50))
                .metric("p75FileSize", percentile(addedSizes, 75))
                .metric("maxFileSize", addedSizes.length == 0 ? 0 : addedSizes[addedSizes.length - 1])
                .metric("numDeletionVectorsRemoved", deletionVectors(tasks))
                .userMetadata(settings.userMetadata())
                .engineInfo(context.engineInfo());
        if (order.isPresent() && order.get().kind() == Kind.LIQUID) {
            info.parameter("isFull", settings.full());
        }
        if (keepsRowIds) {
            info.tag("delta.rowTracking.preserved", "true");
        }
        content(tasks).ifPresent(digest -> info.metric(CONTENT_DIGEST, digest.toHex()));
        return info.build();
    }

    /** What the rows of all tasks sum up to; empty if that of one is not known. */
    static Optional<RowDigest> content(List<RewrittenTask> tasks) {
        return tasks.stream().anyMatch(task -> task.content().isEmpty())
                ? Optional.empty()
                : tasks.stream().flatMap(task -> task.content().stream()).reduce(RowDigest::plus);
    }

    static Stream<AddFile> inputs(List<RewrittenTask> tasks) {
        return tasks.stream().flatMap(task -> task.planned().inputs().stream());
    }

    static Stream<AddFile> added(List<RewrittenTask> tasks) {
        return tasks.stream().flatMap(task -> task.added().stream());
    }

    static long deletionVectors(List<RewrittenTask> tasks) {
        return inputs(tasks).filter(input -> input.deletionVector().isPresent()).count();
    }

    private static long percentile(long[] sorted, int percent) {
        return sorted.length == 0 ? 0 : sorted[sorted.length * percent / 100];
    }
}
