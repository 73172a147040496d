/** Reads the rows of a table: data files, deletion vectors, partition values and row digests. */
@NullMarked
package io.github.deltamaint.internal.read;

import org.jspecify.annotations.NullMarked;
