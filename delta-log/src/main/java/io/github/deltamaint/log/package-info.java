/** The transaction log of one table: snapshots, history and transactions. */
@NullMarked
package io.github.deltamaint.log;

import org.jspecify.annotations.NullMarked;
