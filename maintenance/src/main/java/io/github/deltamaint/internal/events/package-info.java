/** Who is told about an operation: the listeners of the caller, those of the context, and the Java Flight Recorder. */
@NullMarked
package io.github.deltamaint.internal.events;

import org.jspecify.annotations.NullMarked;
