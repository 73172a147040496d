/** Which files no retained version can need, and deleting them. */
@NullMarked
package io.github.deltamaint.vacuum;

import org.jspecify.annotations.NullMarked;
