package io.github.deltamaint.parquet;

import java.io.IOException;

/** A Parquet file is sound as far as we can tell, but uses something that this engine does not do; the message names it. */
public final class UnsupportedFileException extends IOException {
    private final String file;

    /**
     * Names what is not supported.
     *
     * @param file the {@linkplain ByteSource#name() name} of the file
     * @param feature what the file uses, and what the user can do about it
     */
    public UnsupportedFileException(String file, String feature) {
        super(file + ": " + feature);
        this.file = file;
    }

    /** The {@linkplain ByteSource#name() name} of the file. */
    public String file() {
        return file;
    }
}
