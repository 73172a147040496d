/** What is in {@code _delta_log}: names of files, listings, complete checkpoints. */
@NullMarked
package io.github.deltamaint.log.internal.layout;

import org.jspecify.annotations.NullMarked;
