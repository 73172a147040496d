/** Checkpoint files as Parquet: their schema, and actions as rows. */
@NullMarked
package io.github.deltamaint.log.internal.checkpoint;

import org.jspecify.annotations.NullMarked;
