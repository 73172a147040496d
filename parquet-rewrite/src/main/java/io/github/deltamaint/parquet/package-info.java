/** Turns n Parquet files into m: select rows, order them, encode, write; a column at a time. */
@NullMarked
package io.github.deltamaint.parquet;

import org.jspecify.annotations.NullMarked;
