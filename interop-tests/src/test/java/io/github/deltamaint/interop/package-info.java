/** Other engines as judges of what we write. */
@NullMarked
package io.github.deltamaint.interop;

import org.jspecify.annotations.NullMarked;
