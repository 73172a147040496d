package io.github.deltamaint.internal.plan;

import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionValues;
import java.util.Set;

/**
 * A file that may be rewritten.
 *
 * @param file as the log has it
 * @param partition its partition values
 * @param weight the bytes that its rows are expected to take after a rewrite
 * @param reasons why it is rewritten even alone; empty if it is not
 */
record CandidateFile(AddFile file, PartitionValues partition, long weight, Set<Reason> reasons) {

    /** Whether it has so many deleted rows that it is rewritten even alone. */
    boolean isPurged() {
        return reasons.contains(Reason.DELETION_VECTORS);
    }

    /** Whether it is rewritten even alone. */
    boolean isRewrittenAlone() {
        return !reasons.isEmpty();
    }
}
