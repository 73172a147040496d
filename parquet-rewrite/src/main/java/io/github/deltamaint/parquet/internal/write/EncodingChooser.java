package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.Encodings;
import io.github.deltamaint.parquet.ValueKind;
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
    private static final int WINDOW = 4096;
    private static final int MOST_WINDOWS = 16;
    private static final int FEWEST_WINDOWS = 4;

    /** Ids that take less than this part of the plain values are not worth a second thought. */
    private static final int CLEAR_WIN = 8;

    private final Encodings allowed;
    private final PageCompressor compressor;
    private final ValueEncoder valueEncoder = new ValueEncoder();
    private final RankEncoder rankEncoder = new RankEncoder();
    private final PageBuffer page = new PageBuffer();

    EncodingChooser(Encodings allowed, PageCompressor compressor) {
        this.allowed = allowed;
        this.compressor = compressor;
    }

    /** A candidate and the bytes that it is expected to take. */
    record Choice(Encoding encoding, long bytes) {}

    /** The best encoding for ids of a dictionary: the ids themselves (PLAIN_DICTIONARY), or their values. */
    Choice choose(ColumnData data, SortedDictionary dictionary) {
        Leaf leaf = data.leaf();
        long idBytes = (long) data.valueCount() * HybridEncoder.width(dictionary.size()) / 8;
        long dictionaryBytes = plainBytes(leaf, dictionary.values());
        long averageBytes =
                Math.max(1, dictionaryBytes / Math.max(1, dictionary.values().size()));
        if ((idBytes + dictionaryBytes) * CLEAR_WIN <= averageBytes * data.valueCount()) {
            return new Choice(PageEncodings.DICTIONARY, idBytes + dictionaryBytes);
        }
        Choice asIds = dictionarySize(data, dictionary);
        Choice asValues = chooseValues(data, dictionary.values());
        return asValues.bytes() < asIds.bytes() ? asValues : asIds;
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

    private Choice dictionarySize(ColumnData data, SortedDictionary dictionary) {
        ValueVector sorted = new ValueVector(data.leaf().kind());
        Vectors.gather(dictionary.values(), dictionary.idsByRank(), 0, dictionary.size(), sorted);
        page.clear();
        valueEncoder.encode(data.leaf(), Encoding.PLAIN, sorted, 0, sorted.size(), page);
        long dictionaryBytes = compressor.compress(page).length();
        Windows windows = new Windows(data.valueCount());
        long sample = 0;
        for (int i = 0; i < windows.count(); i++) {
            page.clear();
            rankEncoder.encode(dictionary, data.ids(), windows.start(i), windows.length(), page);
            sample += compressor.compress(page).length();
        }
        return new Choice(PageEncodings.DICTIONARY, dictionaryBytes + windows.scale(sample));
    }

    /**
     * The best encoding without a dictionary.
     *
     * @param looked where ids are looked up; null if {@code data} holds values
     */
    Choice chooseValues(ColumnData data, @Nullable ValueVector looked) {
        Leaf leaf = data.leaf();
        Windows windows = new Windows(data.valueCount());
        Choice best = null;
        for (Encoding candidate : candidates(leaf)) {
            long sample = 0;
            for (int i = 0; i < windows.count(); i++) {
                page.clear();
                encodeWindow(data, looked, candidate, windows.start(i), windows.length());
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

    /** Windows of equal length, the first at the start and the last at the end of the values. */
    private record Windows(int values, int count, int length) {
        Windows(int values) {
            this(values, count(values), values == 0 ? 0 : Math.min(WINDOW, values / count(values)));
        }

        private static int count(int values) {
            int wanted = Math.max(FEWEST_WINDOWS, Math.min(MOST_WINDOWS, values / 8 / WINDOW));
            return values < FEWEST_WINDOWS * WINDOW ? Math.max(1, values / WINDOW) : wanted;
        }

        int start(int window) {
            return count == 1 ? 0 : (int) ((long) (values - length) * window / (count - 1));
        }

        long scale(long sample) {
            long sampled = (long) count * length;
            return sampled == 0 ? sample : (long) ((double) sample * values / sampled);
        }
    }
}
