@NullMarked
package io.github.deltamaint.parquet.internal.order;

import org.jspecify.annotations.NullMarked;
