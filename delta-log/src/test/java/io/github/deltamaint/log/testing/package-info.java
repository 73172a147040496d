/** Storage and clock for tests, here and in other modules: counted, faulty, in memory, moved by hand. */
@NullMarked
package io.github.deltamaint.log.testing;

import org.jspecify.annotations.NullMarked;
