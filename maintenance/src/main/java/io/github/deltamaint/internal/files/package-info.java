/** The data files of a table: where they are, which of their rows count, what their columns are, and what is wrong with them. */
@NullMarked
package io.github.deltamaint.internal.files;

import org.jspecify.annotations.NullMarked;
