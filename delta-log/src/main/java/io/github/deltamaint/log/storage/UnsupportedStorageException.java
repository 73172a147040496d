package io.github.deltamaint.log.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A storage cannot do what is needed, or is not on the class path. The message says what to add or to allow. */
public final class UnsupportedStorageException extends IOException {

    /** Says what is missing and the remedy. */
    public UnsupportedStorageException(String problem) {
        super(problem);
    }

    /** As {@link #UnsupportedStorageException(String)}, with what made it fail. */
    public UnsupportedStorageException(String problem, @Nullable Throwable cause) {
        super(problem, cause);
    }
}
