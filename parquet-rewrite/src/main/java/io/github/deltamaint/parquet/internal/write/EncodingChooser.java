package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.Dictionaries;
import io.github.deltamaint.parquet.Encodings;
import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.util.List;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the encoding of a column by the compressed bytes of each candidate, measured on windows of consecutive values that
 * are spread evenly over the column and really encoded and compressed. A dictionary is compressed as a whole and counted
 * in. Of equal candidates the first wins: dictionary, PLAIN, then the others.
 */
final class EncodingChooser {
    /** Ids that take less than this part of the plain values are not worth a second thought. */
    private static final int CLEAR_WIN = 8;

    /** How often each value must occur on average for a dictionary that is wanted wherever values repeat. */
    private static final int REPEATED = 2;

    private final Encodings allowed;
    private final Dictionaries dictionaries;
    private final PageCompressor compressor;
    private final ValueEncoder valueEncoder = new ValueEncoder();
    private final RankEncoder rankEncoder = new RankEncoder();
    private final PageBuffer page = new PageBuffer();

    EncodingChooser(WriteSettings settings, PageCompressor compressor) {
        allowed = settings.encodings();
        dictionaries = settings.dictionaries();
        this.compressor = compressor;
    }

    /** A candidate and the bytes that it is expected to take. */
    record Choice(Encoding encoding, long bytes) {}

    /** The best encoding for ids of a dictionary: the ids themselves (PLAIN_DICTIONARY), or their values. */
    Choice choose(ColumnData data, SortedDictionary dictionary) {
        SampleWindows windows = SampleWindows.over(data.valueCount());
        if (needsNoSecondThought(data.leaf(), dictionary, windows.values())) {
            return new Choice(
                    PageEncodings.DICTIONARY,
                    idBytes(dictionary, windows.values()) + plainBytes(data.leaf(), dictionary.values()));
        }
        return smaller(data, windows, WindowLevels.NONE, dictionary, dictionaryPageBytes(data.leaf(), dictionary));
    }

    /**
     * As {@link #choose}, with the bytes always measured.
     *
     * @param data holds nothing but the windows
     * @param levels the levels of the windows: codecs compress the same values otherwise behind them
     * @param dictionaryPageBytes what the dictionary takes, see {@link #dictionaryPageBytes}
     */
    Choice measure(
            ColumnData data,
            SampleWindows windows,
            WindowLevels levels,
            SortedDictionary dictionary,
            long dictionaryPageBytes) {
        if (needsNoSecondThought(data.leaf(), dictionary, windows.values())) {
            return asIds(data, windows, levels, dictionary, dictionaryPageBytes);
        }
        return smaller(data, windows, levels, dictionary, dictionaryPageBytes);
    }

    private Choice smaller(
            ColumnData data,
            SampleWindows windows,
            WindowLevels levels,
            SortedDictionary dictionary,
            long dictionaryPageBytes) {
        Choice asIds = asIds(data, windows, levels, dictionary, dictionaryPageBytes);
        Choice asValues = chooseValues(data, windows, levels, dictionary.values());
        return asValues.bytes() < asIds.bytes() ? asValues : asIds;
    }

    private boolean needsNoSecondThought(Leaf leaf, SortedDictionary dictionary, long values) {
        if (keepsDictionary(dictionary.size(), (double) values)) {
            return true;
        }
        long dictionaryBytes = plainBytes(leaf, dictionary.values());
        long averageBytes =
                Math.max(1, dictionaryBytes / Math.max(1, dictionary.values().size()));
        return (idBytes(dictionary, values) + dictionaryBytes) * CLEAR_WIN <= averageBytes * values;
    }

    /** Whether a dictionary is wanted even if it does not make the column smaller. */
    boolean keepsDictionary(double distinct, double values) {
        return dictionaries == Dictionaries.WHERE_VALUES_REPEAT && REPEATED * distinct <= values;
    }

    private static long idBytes(SortedDictionary dictionary, long values) {
        return values * HybridEncoder.width(dictionary.size()) / 8;
    }

