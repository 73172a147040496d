/** The facade as a command. */
@NullMarked
package io.github.deltamaint.cli;

import org.jspecify.annotations.NullMarked;
