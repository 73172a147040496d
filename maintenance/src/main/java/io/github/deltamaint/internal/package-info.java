/** What stands behind the public interfaces. */
@NullMarked
package io.github.deltamaint.internal;

import org.jspecify.annotations.NullMarked;
