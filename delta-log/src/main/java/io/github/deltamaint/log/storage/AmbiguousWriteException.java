package io.github.deltamaint.log.storage;

import java.io.IOException;

/**
 * A write whose outcome is unknown: the file may be there in full, or may still appear, or may never.
 *
 * <p>Whoever gets this reads the file back before deciding anything.
 */
public final class AmbiguousWriteException extends IOException {

    /** Names the file and the failure. */
    public AmbiguousWriteException(String path, Throwable cause) {
        super(path + ": it is unknown whether the file was written", cause);
    }
}
