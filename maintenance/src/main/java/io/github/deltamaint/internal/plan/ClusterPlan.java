package io.github.deltamaint.internal.plan;

import io.github.deltamaint.ClusteringReport;
import io.github.deltamaint.internal.cluster.ClusterOrder;
import io.github.deltamaint.internal.cluster.FileBounds;
import java.util.List;

/**
 * What a plan says about the order of rows.
 *
 * @param order the order
 * @param bounds how the bounds of files are read
 * @param kept of the files that stay
 * @param before how well all files that were looked at are clustered
 */
public record ClusterPlan(
        ClusterOrder order, FileBounds.Reader bounds, List<FileBounds> kept, ClusteringReport before) {

    /** Copies the list. */
    public ClusterPlan {
        kept = List.copyOf(kept);
    }
}
