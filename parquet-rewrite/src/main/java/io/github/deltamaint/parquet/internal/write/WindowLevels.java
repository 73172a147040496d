package io.github.deltamaint.parquet.internal.write;

/** The encoded levels of windows of records, as they stand before the values in a page. */
final class WindowLevels {
    /** No levels at all. */
    static final WindowLevels NONE = new WindowLevels(0);

    private final PageBuffer encoded = new PageBuffer();
    private final int[] ends;
    private int windows;

    /** For up to {@code windows} windows. */
    WindowLevels(int windows) {
        ends = new int[windows];
    }

    /**
     * Adds the next window.
     *
     * @param from its first entry
     * @param values how many of its entries have a value
     */
    void add(ColumnData data, int from, int entries, int values) {
        ColumnChunkWriter.encodeLevels(data, from, entries, values, encoded);
        ends[windows++] = encoded.length();
    }

    /** Appends the levels of a window to a page; nothing if there are none. */
    void append(int window, PageBuffer page) {
        if (windows > 0) {
            int from = window == 0 ? 0 : ends[window - 1];
            page.write(encoded.bytes(), from, ends[window] - from);
        }
    }
}
