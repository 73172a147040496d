/** The demonstration: a fragmented sales table, and what looking after it changes. */
@NullMarked
package io.github.deltamaint.cli.demo;

import org.jspecify.annotations.NullMarked;
