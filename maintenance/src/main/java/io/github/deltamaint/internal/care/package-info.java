/** RESTORE and FSCK: bringing back what the table was, and finding what it lacks. */
@NullMarked
package io.github.deltamaint.internal.care;

import org.jspecify.annotations.NullMarked;
