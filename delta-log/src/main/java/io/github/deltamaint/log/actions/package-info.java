/**
 * What a commit consists of: the actions of the Delta protocol as records, named and fielded as there.
 *
 * <p>A field that the protocol calls optional is an {@code Optional}, or an empty map where an absent map and an empty one mean the same.
 * Values of maps may be null where the log has a JSON null. Paths are the texts of the log, percent-encoded, exactly as written there.
 */
@NullMarked
package io.github.deltamaint.log.actions;

import org.jspecify.annotations.NullMarked;
