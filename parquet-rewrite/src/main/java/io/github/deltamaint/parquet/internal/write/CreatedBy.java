package io.github.deltamaint.parquet.internal.write;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The text that names this library and its version as the writer of a file. */
public final class CreatedBy {
    /** The name of the library. */
    public static final String APPLICATION = "delta-maintenance";

    /** "delta-maintenance version x". */
    public static final String THIS_VERSION = APPLICATION + " version " + version();

    private CreatedBy() {}

    private static String version() {
        try (InputStream stream =
                CreatedBy.class.getResourceAsStream("/io/github/deltamaint/parquet/version.properties")) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(stream, "version.properties is missing from the jar"));
            return Objects.requireNonNull(properties.getProperty("version"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
