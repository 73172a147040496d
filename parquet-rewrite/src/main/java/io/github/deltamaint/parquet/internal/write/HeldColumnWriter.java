package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.io.IOException;
import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/** Writes held columns with their records in any order, and measures beforehand what that will take. Used by one thread. */
public final class HeldColumnWriter {
    /** How many records are gathered at a time: they should stay in the cache. */
    private static final int GATHERED_RECORDS = 20_000;

    private final int dictionaryBytes;
    private final int pageRows;
    private final ColumnChunkWriter writer;
    private final EncodingChooser chooser;
    private int[] batch = new int[GATHERED_RECORDS];
    private final ColumnData sample;
    private ColumnData data;
    private RunCounter runs = new RunCounter();
    private boolean started;

    /**
     * A writer for any column; the first may be {@code firstLeaf}.
     *
     * @param mostDictionaryBytes limits dictionaries like the settings do, for the sake of memory
     */
    public HeldColumnWriter(
            WriteSettings settings, long mostDictionaryBytes, PageCompressor compressor, Leaf firstLeaf) {
        dictionaryBytes = (int) Math.min(settings.dictionaryBytes(), mostDictionaryBytes);
        pageRows = settings.pageRows();
        writer = new ColumnChunkWriter(settings, compressor);
        chooser = new EncodingChooser(settings, compressor);
        sample = new ColumnData(firstLeaf);
        data = new ColumnData(firstLeaf);
    }

    /**
     * How a column is best encoded, and what it then takes.
     *
     * @param bytes its pages with levels, estimated from windows of consecutive records; without page headers
     */
    public record Estimate(Encoding encoding, long bytes) {}

    /**
     * Measures a column.
     *
     * @param order record {@code i} of the output is record {@code order[i]} of the column; null for the order in which it is held
     * @param dictionaryPageBytes see {@link #dictionaryPageBytes}
     */
    public Estimate measure(HeldColumn column, int @Nullable [] order, long dictionaryPageBytes) {
        return measure(column, order, windows(column.rows()), dictionaryPageBytes);
    }

    /** The windows by which orders of so many records are compared. */
    public SampleWindows windows(int records) {
        return SampleWindows.forOrders(records, pageRows);
    }

    /**
     * Measures a column by windows of consecutive records.
     *
     * @param order for one window after the other, which records of the column are in it
     * @param ends where each window ends in {@code order}
     * @param rows how many records the whole column has
     * @param dictionaryPageBytes see {@link #dictionaryPageBytes}
     */
    public Estimate measureWindows(HeldColumn column, int[] order, int[] ends, long rows, long dictionaryPageBytes) {
        return measure(column, order, SampleWindows.consecutive(ends, rows), dictionaryPageBytes);
    }

    private Estimate measure(HeldColumn column, int @Nullable [] order, SampleWindows rows, long dictionaryPageBytes) {
        sample.reset(column.leaf(), column.dictionary() != null, 0);
        int[] valueEnds = new int[rows.count()];
        WindowLevels levels = new WindowLevels(rows.count());
        for (int i = 0; i < rows.count(); i++) {
            int entriesBefore = sample.entries();
            int valuesBefore = sample.valueCount();
            column.append(picked(order, rows.start(i), rows.length(i)), 0, rows.length(i), sample);
            valueEnds[i] = sample.valueCount();
            levels.add(sample, entriesBefore, sample.entries() - entriesBefore, sample.valueCount() - valuesBefore);
        }
        EncodingChooser.Choice choice = choose(column, rows.ofValues(valueEnds), levels, dictionaryPageBytes);
        return new Estimate(choice.encoding(), choice.bytes());
    }

    private EncodingChooser.Choice choose(
            HeldColumn column, SampleWindows windows, WindowLevels levels, long dictionaryPageBytes) {
        SortedDictionary dictionary = column.dictionary();
        if (dictionary == null
                || dictionary.size() == 0
                || column.leaf().isBoolean()
                || EncodingChooser.plainBytes(column.leaf(), dictionary.values()) > dictionaryBytes) {
            return chooser.chooseValues(sample, windows, levels, column.looked());
        }
        return chooser.measure(sample, windows, levels, dictionary, dictionaryPageBytes);
    }

