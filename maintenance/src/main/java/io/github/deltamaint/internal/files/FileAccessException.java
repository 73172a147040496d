package io.github.deltamaint.internal.files;

import java.io.IOException;

/** A store could not do something with a file; says with which, however far up the failure is looked at. */
final class FileAccessException extends IOException {
    private final String action;
    private final String file;
    private final IOException failure;

    /**
     * Names the file.
     *
     * @param action what was being done, as a verb
     * @param file the file for people
     * @param failure what the store said
     */
    FileAccessException(String action, String file, IOException failure) {
        super(String.valueOf(failure.getMessage()), failure);
        this.action = action;
        this.file = file;
        this.failure = failure;
    }

    String action() {
        return action;
    }

    String file() {
        return file;
    }

    IOException failure() {
        return failure;
    }
}
