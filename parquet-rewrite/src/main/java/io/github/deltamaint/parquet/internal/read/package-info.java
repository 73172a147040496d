/** Decodes column chunks page by page, already in the form of the target schema. Not for use by other modules. */
@NullMarked
package io.github.deltamaint.parquet.internal.read;

import org.jspecify.annotations.NullMarked;
