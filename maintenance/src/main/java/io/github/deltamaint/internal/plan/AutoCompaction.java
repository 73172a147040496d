package io.github.deltamaint.internal.plan;

import io.github.deltamaint.log.partition.PartitionKey;
import java.util.Optional;
import java.util.Set;

/**
 * What makes an OPTIMIZE an auto compaction.
 *
 * @param minNumFiles partitions with fewer candidates are left alone
 * @param touched only these partitions; empty for all
 */
public record AutoCompaction(int minNumFiles, Optional<Set<PartitionKey>> touched) {}
