/** What operations share: stores, memory, threads, time and identities. */
@NullMarked
package io.github.deltamaint.internal.context;

import org.jspecify.annotations.NullMarked;
