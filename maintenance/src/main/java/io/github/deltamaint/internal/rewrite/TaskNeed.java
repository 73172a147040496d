package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.parquet.MemoryNeed;

/**
 * What a task will take, at most as a rule.
 *
 * @param memory what it borrows
 * @param spillBytes what it writes to the spill directory
 */
record TaskNeed(MemoryNeed memory, long spillBytes) {}
