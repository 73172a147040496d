/** How tables are and what should be done about it. Reads, never writes. */
@NullMarked
package io.github.deltamaint.internal.health;

import org.jspecify.annotations.NullMarked;
