package io.github.deltamaint;

/**
 * A Microsoft Fabric capacity, with the guardrails of Direct Lake: a query on a larger table falls back to DirectQuery or fails, depending on the semantic model.
 *
 * <p>As Microsoft's page "Direct Lake overview" has them in 2026; they change now and then.
 */
public enum FabricCapacity {
    /** F2. */
    F2(1_000, 300),
    /** F4. */
    F4(1_000, 300),
    /** F8. */
    F8(1_000, 300),
    /** F16. */
    F16(1_000, 300),
    /** F32. */
    F32(1_000, 300),
    /** F64, FT1 and P1. */
    F64(5_000, 1_500),
    /** F128 and P2. */
    F128(5_000, 3_000),
    /** F256 and P3. */
    F256(5_000, 6_000),
    /** F512 and P4. */
    F512(10_000, 12_000),
    /** F1024 and P5. */
    F1024(10_000, 24_000),
    /** F2048. */
    F2048(10_000, 24_000);

    private static final long MILLION = 1_000_000;

    private final long maxFiles;
    private final long maxRows;

    FabricCapacity(long maxFiles, long maxMillionRows) {
        this.maxFiles = maxFiles;
        this.maxRows = maxMillionRows * MILLION;
    }

    /** The most files that a table may have. */
    public long maxFiles() {
        return maxFiles;
    }

    /** The most row groups that a table may have. */
    public long maxRowGroups() {
        return maxFiles;
    }

    /** The most rows that a table may have. */
    public long maxRows() {
        return maxRows;
    }
}
