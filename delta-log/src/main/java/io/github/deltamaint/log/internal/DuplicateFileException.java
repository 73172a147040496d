package io.github.deltamaint.log.internal;

/** Why a log is corrupt: it has a file twice, with different deletion vectors. Always the cause of another exception. */
final class DuplicateFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Names the file by its path in the log. */
    DuplicateFileException(String path) {
        super(path);
    }
}
