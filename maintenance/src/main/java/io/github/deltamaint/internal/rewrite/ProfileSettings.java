package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.Dictionaries;
import io.github.deltamaint.parquet.WriteSettings;

/** What the profiles mean for the writer. */
final class ProfileSettings {
    private static final int MEBIBYTE = 1 << 20;
    private static final int DIRECT_LAKE_ROWS = 8_000_000;
    private static final int SCAN_ROWS = 1 << 20;

    /** More than row groups of so many rows take; the rows are what limits them. */
    private static final long NO_LIMIT = 1L << 40;

    private ProfileSettings() {}

    /** The settings of a profile, to be refined. */
    static WriteSettings.Builder of(LayoutProfile profile) {
        WriteSettings.Builder settings = WriteSettings.builder();
        return switch (profile) {
            case DIRECT_LAKE ->
                settings.compression(Compression.SNAPPY)
                        .rowGroupBytes(NO_LIMIT)
                        .rowGroupRows(DIRECT_LAKE_ROWS)
                        .pageRows(1_000_000)
                        .pageBytes(8 * MEBIBYTE)
                        .dictionaryBytes(32 * MEBIBYTE)
                        .dictionaries(Dictionaries.WHERE_VALUES_REPEAT);
            case SCAN ->
                settings.compression(Compression.ZSTD)
                        .rowGroupBytes(NO_LIMIT)
                        .rowGroupRows(SCAN_ROWS)
                        .pageRows(50_000)
                        .dictionaryBytes(2 * MEBIBYTE);
            case COMPAT ->
                settings.compression(Compression.SNAPPY)
                        .rowGroupBytes(WriteSettings.DEFAULT_ROW_GROUP_BYTES)
                        .pageRows(WriteSettings.DEFAULT_PAGE_ROWS)
                        .pageBytes(MEBIBYTE)
                        .dictionaryBytes(MEBIBYTE);
        };
    }
}
