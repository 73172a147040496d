/** Hashes of columns and rows, and their sums. */
@NullMarked
package io.github.deltamaint.parquet.internal.digest;

import org.jspecify.annotations.NullMarked;
