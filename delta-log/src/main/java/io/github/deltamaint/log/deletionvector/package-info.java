/** Deletion vectors: which rows of a data file are deleted. */
@NullMarked
package io.github.deltamaint.log.deletionvector;

import org.jspecify.annotations.NullMarked;
