package io.github.deltamaint.parquet;

/** How the pages of an output are compressed. */
public enum Compression {
    /** Not at all. */
    UNCOMPRESSED,
    /** Snappy: fast, understood by every reader. */
    SNAPPY,
    /** Gzip (deflate), levels 1 to 9. */
    GZIP,
    /** Zstandard, levels 1 to 22. */
    ZSTD,
    /** LZ4 blocks without a frame; readers of before 2021 do not know it. */
    LZ4_RAW;

    /** The smallest level; 0 for a format without levels. */
    public int lowestLevel() {
        return this == GZIP || this == ZSTD ? 1 : 0;
    }

    /** The largest level; 0 for a format without levels. */
    public int highestLevel() {
        return switch (this) {
            case GZIP -> 9;
            case ZSTD -> 22;
            default -> 0;
        };
    }
}
