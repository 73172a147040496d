package io.github.deltamaint.parquet;

import java.io.IOException;
import java.nio.file.Path;

/** Rows cannot be spilled: the directory is not there, cannot be written, or is too small. The message says what can be done. */
public final class SpillException extends IOException {
    /**
     * A failure.
     *
     * @param directory where rows were to be spilled
     * @param problem what is wrong with it
     */
    public SpillException(Path directory, String problem) {
        super(message(directory, problem));
    }

    /**
     * A failure.
     *
     * @param directory where rows were to be spilled
     * @param cause what the system says
     */
    public SpillException(Path directory, IOException cause) {
        super(message(directory, "it cannot be written or read: " + cause), cause);
    }

    private static String message(Path directory, String problem) {
        return "cannot spill to the directory " + directory + ": " + problem
                + ". Choose another spill directory, or a higher memory limit, so that less is spilled";
    }
}
