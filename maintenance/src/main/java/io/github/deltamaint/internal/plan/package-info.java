/** What to rewrite and why: from a snapshot to an immutable plan. Reads, never writes. */
@NullMarked
package io.github.deltamaint.internal.plan;

import org.jspecify.annotations.NullMarked;
