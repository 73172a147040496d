/** Adding rows: from the values of a service to verified files and one commit. */
@NullMarked
package io.github.deltamaint.internal.append;

import org.jspecify.annotations.NullMarked;
