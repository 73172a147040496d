/** Storage through Hadoop's file systems. No other package names a type of Hadoop. */
@NullMarked
package io.github.deltamaint.log.storage.hadoop;

import org.jspecify.annotations.NullMarked;
