package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.read.RawPage;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * One leaf column of one row group on its way from entries to pages. Used by one thread, for one column chunk after the
 * other.
 *
 * <p>It starts by numbering distinct values. If they stay few, all ids are in memory at the end; then the dictionary is
 * sorted, the encoding is chosen and the pages are written. If there turn out to be too many, the dictionary is given up, and
 * from then on values go out page by page, so that a column of long unique strings never lies in memory as a whole. A column
 * that is {@linkplain #startHeld held} for records to be ordered is not written at all: it is handed over when it is complete.
 *
 * <p>The dictionary is given up when it is larger than allowed, or when its growth so far and a sample tell that the whole column
 * will be smaller without it.
 */
public final class ColumnPipeline {
    /** The number of values at which the dictionary is judged for the first time, then at each doubling. */
    private static final int FIRST_CHECK = 1 << 17;

    /** Pages of values held back until there is enough to choose their encoding by. */
    private static final int VALUES_TO_CHOOSE_BY = 1 << 16;

    private static final int KEPT_PIECE_BYTES = 8 << 20;

    /** A flat column has no repetition levels. */
    private static final byte[] NO_LEVELS = {};

    /** A dictionary that is expected to be this much larger than allowed is given up before it is. */
    private static final double EXCESS = 1.25;

    /** With so many values for each distinct one, a dictionary needs no estimate. */
    private static final int FEW_DISTINCT = 64;

    /** How a column is held that is not written as it comes. */
    public enum Hold {
        /** As ids if that is worthwhile, else as values. */
        IDS_OR_VALUES,
        /** As ids, however many distinct values there are. */
        IDS,
        /** As ids if that is worthwhile, else not at all. */
        IDS_OR_NOTHING,
        /** As values. */
        VALUES
    }

    private final WriteSettings settings;
    private final long dictionaryBytes;
    private final ColumnChunkWriter writer;
    private final EncodingChooser chooser;
    private final Map<ValueKind, DistinctValues> distinctByKind = new EnumMap<>(ValueKind.class);

    private ColumnData data;
    private Leaf leaf;
    private DistinctValues distinct;
    private ValueVector piece;
    private @Nullable Hold hold;
    private boolean numbering;
    private boolean mayHoldUnused;
    private @Nullable Encoding valueEncoding;
    private long expectedEntries;
    private int nextCheck;
    private int valuesBefore;
    private int distinctBefore;

    /**
     * A pipeline for chunks of any column; the first may be one of {@code firstLeaf}.
     *
     * @param mostDictionaryBytes limits dictionaries like the settings do, for the sake of memory
     */
    public ColumnPipeline(WriteSettings settings, long mostDictionaryBytes, PageCompressor compressor, Leaf firstLeaf) {
        this.settings = settings;
        dictionaryBytes = Math.min(settings.dictionaryBytes(), mostDictionaryBytes);
        writer = new ColumnChunkWriter(settings, compressor);
        chooser = new EncodingChooser(settings, compressor);
        leaf = firstLeaf;
        data = new ColumnData(firstLeaf);
        distinct = distinct(firstLeaf.kind());
        piece = new ValueVector(firstLeaf.kind());
    }

    private DistinctValues distinct(ValueKind kind) {
        return distinctByKind.computeIfAbsent(kind, k -> DistinctValues.of(k, dictionaryBytes));
    }

    /**
     * Starts a column chunk that is written as it comes.
     *
     * @param newExpectedEntries about how many entries it will have
     */
    public void start(Leaf newLeaf, PageOutput output, int newExpectedEntries) {
        writer.start(newLeaf, output);
        hold = null;
        begin(newLeaf, newExpectedEntries, dictionaryBytes > 0 && !newLeaf.isBoolean());
    }

    /**
     * Starts a column that is held until it is complete; it ends with {@link #endHeld()}.
     *
     * @param newExpectedEntries about how many entries it will have
     */
    public void startHeld(Leaf newLeaf, int newExpectedEntries, Hold how) {
        hold = how;
        begin(newLeaf, newExpectedEntries, how != Hold.VALUES);
    }

    private void begin(Leaf newLeaf, int newExpectedEntries, boolean numbers) {
        leaf = newLeaf;
        numbering = numbers;
        data.reset(leaf, numbering, newExpectedEntries);
        distinct = distinct(leaf.kind());
        distinct.clear();
        mayHoldUnused = false;
        valueEncoding = null;
        expectedEntries = newExpectedEntries;
        nextCheck = FIRST_CHECK / 2;
        valuesBefore = 0;
        distinctBefore = 0;
    }

    /** The bytes that the column takes in memory, without what has been written. */
    long bytes() {
        return data.bytes() + EncodingChooser.plainBytes(leaf, distinct.values());
    }

    /** The bytes that what has not been written may take in the file. */
    long unwrittenBytes() {
        if (!numbering) {
            return EncodingChooser.plainBytes(leaf, data.values());
        }
        return (long) data.valueCount() * HybridEncoder.width(distinct.size()) / 8
                + EncodingChooser.plainBytes(leaf, distinct.values());
    }

    /** Where entries go: as ids of {@link #distinct()} as long as {@link #isNumbering()}, then as values. */
    public ColumnData data() {
        return data;
    }

    /** Whether {@link #data()} takes ids; may change with every call of {@link #added()}. */
    public boolean isNumbering() {
        return numbering;
    }

    /** The values that ids stand for. */
    public DistinctValues distinct() {
        return distinct;
    }

    /** Says that {@link #distinct()} may hold values that no entry has. */
    public void mayHoldUnused() {
        mayHoldUnused = true;
    }

    /** An empty vector of the column's kind, for values on their way to {@link #addValues}. */
    public ValueVector emptyPiece() {
        if (piece.kind() != leaf.kind() || piece.bytes().length > KEPT_PIECE_BYTES) {
            piece = new ValueVector(leaf.kind());
        }
        piece.clear();
        return piece;
    }

    /** Adds values of entries that have been, or will be, added to {@link #data()}; {@link #added} is to be called after both. */
    public void addValues(ValueVector values, int from, int count) {
        if (numbering) {
            int[] ids = data.reserveIds(count);
            distinct.add(values, from, count, ids, data.valueCount());
            data.addedIds(count);
        } else {
            Vectors.append(values, from, count, data.values());
        }
    }

    /**
     * Writes a page of another file as it is, if that is like the pages of this column. If so, what was added before is
     * written first.
     *
     * @param raw a page with PLAIN values, compressed as the pages of this column are, of which every row survives
     * @param values how many values it has
     * @param entries its entries, which are its rows
     * @param definitionLevels of the entries; null if all have a value
     * @return false if it was not written
     */
    public boolean copy(RawPage raw, int values, int entries, byte @Nullable [] definitionLevels) throws IOException {
        boolean wanted = !numbering && hold == null && valueEncoding == Encoding.PLAIN;
        if (!wanted || !writer.isOfUsualSize(raw, entries)) {
            return false;
        }
        writer.writeFullPages(data, Encoding.PLAIN, null, true);
        if (!writer.look(raw, values)) {
            return false;
        }
        if (definitionLevels == null) {
            data.addPresent(entries, NO_LEVELS, 0);
        } else {
            data.addEntries(entries, definitionLevels, NO_LEVELS, 0);
        }
        writer.writeCopy(data, raw, values);
        data.removeFirst(entries, 0);
        return true;
    }

    /** To be called after entries were added to {@link #data()}, a page or so at a time. */
    public void added() throws IOException {
        if (numbering) {
            judgeDictionary();
        } else if (hold == null) {
            writeValues(false);
        } else if (hold == Hold.IDS_OR_NOTHING) {
            data.reset(leaf, false, 0);
        }
    }

    private void judgeDictionary() throws IOException {
        if (hold == Hold.IDS) {
            return;
        }
        if (EncodingChooser.plainBytes(leaf, distinct.values()) > dictionaryBytes) {
            giveUpDictionary(2L * distinct.size() < data.valueCount());
            return;
        }
        int values = data.valueCount();
        if (values < nextCheck) {
            return;
        }
        if (valuesBefore > 0 && !isWorthwhile()) {
            giveUpDictionary(2L * distinct.size() < values);
        }
        valuesBefore = values;
        distinctBefore = distinct.size();
        nextCheck = values > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : 2 * values;
    }

    /** Whether the whole column is likely to be smaller with a dictionary. */
    private boolean isWorthwhile() {
        int values = data.valueCount();
        double expectedValues = Math.max(values, (double) expectedEntries * values / Math.max(1, data.entries()));
        double expectedDistinct =
                DictionaryGrowth.expected(valuesBefore, distinctBefore, values, distinct.size(), expectedValues);
        double bytesOfOne = (double) EncodingChooser.plainBytes(leaf, distinct.values()) / distinct.size();
        if (expectedDistinct * bytesOfOne > dictionaryBytes * EXCESS) {
            return false;
        }
        if (expectedDistinct * FEW_DISTINCT < expectedValues
                || chooser.keepsDictionary(expectedDistinct, expectedValues)) {
            return true;
        }
        EncodingChooser.Choice asValues = chooser.chooseValues(data, distinct.values());
        double ratio = (double) asValues.bytes() / EncodingChooser.plainBytes(leaf, distinct.values(), data);
        double valueBytes = asValues.bytes() * expectedValues / values;
        double idBytes = expectedValues * HybridEncoder.width((int) Math.min(1 << 30, expectedDistinct)) / 8;
        return expectedDistinct * bytesOfOne * Math.min(1, ratio) + idBytes < valueBytes;
    }

    private SortedDictionary dictionary() {
        return SortedDictionary.of(leaf, distinct, mayHoldUnused ? used() : null);
    }

    private boolean[] used() {
        boolean[] used = new boolean[distinct.size()];
        int[] ids = data.ids();
        for (int i = 0; i < data.valueCount(); i++) {
            used[ids[i]] = true;
        }
        return used;
    }

    /**
     * What was numbered so far is written; what comes is not numbered any more.
     *
     * @param keepSoFar whether what was numbered may be written with its dictionary
     */
    private void giveUpDictionary(boolean keepSoFar) throws IOException {
        numbering = false;
        if (hold == null && data.valueCount() > 0) {
            Encoding encoding = keepSoFar ? writeDictionaryIfSmaller() : chooseValues();
            ValueVector looked = encoding == PageEncodings.DICTIONARY ? null : distinct.values();
            writer.writeFullPages(data, encoding, looked, false);
        }
        if (hold == Hold.IDS_OR_NOTHING) {
            data.reset(leaf, false, 0);
        } else {
            data.lookUpIds(distinct.values());
        }
        distinct.clear();
    }

    private Encoding writeDictionaryIfSmaller() throws IOException {
        SortedDictionary dictionary = dictionary();
        if (chooser.choose(data, dictionary).encoding() != PageEncodings.DICTIONARY) {
            return chooseValues();
        }
        writer.dictionary(dictionary);
        return PageEncodings.DICTIONARY;
    }

    private Encoding chooseValues() {
        Encoding chosen = chooser.chooseValues(data, distinct.values()).encoding();
        valueEncoding = chosen;
        return chosen;
    }

    private void writeValues(boolean last) throws IOException {
        Encoding encoding = valueEncoding;
        if (encoding == null) {
            if (!last && chooser.hasChoice(leaf) && data.valueCount() < VALUES_TO_CHOOSE_BY && isSmall()) {
                return;
            }
            encoding = chooser.chooseValues(data, null).encoding();
            valueEncoding = encoding;
        }
        writer.writeFullPages(data, encoding, null, last);
    }

    private boolean isSmall() {
        return data.entries() < VALUES_TO_CHOOSE_BY
                && (leaf.kind() != ValueKind.BYTES || data.values().byteCount() < settings.pageBytes());
    }

    /** Writes what is left and ends the chunk. */
    public WrittenChunk finish() throws IOException {
        if (numbering && data.valueCount() > 0) {
            writeNumbered();
        } else {
            if (numbering) {
                data.lookUpIds(distinct.values());
            }
            writeValues(true);
        }
        return writer.finish();
    }

    private void writeNumbered() throws IOException {
        SortedDictionary dictionary = dictionary();
        Encoding encoding = chooser.choose(data, dictionary).encoding();
        if (encoding == PageEncodings.DICTIONARY) {
            writer.dictionary(dictionary);
            writer.write(data, encoding, null);
        } else {
            writer.write(data, encoding, distinct.values());
        }
    }

    /** Hands over a column that was {@linkplain #startHeld held}; null if it is held {@linkplain Hold#IDS_OR_NOTHING not at all}. */
    public @Nullable HeldColumn endHeld() {
        if (!numbering && hold == Hold.IDS_OR_NOTHING) {
            return null;
        }
        if (!numbering) {
            return new StoredColumn(takeData(), null);
        }
        SortedDictionary dictionary = dictionary();
        if (leaf.isFlat()) {
            return CodedColumn.of(data, dictionary);
        }
        data.mapIds(dictionary.ranksById());
        return new StoredColumn(takeData(), dictionary.detached(leaf));
    }

    private ColumnData takeData() {
        ColumnData taken = data;
        data = new ColumnData(leaf);
        return taken;
    }
}
