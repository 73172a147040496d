/** All tables below a root: finding them, and working on several at once without one hurting another. */
@NullMarked
package io.github.deltamaint.internal.lakehouse;

import org.jspecify.annotations.NullMarked;
