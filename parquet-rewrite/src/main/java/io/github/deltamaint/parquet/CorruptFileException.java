package io.github.deltamaint.parquet;

import java.io.IOException;

/** A Parquet file breaks its format: the message names the file, where in it, what was expected and what was found. */
public final class CorruptFileException extends IOException {
    private final String file;

    /**
     * Says what is wrong with a file.
     *
     * @param file the {@linkplain ByteSource#name() name} of the file
     * @param problem what was expected and found, and where in the file
     */
    public CorruptFileException(String file, String problem) {
        super(file + ": " + problem);
        this.file = file;
    }

    /** As {@link #CorruptFileException(String, String)}, with what made the file unreadable. */
    public CorruptFileException(String file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
        this.file = file;
    }

    /** The {@linkplain ByteSource#name() name} of the file. */
    public String file() {
        return file;
    }
}
