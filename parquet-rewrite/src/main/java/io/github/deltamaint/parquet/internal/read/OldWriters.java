package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.write.CreatedBy;
import org.apache.parquet.SemanticVersion;
import org.apache.parquet.SemanticVersion.SemanticVersionParseException;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.VersionParser.VersionParseException;

/** Known faults of writers, by the name that they leave in the footer. */
public final class OldWriters {
    private static final SemanticVersion CHUNK_SIZE_FIXED = new SemanticVersion(1, 2, 9);

    private static final SemanticVersion EXACT_BOUNDS = new SemanticVersion(1, 10, 0);

    private OldWriters() {}

    /**
     * Whether what a writer says of a column chunk can stand in the name of another writer: its bounds are exact and in the order that the format
     * defines (PARQUET-251, PARQUET-1025), and it states none where there is a NaN, or NaN as the largest (PARQUET-1246).
     */
    public static boolean statesExactBounds(String createdBy) {
        if (createdBy.startsWith(CreatedBy.APPLICATION + " version ")) {
            return true;
        }
        try {
            ParsedVersion writer = VersionParser.parse(createdBy);
            return writer.application.equals("parquet-mr")
                    && writer.hasSemanticVersion()
                    && SemanticVersion.parse(writer.version).compareTo(EXACT_BOUNDS) >= 0;
        } catch (VersionParseException | SemanticVersionParseException | RuntimeException e) {
            return false; // no name that we know
        }
    }

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
