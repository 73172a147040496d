@NullMarked
package io.github.deltamaint.parquet;

import org.jspecify.annotations.NullMarked;
