/** What every public signature may use: sizes, cancellation and the root of all exceptions. */
@NullMarked
package io.github.deltamaint.common;

import org.jspecify.annotations.NullMarked;