    /** The bytes that values take in the PLAIN encoding. */
    static long plainBytes(Leaf leaf, ValueVector values) {
        long content = leaf.kind() == ValueKind.BYTES && !leaf.isFixedLengthBytes() ? values.byteCount() : 0;
        return (long) values.size() * leaf.plainBits() / 8 + content;
    }

    /** The bytes that the values of ids take in the PLAIN encoding, on average of the dictionary. */
    static double plainBytes(Leaf leaf, ValueVector dictionary, ColumnData data) {
        return (double) plainBytes(leaf, dictionary) / Math.max(1, dictionary.size()) * data.valueCount();
    }

    /** The bytes of a dictionary page, compressed. */
    long dictionaryPageBytes(Leaf leaf, SortedDictionary dictionary) {
        ValueVector sorted = new ValueVector(leaf.kind());
        Vectors.gather(dictionary.values(), dictionary.idsByRank(), 0, dictionary.size(), sorted);
        page.clear();
        valueEncoder.encode(leaf, Encoding.PLAIN, sorted, 0, sorted.size(), page);
        return compressor.compress(page).length();
    }

    private Choice asIds(
            ColumnData data,
            SampleWindows windows,
            WindowLevels levels,
            SortedDictionary dictionary,
            long dictionaryPageBytes) {
        long sample = 0;
        for (int i = 0; i < windows.count(); i++) {
            page.clear();
            levels.append(i, page);
            rankEncoder.encode(dictionary, data.ids(), windows.start(i), windows.length(i), page);
            sample += compressor.compress(page).length();
        }
        return new Choice(PageEncodings.DICTIONARY, dictionaryPageBytes + windows.scale(sample));
    }

    /**
     * The best encoding without a dictionary.
     *
     * @param looked where ids are looked up; null if {@code data} holds values
     */
    Choice chooseValues(ColumnData data, @Nullable ValueVector looked) {
        return chooseValues(data, SampleWindows.over(data.valueCount()), WindowLevels.NONE, looked);
    }

    /** As {@link #chooseValues(ColumnData, ValueVector)}, judged by the given windows with their levels. */
    Choice chooseValues(ColumnData data, SampleWindows windows, WindowLevels levels, @Nullable ValueVector looked) {
        Leaf leaf = data.leaf();
        Choice best = null;
        for (Encoding candidate : candidates(leaf)) {
            long sample = 0;
            for (int i = 0; i < windows.count(); i++) {
                page.clear();
                levels.append(i, page);
                encodeWindow(data, looked, candidate, windows.start(i), windows.length(i));
                sample += compressor.compress(page).length();
            }
            if (best == null || windows.scale(sample) < best.bytes()) {
                best = new Choice(candidate, windows.scale(sample));
            }
        }
        return best == null ? new Choice(Encoding.PLAIN, 0) : best;
    }

    private void encodeWindow(ColumnData data, @Nullable ValueVector looked, Encoding encoding, int start, int length) {
        if (looked == null) {
            valueEncoder.encode(data.leaf(), encoding, data.values(), start, start + length, page);
        } else {
            ValueVector values = new ValueVector(data.leaf().kind());
            Vectors.gather(looked, data.ids(), start, length, values);
            valueEncoder.encode(data.leaf(), encoding, values, 0, length, page);
        }
    }

    /** Whether there is more than one encoding without a dictionary for a column. */
    boolean hasChoice(Leaf leaf) {
        return candidates(leaf).size() > 1;
    }

    private List<Encoding> candidates(Leaf leaf) {
        if (allowed == Encodings.BASELINE) {
            return List.of(Encoding.PLAIN);
        }
        PrimitiveTypeName type = leaf.type().getPrimitiveTypeName();
        return switch (type) {
            case INT32, INT64 -> List.of(Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED);
            case FLOAT, DOUBLE -> List.of(Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT);
            // DuckDB does not read decimals that are encoded as differences.
            case BINARY ->
                leaf.order() == ValueOrder.SIGNED_BYTES
                        ? List.of(Encoding.PLAIN)
                        : List.of(Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY);
            case BOOLEAN, INT96, FIXED_LEN_BYTE_ARRAY -> List.of(Encoding.PLAIN);
        };
    }
}
