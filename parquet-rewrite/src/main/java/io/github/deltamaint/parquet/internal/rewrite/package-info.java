/**
 * Turns n files into m: cuts the surviving rows of the inputs into row groups and files, and carries one leaf column after the
 * other from the pages of the inputs into those of the outputs. Not for use by other modules.
 */
@NullMarked
package io.github.deltamaint.parquet.internal.rewrite;

import org.jspecify.annotations.NullMarked;
