package io.github.deltamaint.parquet;

import io.github.deltamaint.parquet.internal.write.CreatedBy;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How Parquet files are written. Immutable.
 *
 * <p>The same rows and settings give the same bytes: nothing is taken from a clock or a random source.
 */
public final class WriteSettings {
    /** The most rows of a page. */
    public static final int DEFAULT_PAGE_ROWS = 20_000;

    /** The size at which a page ends: bytes before compression. */
    public static final int DEFAULT_PAGE_BYTES = 1 << 20;

    /** The size of a row group: bytes in the file. */
    public static final long DEFAULT_ROW_GROUP_BYTES = 128L << 20;

    /** The most rows of a row group. */
    public static final int DEFAULT_ROW_GROUP_ROWS = 1 << 30;

    /** The largest dictionary of a column in a row group: bytes before compression. */
    public static final int DEFAULT_DICTIONARY_BYTES = 2 << 20;

    private final Compression compression;
    private final int compressionLevel;
    private final Encodings encodings;
    private final int pageRows;
    private final int pageBytes;
    private final long rowGroupBytes;
    private final int rowGroupRows;
    private final int dictionaryBytes;
    private final Dictionaries dictionaries;
    private final String createdBy;

    private WriteSettings(Builder builder) {
        compression = builder.compression;
        compressionLevel = builder.compressionLevel;
        encodings = builder.encodings;
        pageRows = builder.pageRows;
        pageBytes = builder.pageBytes;
        rowGroupBytes = builder.rowGroupBytes;
        rowGroupRows = builder.rowGroupRows;
        dictionaryBytes = builder.dictionaryBytes;
        dictionaries = builder.dictionaries;
        createdBy = builder.createdBy;
    }

    /** Snappy, {@link Encodings#BASELINE}, and the sizes above. */
    public static WriteSettings defaults() {
        return builder().build();
    }

    /** Starts with the {@link #defaults()}. */
    public static Builder builder() {
        return new Builder();
    }

    /** How pages are compressed. */
    public Compression compression() {
        return compression;
    }

    /** The level of the compression; empty for the usual one of the format. */
    public OptionalInt compressionLevel() {
        return compressionLevel == 0 ? OptionalInt.empty() : OptionalInt.of(compressionLevel);
    }

    /** Which encodings may be used. */
    public Encodings encodings() {
        return encodings;
    }

    /** The most rows of a page. */
    public int pageRows() {
        return pageRows;
    }

    /** The size at which a page ends: bytes before compression. */
    public int pageBytes() {
        return pageBytes;
    }

    /** The size of a row group: bytes in the file. */
    public long rowGroupBytes() {
        return rowGroupBytes;
    }

    /** The most rows of a row group. */
    public int rowGroupRows() {
        return rowGroupRows;
    }

    /** The largest dictionary of a column in a row group: bytes before compression. */
    public int dictionaryBytes() {
        return dictionaryBytes;
    }

    /** Which columns get dictionaries. */
    public Dictionaries dictionaries() {
        return dictionaries;
    }

    /** The writer as the footer names it. */
    public String createdBy() {
        return createdBy;
    }

