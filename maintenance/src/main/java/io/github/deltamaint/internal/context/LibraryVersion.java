package io.github.deltamaint.internal.context;

/** What the library calls itself in the history of tables and in the footers of files. */
public final class LibraryVersion {
    /** The version of the jar; {@code development} outside of one. */
    public static final String VERSION = version();

    /** The library's part of {@code commitInfo.engineInfo}. */
    public static final String ENGINE_INFO = "Delta-Maintenance/" + VERSION;

    private LibraryVersion() {}

    private static String version() {
        String version = LibraryVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
