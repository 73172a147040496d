/** Where the files of a table are: the operations that the log and its maintenance need, and no more. */
@NullMarked
package io.github.deltamaint.log.storage;

import org.jspecify.annotations.NullMarked;
