/** Predicates over columns: a small part of SQL, its types, and what it says about partitions and files. */
@NullMarked
package io.github.deltamaint.log.expression;

import org.jspecify.annotations.NullMarked;
