/** Timings against peers. */
@NullMarked
package io.github.deltamaint.benchmarks;

import org.jspecify.annotations.NullMarked;
