/** Delta's types and schemas, their names in data files, and the Parquet schema that goes with them. */
@NullMarked
package io.github.deltamaint.log.schema;

import org.jspecify.annotations.NullMarked;
