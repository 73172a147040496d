package io.github.deltamaint.common;

import java.io.IOException;

/** The storage failed. Nothing was committed by the call that failed; it may be repeated. */
public final class StorageException extends DeltaMaintenanceException {
    private final String operation;
    private final String path;

    /**
     * Names what was being done.
     *
     * @param tablePath the root of the table
     * @param operation what was being done, as a verb and its object, such as {@code read the commit}
     * @param path the file or directory in question
     * @param cause the failure
     */
    public StorageException(String tablePath, String operation, String path, IOException cause) {
        super(tablePath, "could not " + operation + " " + path + ": " + describe(cause), cause);
        this.operation = operation;
        this.path = path;
    }

    /** What was being done, as a verb and its object. */
    public String operation() {
        return operation;
    }

    /** The file or directory in question. */
    public String path() {
        return path;
    }

    @Override
    public boolean isRetryable() {
        return true;
    }

    private static String describe(IOException cause) {
        String message = cause.getMessage();
        return message == null
                ? cause.getClass().getSimpleName()
                : cause.getClass().getSimpleName() + ": " + message;
    }
}
