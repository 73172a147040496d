/** Morton and Hilbert keys, rank normalisation, cell-aligned cuts and clustering quality. */
@NullMarked
package io.github.deltamaint.zorder;

import org.jspecify.annotations.NullMarked;
