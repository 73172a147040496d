package io.github.deltamaint.common;

import java.util.List;

/** The table needs what this library does not do, so it was neither read further nor changed. */
public final class UnsupportedTableFeatureException extends DeltaMaintenanceException {
    private final Access access;
    private final List<String> features;

    /** What was refused. */
    public enum Access {
        /** Reading the table. */
        READ,
        /** Changing the table, which includes deleting files; reading it is possible. */
        WRITE
    }

    /**
     * Names the features and the remedy.
     *
     * @param tablePath the root of the table
     * @param access what was refused
     * @param features the table features, protocol versions or table properties in question, spelled as in the table
     * @param problem why, and what to do
     */
    public UnsupportedTableFeatureException(String tablePath, Access access, List<String> features, String problem) {
        super(tablePath, problem, null);
        this.access = access;
        this.features = List.copyOf(features);
    }

    /** What was refused. */
    public Access access() {
        return access;
    }

    /** The table features, protocol versions or table properties in question, spelled as in the table. */
    public List<String> features() {
        return features;
    }
}
