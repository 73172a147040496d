/** Compresses and decompresses whole pages, without Hadoop. Not for use by other modules. */
@NullMarked
package io.github.deltamaint.parquet.internal.codec;

import org.jspecify.annotations.NullMarked;
