package io.github.deltamaint.internal.plan;

import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionValues;

/**
 * A file that may be rewritten.
 *
 * @param file as the log has it
 * @param partition its partition values
 * @param weight the bytes that its rows are expected to take after a rewrite
 * @param isPurged whether it has so many deleted rows that it is rewritten even alone
 */
record CandidateFile(AddFile file, PartitionValues partition, long weight, boolean isPurged) {}
