/** What footers say of how the files of a table are laid out. */
@NullMarked
package io.github.deltamaint.internal.layout;

import org.jspecify.annotations.NullMarked;
