package io.github.deltamaint.internal.health;

import io.github.deltamaint.internal.plan.OptimizeTasks;
import java.util.Optional;

/**
 * What OPTIMIZE would do.
 *
 * @param optimize without any setting; empty if a property is malformed, which OPTIMIZE refuses
 * @param ordered along the columns that queries filter by; empty if none are given, or the table has clustering columns
 */
record PlannedWork(Optional<OptimizeTasks> optimize, Optional<OptimizeTasks> ordered) {}
