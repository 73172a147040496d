/** Partition values, and the paths of data files as the log writes them. */
@NullMarked
package io.github.deltamaint.log.partition;

import org.jspecify.annotations.NullMarked;
