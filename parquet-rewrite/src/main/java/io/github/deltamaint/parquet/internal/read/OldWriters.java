package io.github.deltamaint.parquet.internal.read;

import org.apache.parquet.SemanticVersion;
import org.apache.parquet.SemanticVersion.SemanticVersionParseException;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.VersionParser.VersionParseException;

/** Known faults of writers, by the name that they leave in the footer. */
final class OldWriters {
    private static final SemanticVersion CHUNK_SIZE_FIXED = new SemanticVersion(1, 2, 9);

    private OldWriters() {}

    /**
     * Whether the size of a chunk in the footer may be too small because it leaves out the header of the dictionary page
     * (PARQUET-816).
     */
    static boolean understatesChunkSize(String createdBy) {
        try {
            ParsedVersion writer = VersionParser.parse(createdBy);
            return writer.application.equals("parquet-mr")
                    && (!writer.hasSemanticVersion()
                            || SemanticVersion.parse(writer.version).compareTo(CHUNK_SIZE_FIXED) < 0);
        } catch (VersionParseException | SemanticVersionParseException | RuntimeException e) {
            return false; // no name that we know
        }
    }
}
