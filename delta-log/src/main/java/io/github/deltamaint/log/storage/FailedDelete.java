package io.github.deltamaint.log.storage;

import java.io.IOException;

/**
 * A file that could not be deleted.
 *
 * @param path the path that was asked for
 * @param cause why it is still there, as far as known
 */
public record FailedDelete(String path, IOException cause) {}
