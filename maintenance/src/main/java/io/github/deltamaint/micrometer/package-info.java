/** Meters for Micrometer. Needs {@code io.micrometer:micrometer-core}, which the application brings. */
@NullMarked
package io.github.deltamaint.micrometer;

import org.jspecify.annotations.NullMarked;
