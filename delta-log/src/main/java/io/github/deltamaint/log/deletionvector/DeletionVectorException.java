package io.github.deltamaint.log.deletionvector;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A deletion vector is missing, damaged, or of a kind that is not read here; so nobody can tell which rows of its data file are deleted. The message names
 * both.
 */
public final class DeletionVectorException extends IOException {
    private final String deletionVector;
    private final String dataFile;

    DeletionVectorException(String deletionVector, String dataFile, String problem, @Nullable Throwable cause) {
        super(deletionVector + ", which is the deletion vector of " + dataFile + ", " + problem, cause);
        this.deletionVector = deletionVector;
        this.dataFile = dataFile;
    }

    /** The file and the offset in it, or that it is inline. */
    public String deletionVector() {
        return deletionVector;
    }

    /** The data file, as the caller named it. */
    public String dataFile() {
        return dataFile;
    }
}
