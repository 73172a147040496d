package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.internal.read.RawPage;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of one leaf column into the pages of a column chunk: cuts them, encodes levels and values, compresses,
 * takes statistics and checksums. Used by one thread, for one chunk after the other.
 *
 * <p>{@link #start}, then perhaps {@link #dictionary}, then {@link #write} as often as wanted, then {@link #finish}. Pages are
 * of version 1 and begin with a record, so that the offset index can name their first rows.
 */
final class ColumnChunkWriter {
    private final int pageRows;
    private final int pageBytes;
    private final PageCutter cutter;
    private final PageCompressor compressor;
    private final ValueEncoder valueEncoder = new ValueEncoder();
    private final RankEncoder rankEncoder = new RankEncoder();
    private final PageBuffer page = new PageBuffer();
    private final PageBuffer header = new PageBuffer();
    private final CRC32 checksum = new CRC32();

    private @Nullable Chunk chunk;
    private int entriesWritten;
    private int valuesWritten;

    /** What is known of the chunk that is being written. */
    private static final class Chunk {
        final Leaf leaf;
        final PageOutput output;
        final ChunkStatistics statistics;
        final Bounds pageBounds;
        final ValueVector pageValues;
        final Map<Encoding, Integer> dataPages = new EnumMap<>(Encoding.class);

        @Nullable SortedDictionary dictionary;

        long dataPageOffset = -1;
        long entries;
        long compressedBytes;
        long uncompressedBytes;
        long containerNulls;

        Chunk(Leaf leaf, PageOutput output) {
            this.leaf = leaf;
            this.output = output;
            statistics = new ChunkStatistics(leaf);
            pageBounds = new Bounds(leaf);
            pageValues = new ValueVector(leaf.kind());
        }

        /** The position of the data page that is written next. */
        long startDataPage() {
            if (dataPageOffset < 0) {
                dataPageOffset = compressedBytes;
            }
            return compressedBytes;
        }
    }

    ColumnChunkWriter(WriteSettings settings, PageCompressor compressor) {
        pageRows = settings.pageRows();
        pageBytes = settings.pageBytes();
        cutter = new PageCutter(pageRows, pageBytes);
        this.compressor = compressor;
    }

    /** Starts a chunk. */
    void start(Leaf leaf, PageOutput output) {
        chunk = new Chunk(leaf, output);
    }

    private Chunk chunk() {
        return Objects.requireNonNull(chunk, "no chunk has been started");
    }

    /** Writes the dictionary page. Ids are from now on ids of {@code dictionary}. */
    void dictionary(SortedDictionary dictionary) throws IOException {
        Chunk current = chunk();
        current.dictionary = dictionary;
        page.clear();
        encodeDictionary(current.leaf, dictionary, page);
        PageHeader pageHeader = new PageHeader();
        pageHeader.setType(PageType.DICTIONARY_PAGE);
        pageHeader.setDictionary_page_header(
                new DictionaryPageHeader(dictionary.size(), PageEncodings.inFormat(PageEncodings.DICTIONARY))
                        .setIs_sorted(true));
        compressAndSend(current, pageHeader);
    }

    private void encodeDictionary(Leaf leaf, SortedDictionary dictionary, PageBuffer target) {
        ValueVector sorted = new ValueVector(leaf.kind());
        Vectors.gather(dictionary.values(), dictionary.idsByRank(), 0, dictionary.size(), sorted);
        valueEncoder.encode(leaf, Encoding.PLAIN, sorted, 0, sorted.size(), target);
    }

    /**
     * Writes all records of a column.
     *
     * @param encoding PLAIN_DICTIONARY for ids of the {@link #dictionary}
     * @param looked where ids are looked up that are written as values; null if {@code data} holds values, or ids that are
     *     written as such
     */
    void write(ColumnData data, Encoding encoding, @Nullable ValueVector looked) throws IOException {
        writePages(data, encoding, looked, true);
    }

    /**
     * Writes the records of a column page by page and removes from {@code data} what was written.
     *
     * @param encoding see {@link #write}
     * @param looked see {@link #write}
     * @param last whether the data has come to its end; if not, the rest that fills no page is kept
     */
    void writeFullPages(ColumnData data, Encoding encoding, @Nullable ValueVector looked, boolean last)
            throws IOException {
        writePages(data, encoding, looked, last);
        data.removeFirst(entriesWritten, valuesWritten);
    }

    /** Whether a page with PLAIN values is much like the pages that are cut here. */
    boolean isOfUsualSize(RawPage raw, int rows) {
        boolean large = 2L * rows >= pageRows || 2L * raw.uncompressedLength() >= pageBytes;
        return large && rows <= pageRows && raw.uncompressedLength() <= pageBytes + pageBytes / 8;
    }

    /**
     * Looks at the values of a page that is to be copied.
     *
     * @return whether they fill the page exactly; a page that has too little or too much is better written anew
     */
    boolean look(RawPage raw, int values) {
        Chunk current = chunk();
        current.pageBounds.clear();
        int length = raw.valuesTo() - raw.valuesFrom();
        if (isBinary(current.leaf)) {
            return current.pageBounds.addPlain(raw.body(), raw.valuesFrom(), raw.valuesTo(), values);
        }
        if (length != ((long) values * current.leaf.plainBits() + 7) / 8) {
            return false;
        }
        current.pageValues.clear();
        PlainValues.append(current.leaf, raw.body(), raw.valuesFrom(), values, current.pageValues);
        current.pageBounds.add(current.pageValues, 0, values);
        return true;
    }

    /**
     * Writes a page as it lies in another file, after {@link #look}.
     *
     * @param data the entries of the page, all of them and nothing else; their values are not needed
     */
    void writeCopy(ColumnData data, RawPage raw, int values) throws IOException {
        Chunk current = chunk();
        Slice slice = new Slice(0, data.entries(), 0, values, data.entries());
        long contentBytes =
                isBinary(current.leaf) ? raw.valuesTo() - raw.valuesFrom() - (long) Integer.BYTES * values : 0;
        long offset = current.startDataPage();
        send(
                current,
                dataPageHeader(slice.entries(), Encoding.PLAIN),
                raw.bytes(),
                raw.from(),
                raw.length(),
                raw.uncompressedLength());
        count(current, data, slice, Encoding.PLAIN, offset, contentBytes);
    }

    private void writePages(ColumnData data, Encoding encoding, @Nullable ValueVector looked, boolean last)
            throws IOException {
        Chunk current = chunk();
        entriesWritten = 0;
        valuesWritten = 0;
        int bits = encoding == PageEncodings.DICTIONARY
                ? HybridEncoder.width(Objects.requireNonNull(current.dictionary).size())
                : current.leaf.plainBits();
        PageCutter.ValueLengths lengths = lengths(data, encoding, looked);
        while (entriesWritten < data.entries()) {
            cutter.cut(data, entriesWritten, valuesWritten, bits, lengths);
            if (!cutter.isComplete() && !last) {
                return;
            }
            writeDataPage(current, data, encoding, looked);
            entriesWritten = cutter.entryEnd();
            valuesWritten = cutter.valueEnd();
        }
    }

    private static PageCutter.@Nullable ValueLengths lengths(
            ColumnData data, Encoding encoding, @Nullable ValueVector looked) {
        Leaf leaf = data.leaf();
        if (encoding == PageEncodings.DICTIONARY || leaf.kind() != ValueKind.BYTES || leaf.isFixedLengthBytes()) {
            return null;
        }
        return looked == null
                ? new PageCutter.ValueLengths(data.values().offsets(), null)
                : new PageCutter.ValueLengths(looked.offsets(), data.ids());
    }

    private void writeDataPage(Chunk current, ColumnData data, Encoding encoding, @Nullable ValueVector looked)
            throws IOException {
        Slice slice = new Slice(
                entriesWritten,
                cutter.entryEnd() - entriesWritten,
                valuesWritten,
                cutter.valueEnd() - valuesWritten,
                cutter.records());
        page.clear();
        encodeLevels(data, slice.entryFrom(), slice.entries(), slice.values(), page);
        long contentBytes = encodeValues(current, data, encoding, looked, slice.valueFrom(), slice.values());
        long offset = current.startDataPage();
        compressAndSend(current, dataPageHeader(slice.entries(), encoding));
        count(current, data, slice, encoding, offset, contentBytes);
    }

    /** The part of a column that a page holds. */
    private record Slice(int entryFrom, int entries, int valueFrom, int values, int records) {}

    private static PageHeader dataPageHeader(int entries, Encoding encoding) {
        PageHeader pageHeader = new PageHeader();
        pageHeader.setType(PageType.DATA_PAGE);
        pageHeader.setData_page_header(new DataPageHeader(
                entries,
                PageEncodings.inFormat(encoding),
                org.apache.parquet.format.Encoding.RLE,
                org.apache.parquet.format.Encoding.RLE));
        return pageHeader;
    }

    private static void count(
            Chunk current, ColumnData data, Slice slice, Encoding encoding, long offset, long contentBytes) {
        current.dataPages.merge(encoding, 1, Integer::sum);
        current.entries += slice.entries();
        LevelHistograms histograms = LevelHistograms.of(data, slice.entryFrom(), slice.entries(), slice.values());
        current.containerNulls += histograms.containerNulls();
        current.statistics.addPage(
                new PageLocation(
                        offset, Math.toIntExact(current.compressedBytes - offset), current.statistics.records()),
                slice.records(),
                slice.entries(),
                slice.values(),
                current.pageBounds,
                histograms.definition(),
                histograms.repetition(),
                contentBytes);
    }

    static void encodeLevels(ColumnData data, int from, int entries, int values, PageBuffer target) {
        Leaf leaf = data.leaf();
        if (!leaf.isFlat()) {
            int at = target.length();
            target.writeInt(0);
            int width = HybridEncoder.width(leaf.maxRepetitionLevel() + 1);
            LevelEncoder.encode(data.repetitionLevels(), from, entries, width, target);
            target.setInt(at, target.length() - at - 4);
        }
        if (leaf.maxDefinitionLevel() > 0) {
            int at = target.length();
            target.writeInt(0);
            int width = HybridEncoder.width(leaf.maxDefinitionLevel() + 1);
            if (values == entries) {
                LevelEncoder.encodeRun(leaf.maxDefinitionLevel(), entries, width, target);
            } else {
                LevelEncoder.encode(data.definitionLevels(), from, entries, width, target);
            }
            target.setInt(at, target.length() - at - 4);
        }
    }

    /** Returns the bytes of the content of BINARY values. */
    private long encodeValues(
            Chunk current, ColumnData data, Encoding encoding, @Nullable ValueVector looked, int from, int count) {
        Bounds bounds = current.pageBounds;
        bounds.clear();
        if (encoding == PageEncodings.DICTIONARY) {
            SortedDictionary sorted = Objects.requireNonNull(current.dictionary);
            rankEncoder.encode(sorted, data.ids(), from, count, page, bounds);
            return isBinary(current.leaf) ? contentBytes(sorted.lengths(), data.ids(), from, count) : 0;
        }
        ValueVector values = data.values();
        int start = from;
        if (looked != null) {
            values = current.pageValues;
            values.clear();
            Vectors.gather(looked, data.ids(), from, count, values);
            start = 0;
        }
        valueEncoder.encode(current.leaf, encoding, values, start, start + count, page);
        bounds.add(values, start, start + count);
        return current.leaf.kind() == ValueKind.BYTES
                ? values.offsets()[start + count] - (long) values.offsets()[start]
                : 0;
    }

    private static boolean isBinary(Leaf leaf) {
        return leaf.kind() == ValueKind.BYTES && !leaf.isFixedLengthBytes();
    }

    private static long contentBytes(int[] lengths, int[] ids, int from, int count) {
        long bytes = 0;
        for (int i = from; i < from + count; i++) {
            bytes += lengths[ids[i]];
        }
        return bytes;
    }

    private void compressAndSend(Chunk current, PageHeader pageHeader) throws IOException {
        PageBuffer compressed = compressor.compress(page);
        send(current, pageHeader, compressed.bytes(), 0, compressed.length(), page.length());
    }

    private void send(Chunk current, PageHeader pageHeader, byte[] bytes, int from, int length, int uncompressedLength)
            throws IOException {
        checksum.reset();
        checksum.update(bytes, from, length);
        pageHeader.setUncompressed_page_size(uncompressedLength);
        pageHeader.setCompressed_page_size(length);
        pageHeader.setCrc((int) checksum.getValue());
        header.clear();
        Util.writePageHeader(pageHeader, header);
        current.output.write(header.bytes(), 0, header.length());
        current.output.write(bytes, from, length);
        current.compressedBytes += header.length() + (long) length;
        current.uncompressedBytes += header.length() + (long) uncompressedLength;
    }

    /** Ends the chunk. */
    WrittenChunk finish() {
        Chunk current = chunk();
        chunk = null;
        return new WrittenChunk(
                current.leaf,
                current.entries,
                current.dictionary == null ? 0 : 1,
                Math.max(0, current.dataPageOffset),
                current.dataPages,
                current.compressedBytes,
                current.uncompressedBytes,
                current.statistics,
                current.containerNulls);
    }
}
