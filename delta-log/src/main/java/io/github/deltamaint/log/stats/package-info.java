/** Statistics of data files: which columns have them, and their JSON form in the log. */
@NullMarked
package io.github.deltamaint.log.stats;

import org.jspecify.annotations.NullMarked;
