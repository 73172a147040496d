/** Layout of rows for data skipping: orders by columns, how well files are in them, and rewriting along a curve. */
@NullMarked
package io.github.deltamaint.internal.cluster;

import org.jspecify.annotations.NullMarked;
