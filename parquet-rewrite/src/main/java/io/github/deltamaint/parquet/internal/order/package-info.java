/**
 * Finds the order of rows in which the columns of a row group become small: which columns to sort by, sorting by them, and weighing the
 * results. Works on codes, which compare as the values that they stand for.
 */
@NullMarked
package io.github.deltamaint.parquet.internal.order;

import org.jspecify.annotations.NullMarked;
