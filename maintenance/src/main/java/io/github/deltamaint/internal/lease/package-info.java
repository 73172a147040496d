/** Leases on tables: of several processes that look after the same tables, one works on each at a time. */
@NullMarked
package io.github.deltamaint.internal.lease;

import org.jspecify.annotations.NullMarked;
