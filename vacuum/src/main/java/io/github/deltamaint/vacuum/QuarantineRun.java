package io.github.deltamaint.vacuum;

import io.github.deltamaint.common.DataSize;
import java.time.Instant;

/**
 * The files that one vacuum moved aside.
 *
 * @param run the name of the run, by which it is restored
 * @param created when the vacuum ran
 * @param readVersion the version that it had looked at
 * @param files how many files it wanted to move; some may not have gone, or be back already
 * @param size their size together, as far as known
 */
public record QuarantineRun(String run, Instant created, long readVersion, long files, DataSize size) {}
