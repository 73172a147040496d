/** How a vacuum finds out what may go, and removes it. */
@NullMarked
package io.github.deltamaint.vacuum.internal;

import org.jspecify.annotations.NullMarked;
