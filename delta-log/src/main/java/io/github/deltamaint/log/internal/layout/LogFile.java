package io.github.deltamaint.log.internal.layout;

import io.github.deltamaint.log.storage.FileStatus;

/**
 * A file of the log whose name means something.
 *
 * @param name what its name says
 * @param status where it is and how long
 */
public record LogFile(LogFileName name, FileStatus status) {}
