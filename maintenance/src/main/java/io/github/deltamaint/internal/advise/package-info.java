/** Advice about the order of rows. */
@NullMarked
package io.github.deltamaint.internal.advise;

import org.jspecify.annotations.NullMarked;
