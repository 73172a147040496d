package io.github.deltamaint.parquet.internal.write;

import org.apache.parquet.column.Encoding;

/** The encodings of pages, and how page headers and footers name them. */
final class PageEncodings {
    /**
     * Ids of a dictionary. Version 1 pages call that PLAIN_DICTIONARY, the dictionary page included; all readers know the name,
     * though the format deprecates it in favour of RLE_DICTIONARY, which readers of version 1 files may not expect.
     */
    @SuppressWarnings("deprecation")
    static final Encoding DICTIONARY = Encoding.PLAIN_DICTIONARY;

    private PageEncodings() {}

    static org.apache.parquet.format.Encoding inFormat(Encoding encoding) {
        return org.apache.parquet.format.Encoding.valueOf(encoding.name());
    }
}
