package io.github.deltamaint.common;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A file that the table needs is missing, unreadable or contradicts the protocol. Nothing was changed. */
public final class CorruptTableException extends DeltaMaintenanceException {
    private final String file;
    private final OptionalLong version;

    /**
     * Names the file and what is wrong with it.
     *
     * @param tablePath the root of the table
     * @param file the file, relative to the root of the table where it is below it
     * @param version the version of the table that was being read, if known
     * @param problem what was expected, what was found and what to do
     * @param cause what made it unreadable, if something did
     */
    public CorruptTableException(
            String tablePath, String file, OptionalLong version, String problem, @Nullable Throwable cause) {
        super(tablePath, problem, cause);
        this.file = file;
        this.version = version;
    }

    /** The file, relative to the root of the table where it is below it. */
    public String file() {
        return file;
    }

    /** The version of the table that was being read, if known. */
    public OptionalLong version() {
        return version;
    }
}