    @Override
    public String toString() {
        return compression + (compressionLevel == 0 ? "" : "-" + compressionLevel) + ", " + encodings + ", pages of "
                + pageRows + " rows or " + pageBytes + " bytes, row groups of " + rowGroupBytes + " bytes or "
                + rowGroupRows
                + " rows, dictionaries of " + dictionaryBytes + " bytes "
                + dictionaries.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Collects settings; each setter refuses what cannot work. Used by one thread. */
    public static final class Builder {
        private Compression compression = Compression.SNAPPY;
        private int compressionLevel;
        private Encodings encodings = Encodings.BASELINE;
        private int pageRows = DEFAULT_PAGE_ROWS;
        private int pageBytes = DEFAULT_PAGE_BYTES;
        private long rowGroupBytes = DEFAULT_ROW_GROUP_BYTES;
        private int rowGroupRows = DEFAULT_ROW_GROUP_ROWS;
        private int dictionaryBytes = DEFAULT_DICTIONARY_BYTES;
        private Dictionaries dictionaries = Dictionaries.WHERE_SMALLER;
        private String createdBy = CreatedBy.THIS_VERSION;

        private Builder() {}

        /** Compresses pages at the usual level of the format. Default {@link Compression#SNAPPY}. */
        public Builder compression(Compression newCompression) {
            compression = Objects.requireNonNull(newCompression);
            compressionLevel = 0;
            return this;
        }

        /**
         * Compresses pages at a level.
         *
         * @throws IllegalArgumentException if the format does not have the level
         */
        public Builder compression(Compression newCompression, int level) {
            if (level < newCompression.lowestLevel() || level > newCompression.highestLevel() || level == 0) {
                throw new IllegalArgumentException(
                        newCompression.highestLevel() == 0
                                ? newCompression + " has no levels, but level " + level + " was given"
                                : newCompression + " has levels " + newCompression.lowestLevel() + " to "
                                        + newCompression.highestLevel() + ", not " + level);
            }
            compression = newCompression;
            compressionLevel = level;
            return this;
        }

        /** Allows encodings. Default {@link Encodings#BASELINE}. */
        public Builder encodings(Encodings newEncodings) {
            encodings = Objects.requireNonNull(newEncodings);
            return this;
        }

        /** Limits the rows of a page, 1 or more. Default {@value #DEFAULT_PAGE_ROWS}. */
        public Builder pageRows(int rows) {
            pageRows = Math.toIntExact(atLeast(1, rows, "pageRows"));
            return this;
        }

        /**
         * Ends a page at a size, 64 bytes to 1 GiB; a page holds at least one record, whatever its size. Default
         * {@value #DEFAULT_PAGE_BYTES}.
         */
        public Builder pageBytes(int bytes) {
            pageBytes = Math.toIntExact(atMost(1 << 30, atLeast(64, bytes, "pageBytes"), "pageBytes"));
            return this;
        }

        /**
         * Aims at a size of row groups, 1 KiB or more. Row groups are estimated before they are written and made even, so they
         * may be a little larger. Default {@value #DEFAULT_ROW_GROUP_BYTES}.
         */
        public Builder rowGroupBytes(long bytes) {
            rowGroupBytes = atLeast(1024, bytes, "rowGroupBytes");
            return this;
        }

        /** Limits the rows of a row group, 1 to 2^30. Default {@value #DEFAULT_ROW_GROUP_ROWS}. */
        public Builder rowGroupRows(int rows) {
            rowGroupRows = Math.toIntExact(atMost(1 << 30, atLeast(1, rows, "rowGroupRows"), "rowGroupRows"));
            return this;
        }

        /**
         * Limits the dictionary of a column in a row group, 0 to 256 MiB; 0 writes no dictionaries. Default
         * {@value #DEFAULT_DICTIONARY_BYTES}.
         */
        public Builder dictionaryBytes(int bytes) {
            dictionaryBytes =
                    Math.toIntExact(atMost(256 << 20, atLeast(0, bytes, "dictionaryBytes"), "dictionaryBytes"));
            return this;
        }

        /** Says which columns get dictionaries. Default {@link Dictionaries#WHERE_SMALLER}. */
        public Builder dictionaries(Dictionaries newDictionaries) {
            dictionaries = Objects.requireNonNull(newDictionaries);
            return this;
        }

        /** Names the writer in the footer, as "application version x". Default: this library and its version. */
        public Builder createdBy(String writer) {
            if (writer.isBlank()) {
                throw new IllegalArgumentException("createdBy must name the writer, it is blank");
            }
            createdBy = writer;
            return this;
        }

        /** The settings. The builder can be used on. */
        public WriteSettings build() {
            return new WriteSettings(this);
        }

        private static long atLeast(long least, long value, String setting) {
            if (value < least) {
                throw new IllegalArgumentException(setting + " must be at least " + least + ", not " + value);
            }
            return value;
        }

        private static long atMost(long most, long value, String setting) {
            if (value > most) {
                throw new IllegalArgumentException(setting + " must be at most " + most + ", not " + value);
            }
            return value;
        }
    }
}
