/** How the log is read, replayed and written. Nothing here is for other modules; {@link io.github.deltamaint.log.DeltaLog} is the way in. */
@NullMarked
package io.github.deltamaint.log.internal;

import org.jspecify.annotations.NullMarked;
