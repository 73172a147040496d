/** Tests on real stores, each served by a process of its own. */
@NullMarked
package io.github.deltamaint.stores;

import org.jspecify.annotations.NullMarked;
