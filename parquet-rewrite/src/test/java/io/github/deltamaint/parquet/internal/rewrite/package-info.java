@NullMarked
package io.github.deltamaint.parquet.internal.rewrite;

import org.jspecify.annotations.NullMarked;
