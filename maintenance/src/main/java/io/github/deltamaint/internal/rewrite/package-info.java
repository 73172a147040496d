/** Carries out a plan: rewrite each task, verify what was written, commit. */
@NullMarked
package io.github.deltamaint.internal.rewrite;

import org.jspecify.annotations.NullMarked;
