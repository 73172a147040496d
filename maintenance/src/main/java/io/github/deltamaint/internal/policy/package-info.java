/** Policies as YAML. */
@NullMarked
package io.github.deltamaint.internal.policy;

import org.jspecify.annotations.NullMarked;
