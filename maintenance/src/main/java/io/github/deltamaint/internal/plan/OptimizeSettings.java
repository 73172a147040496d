package io.github.deltamaint.internal.plan;

import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.Verification;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.cluster.ClusterOrders;
import io.github.deltamaint.log.expression.Predicate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the user asked of OPTIMIZE.
 *
 * @param where predicates that partitions must satisfy, all of them
 * @param targetFileSize the size that files should have, if the user said
 * @param minFileSize below which a file is small, if the user said
 * @param maxDeletedRowsRatio above which share of deleted rows a file is rewritten
 * @param vOrder whether the V-Order-style layout is wanted, if the user said
 * @param profile for whom files are written, if the user said
 * @param cluster by which columns rows are ordered, if the user said
 * @param full whether all files are rewritten
 * @param commitEvery after how many tasks to commit, if not all at once
 * @param maxBytes how much is rewritten at most, if the user said
 * @param verification what is proved before a commit, if the user said
 * @param userMetadata a note for the history
 * @param listener hears about progress
 * @param cancellation stops the operation
 * @param auto whether it is an auto compaction, and which
 * @param purge whether it is a purge
 */
public record OptimizeSettings(
        List<Predicate> where,
        Optional<DataSize> targetFileSize,
        Optional<DataSize> minFileSize,
        double maxDeletedRowsRatio,
        Optional<Boolean> vOrder,
        Optional<LayoutProfile> profile,
        Optional<ClusterOrders.Wanted> cluster,
        boolean full,
        OptionalInt commitEvery,
        Optional<DataSize> maxBytes,
        Optional<Verification> verification,
        Optional<String> userMetadata,
        MaintenanceListener listener,
        CancellationToken cancellation,
        Optional<AutoCompaction> auto,
        boolean purge) {

    /** Copies the list. */
    public OptimizeSettings {
        where = List.copyOf(where);
    }

    /** The same as an auto compaction. */
    public OptimizeSettings asAutoCompaction(AutoCompaction compaction) {
        return as(Optional.of(compaction), false);
    }

    /** The same as a purge. */
    public OptimizeSettings asPurge() {
        return as(Optional.empty(), true);
    }

    private OptimizeSettings as(Optional<AutoCompaction> newAuto, boolean newPurge) {
        return new OptimizeSettings(
                where,
                targetFileSize,
                minFileSize,
                maxDeletedRowsRatio,
                vOrder,
                profile,
                cluster,
                full,
                commitEvery,
                maxBytes,
                verification,
                userMetadata,
                listener,
                cancellation,
                newAuto,
                newPurge);
    }

    /** What the operation is called in messages. */
    public String operation() {
        return purge ? "the purge" : "OPTIMIZE";
    }
}
