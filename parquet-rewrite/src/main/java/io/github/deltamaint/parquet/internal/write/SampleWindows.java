package io.github.deltamaint.parquet.internal.write;

/** Windows of consecutive values that stand for a column, or of consecutive records that stand for a row group. */
public final class SampleWindows {
    private static final int WINDOW = 4096;
    private static final int MOST_WINDOWS = 16;
    private static final int FEWEST_WINDOWS = 4;
    private static final int LARGE_WINDOW = 8192;
    private static final int MOST_RECORDS = 1 << 16;

    /** Pages with fewer records are not measured one by one. */
    private static final int LEAST_PAGE = 256;

    private final int[] starts;
    private final int[] lengths;
    private final long values;

    /** How many values of the whole column one value of the windows stands for. */
    private final double scale;

    private SampleWindows(int[] starts, int[] lengths, long values) {
        this(starts, lengths, values, scale(lengths, values));
    }

    private SampleWindows(int[] starts, int[] lengths, long values, double scale) {
        this.starts = starts;
        this.lengths = lengths;
        this.values = values;
        this.scale = scale;
    }

    private static double scale(int[] lengths, long values) {
        long sampled = 0;
        for (int length : lengths) {
            sampled += length;
        }
        return sampled == 0 ? 1 : (double) values / sampled;
    }

    /** Windows of equal length that are spread evenly: the first at the start and the last at the end of {@code values} values. */
    static SampleWindows over(int values) {
        int wanted = Math.max(FEWEST_WINDOWS, Math.min(MOST_WINDOWS, values / 8 / WINDOW));
        int count = values < FEWEST_WINDOWS * WINDOW ? Math.max(1, values / WINDOW) : wanted;
        return evenly(values, count, WINDOW);
    }

    /**
     * Windows for comparing orders of records: larger ones than those of {@link #over}, because codecs compress short pages differently. All
     * records if they are not many, page by page.
     *
     * @param pageRows the most records of a page
     */
    public static SampleWindows forOrders(int records, int pageRows) {
        if (records <= MOST_RECORDS) {
            return pages(records, pageRows < LEAST_PAGE ? WINDOW / pageRows * pageRows : pageRows);
        }
        return evenly(records, MOST_RECORDS / LARGE_WINDOW, LARGE_WINDOW);
    }

    private static SampleWindows pages(int records, int ofPage) {
        int count = (int) Math.max(1, (records + (long) ofPage - 1) / ofPage);
        int[] ends = new int[count];
        for (int page = 0; page < count; page++) {
            ends[page] = (int) Math.min(records, (page + 1L) * ofPage);
        }
        return consecutive(ends, records);
    }

    private static SampleWindows evenly(int values, int count, int longest) {
        int length = Math.min(longest, values / count);
        int[] starts = new int[count];
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            starts[i] = count == 1 ? 0 : (int) ((long) (values - length) * i / (count - 1));
            lengths[i] = values == 0 ? 0 : length;
        }
        return new SampleWindows(starts, lengths, values);
    }

    /**
     * Windows that lie one behind the other, as they do after they were copied out of a column.
     *
     * @param ends where each ends; the first starts at 0
     * @param values how many values the whole column has
     */
    static SampleWindows consecutive(int[] ends, long values) {
        return new SampleWindows(starts(ends), lengths(ends), values);
    }

    /**
     * The windows of the values that windows of records have.
     *
     * @param ends where the values of each window end; those of the first start at 0
     */
    SampleWindows ofValues(int[] ends) {
        return new SampleWindows(
                starts(ends), lengths(ends), scale(ends.length == 0 ? 0 : ends[ends.length - 1]), scale);
    }

    private static int[] starts(int[] ends) {
        int[] starts = new int[ends.length];
        for (int i = 1; i < ends.length; i++) {
            starts[i] = ends[i - 1];
        }
        return starts;
    }

    private static int[] lengths(int[] ends) {
        int[] lengths = ends.clone();
        for (int i = 1; i < ends.length; i++) {
            lengths[i] -= ends[i - 1];
        }
        return lengths;
    }

    /** How many values the whole column has. */
    long values() {
        return values;
    }

    /** The number of windows. */
    public int count() {
        return starts.length;
    }

    /** Where a window starts. */
    public int start(int window) {
        return starts[window];
    }

    /** How many values, or records, a window has. */
    public int length(int window) {
        return lengths[window];
    }

    /** What the whole column takes if all windows together take {@code sample}. */
    long scale(long sample) {
        return (long) (sample * scale);
    }
}