    /** The bytes of the dictionary page of a column, compressed; 0 if it has none. */
    public long dictionaryPageBytes(HeldColumn column) {
        SortedDictionary dictionary = column.dictionary();
        return dictionary == null ? 0 : chooser.dictionaryPageBytes(column.leaf(), dictionary);
    }

    /** The records at the places {@code [from, from + count)} of the output. */
    private int[] picked(int @Nullable [] order, int from, int count) {
        if (batch.length < count) {
            batch = new int[count];
        }
        for (int i = 0; i < count; i++) {
            batch[i] = order == null ? from + i : order[from + i];
        }
        return batch;
    }

    /**
     * A column that is written.
     *
     * @param runs of a {@link CodedColumn}: how often the code changes from one record to the next, plus one; else 0
     */
    public record Written(WrittenChunk chunk, long runs) {}

    /**
     * Writes a column.
     *
     * @param order see {@link #measure}
     * @param encoding as {@link #measure} found
     */
    public Written write(HeldColumn column, int @Nullable [] order, Encoding encoding, PageOutput output)
            throws IOException {
        start(column.leaf(), output);
        append(column, order, encoding, true);
        return finish();
    }

    /**
     * Writes some records as a column of their own, quickly: nothing is measured, ids are written if the dictionary is small beside the records.
     *
     * @param order which record comes at each place
     * @param from the place of the first record
     * @param to the place behind the last one
     */
    public WrittenChunk writeSome(HeldColumn column, int[] order, int from, int to, PageOutput output)
            throws IOException {
        SortedDictionary dictionary = column.dictionary();
        double values = (double) column.valueCount() * (to - from) / column.rows();
        boolean asIds = dictionary != null
                && dictionary.size() > 0
                && !column.leaf().isBoolean()
                && 2.0 * dictionary.size() <= values
                && EncodingChooser.plainBytes(column.leaf(), dictionary.values()) <= dictionaryBytes;
        start(column.leaf(), output);
        append(column, order, from, to, asIds ? PageEncodings.DICTIONARY : Encoding.PLAIN, true);
        return finish().chunk();
    }

    /** Starts a column that is written in parts. */
    public void start(Leaf leaf, PageOutput output) {
        writer.start(leaf, output);
        data = new ColumnData(leaf);
        runs = new RunCounter();
        started = false;
    }

    /**
     * Writes a part of a column.
     *
     * @param column its records; if they are ids, there must be no other part
     * @param order see {@link #measure}
     * @param encoding the same for all parts
     * @param last whether this is the last part
     */
    public void append(HeldColumn column, int @Nullable [] order, Encoding encoding, boolean last) throws IOException {
        append(column, order, 0, column.rows(), encoding, last);
    }

    private void append(HeldColumn column, int @Nullable [] order, int from, int to, Encoding encoding, boolean last)
            throws IOException {
        SortedDictionary dictionary = column.dictionary();
        ValueVector looked = column.looked();
        if (!started) {
            data.reset(column.leaf(), dictionary != null, 0);
            started = true;
        }
        if (dictionary != null && encoding == PageEncodings.DICTIONARY) {
            writer.dictionary(dictionary);
            looked = null;
        }
        for (int at = from; at < to; at += GATHERED_RECORDS) {
            int step = Math.min(GATHERED_RECORDS, to - at);
            if (order == null) {
                column.append(at, step, data);
            } else {
                column.append(order, at, step, data);
            }
            if (column instanceof CodedColumn coded) {
                runs.add(coded.lastCodes(), step);
            }
            writer.writeFullPages(data, encoding, looked, last && at + step == to);
        }
    }

    /** Ends a column. */
    public Written finish() {
        return new Written(writer.finish(), runs.runs());
    }
}
