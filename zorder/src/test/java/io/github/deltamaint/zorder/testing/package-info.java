/** Seeded tables, their layouts by curves and by what other engines do, and what queries cost on them. */
@NullMarked
package io.github.deltamaint.zorder.testing;

import org.jspecify.annotations.NullMarked;
