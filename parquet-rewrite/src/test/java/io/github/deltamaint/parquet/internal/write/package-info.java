@NullMarked
package io.github.deltamaint.parquet.internal.write;

import org.jspecify.annotations.NullMarked;
