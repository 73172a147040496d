package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ProjectedLeaf;
import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * A chunk that is in the file: of the column itself or, for a column that the file lacks, of a neighbour that lends its levels.
 */
final class PagedChunkReader extends ChunkReader {
    private final ProjectedLeaf leaf;
    private final ColumnChunkMetaData chunk;
    private final long records;
    private final PageStream pages;
    private final LevelPage levels;
    private final boolean missing;
    private final boolean mapped;
    private final boolean deeper;
    private final int fileMaxDefinition;
    private final @Nullable PageValues values;
    private final ValueVector empty;
    private final boolean allNull;
    /** Whether neither levels nor values are translated, in a column without repetition. */
    private final boolean takenOver;

    private long entriesRead;
    private long recordsRead;
    /** The last data page that was come to: where it starts, and what comes before it. */
    private long pageStart;

    private long pageStartEntries;
    private long pageStartRecords;
    private long dictionaryStart;
    private long dictionaryEnd;
    private long wantedRecords = Long.MAX_VALUE;
    /** Whether a page is current, loaded by {@link #skipRecords} or {@link #nextPage}. */
    private boolean pending;
    /** Whether the entries that continue the record before are to be dropped, since that record was skipped. */
    private boolean dropContinuation;

    private boolean valuesStarted;
    private org.apache.parquet.format.Encoding pageEncoding = org.apache.parquet.format.Encoding.PLAIN;
    private int pageValuesInFile;
    private int uniformDefinition;
    /** Whether the page is one of version 1 with PLAIN values, so that {@link #rawPage} may give it away. */
    private boolean plainPage;

    PagedChunkReader(ParquetFile file, ByteSource source, int rowGroup, ProjectedLeaf leaf, PageBuffers buffers)
            throws IOException {
        ColumnDescriptor column = file.columns().get(leaf.fileLeaf());
        this.leaf = leaf;
        chunk = file.chunk(rowGroup, leaf.fileLeaf());
        records = file.rowCount(rowGroup);
        pages = new PageStream(file, source, rowGroup, leaf.fileLeaf(), buffers);
        fileMaxDefinition = column.getMaxDefinitionLevel();
        levels = new LevelPage(column.getMaxRepetitionLevel(), fileMaxDefinition, buffers);
        missing = leaf.isMissing();
        mapped = !isIdentity(leaf, fileMaxDefinition);
        deeper = leaf.maxRepetitionLevel() < column.getMaxRepetitionLevel();
        values = missing ? null : new PageValues(leaf.conversion());
        empty = new ValueVector(kind());
        takenOver = !missing
                && !mapped
                && column.getMaxRepetitionLevel() == 0
                && leaf.target().getMaxDefinitionLevel() == fileMaxDefinition
                && leaf.conversion().isIdentity()
                && leaf.conversion().from().getPrimitiveTypeName()
                        == leaf.conversion().to().getPrimitiveTypeName();
        allNull = chunk.getValueCount() > 0 && nullCount() == chunk.getValueCount();
    }

    /** The number of nulls as the footer says, or -1. */
    private long nullCount() {
        Statistics<?> statistics = chunk.getStatistics();
        return statistics != null && statistics.isNumNullsSet() ? statistics.getNumNulls() : -1;
    }

    private static boolean isIdentity(ProjectedLeaf leaf, int maxDefinition) {
        for (int level = 0; level <= maxDefinition; level++) {
            if (leaf.definitionLevel(level) != level) {
                return false;
            }
        }
        return true;
    }

    @Override
    public ColumnDescriptor target() {
        return leaf.target();
    }

    @Override
    public ValueKind kind() {
        return ValueKind.of(leaf.target().getPrimitiveType().getPrimitiveTypeName());
    }

    @Override
    public long records() {
        return records;
    }

    @Override
    public long levels() {
        return chunk.getValueCount();
    }

    @Override
    public long compressedBytes() {
        return missing ? 0 : chunk.getTotalSize();
    }

    @Override
    public long uncompressedBytes() {
        return missing ? 0 : chunk.getTotalUncompressedSize();
    }

    @Override
    public boolean onlyDictionaryPages() {
        if (missing || allNull) {
            return true;
        }
        EncodingStats stats = chunk.getEncodingStats();
        if (stats != null) {
            return stats.hasDictionaryPages()
                    && stats.hasDictionaryEncodedPages()
                    && !stats.hasNonDictionaryEncodedPages();
        }
        // Without statistics, PLAIN may be the dictionary's own encoding or that of data pages.
        Set<Encoding> encodings = chunk.getEncodings();
        return encodings.stream().anyMatch(Encoding::usesDictionary)
                && encodings.stream()
                        .allMatch(e -> e.usesDictionary()
                                || e.name().equals("RLE")
                                || e.name().equals("BIT_PACKED"));
    }

    @Override
    public @Nullable ValueVector dictionary() throws IOException {
        if (values == null || allNull) {
            return empty;
        }
        if (values.dictionary() == null && entriesRead == 0 && !pending && chunk.getValueCount() > 0) {
            expectWanted();
            pages.readHeader();
            if (pages.header.type == PageHeader.DICTIONARY_PAGE) {
                readDictionary();
            }
        }
        return values.dictionary();
    }

    private void readDictionary() throws IOException {
        dictionaryStart = pages.position();
        if (values != null) {
            pages.loadBody();
            try {
                values.readDictionary(
                        pages.body(), pages.from(), pages.to(), pages.header.values, pages.header.encoding());
            } catch (MalformedDataException e) {
                throw pages.corrupt(e);
            } catch (ArithmeticException e) {
                throw pages.unsupported(String.valueOf(e.getMessage()));
            }
        }
        pages.nextPage();
        dictionaryEnd = pages.position();
    }

    @Override
    public void start(PagePlace place) throws IOException {
        if (place.dictionaryEnd() > 0 && !missing) {
            pages.moveTo(place.dictionaryStart());
            pages.expectUpTo(place.dictionaryEnd());
            pages.readHeader();
            if (pages.header.type != PageHeader.DICTIONARY_PAGE) {
                throw pages.corrupt("there was a dictionary before; the file has been changed");
            }
            readDictionary();
        }
        pages.moveTo(place.position());
        entriesRead = place.entries();
        recordsRead = place.records();
        dropContinuation = true;
    }

    @Override
    public @Nullable PagePlace place(long record) {
        if (recordsRead <= record) {
            return place(pages.position(), entriesRead, recordsRead);
        }
        return pageStart > 0 && pageStartRecords <= record
                ? place(pageStart, pageStartEntries, pageStartRecords)
                : null;
    }

    private PagePlace place(long position, long entriesBefore, long recordsBefore) {
        boolean isBehindDictionary = dictionaryEnd <= position;
        return new PagePlace(
                position,
                entriesBefore,
                recordsBefore,
                isBehindDictionary ? dictionaryStart : 0,
                isBehindDictionary ? dictionaryEnd : 0);
    }

    @Override
    public void readUpTo(long record) {
        wantedRecords = record;
    }

    /** Has the pages read ahead as far as the records that are wanted seem to reach. */
    private void expectWanted() {
        long wanted = Math.max(0, wantedRecords - recordsRead);
        long left = records - recordsRead;
        pages.expect(wanted < left ? (double) wanted / left : 1);
    }

    @Override
    public boolean nextPage() throws IOException {
        if (pending && present()) {
            return true;
        }
        while (readDataHeader()) {
            loadLevels();
            if (deeper) {
                levels.dropDeeper(leaf.maxRepetitionLevel());
            }
            if (dropContinuation) {
                levels.dropRecords(0);
                dropContinuation = levels.entries() == 0;
            }
            if (present()) {
                return true;
            }
        }
        checkRecords();
        return false;
    }

    /** At the end of the chunk. */
    private void checkRecords() throws CorruptFileException {
        if (recordsRead != records) {
            throw pages.corrupt("the chunk has " + recordsRead + " records, its row group " + records);
        }
    }

    /** Goes to the header of the next data page; false if all entries have been read. */
    private boolean readDataHeader() throws IOException {
        while (entriesRead < chunk.getValueCount()) {
            expectWanted();
            pages.readHeader();
            switch (pages.header.type) {
                case PageHeader.DICTIONARY_PAGE -> readDictionary();
                case PageHeader.DATA_PAGE, PageHeader.DATA_PAGE_V2 -> {
                    if (pages.header.values > chunk.getValueCount() - entriesRead) {
                        throw pages.corrupt("a page of " + pages.header.values + " values where the chunk has "
                                + (chunk.getValueCount() - entriesRead) + " left");
                    }
                    pageStart = pages.position();
                    pageStartEntries = entriesRead;
                    pageStartRecords = recordsRead;
                    return true;
                }
                default -> pages.nextPage(); // an index page, or something from the future
            }
        }
        return false;
    }

    /** Reads the levels of the page whose header is current, and goes to the next page. */
    private void loadLevels() throws IOException {
        PageHeader header = pages.header;
        try {
            pageEncoding = header.encoding();
            if (header.type == PageHeader.DATA_PAGE_V2) {
                pages.loadLevels();
                levels.readV2(
                        pages.body(), pages.from(), header.repetitionBytes, header.definitionBytes, header.values);
            } else {
                pages.loadBody();
                pages.cutBody(levels.readV1(pages.body(), pages.from(), pages.to(), header));
            }
            valuesStarted = false;
            plainPage = header.type == PageHeader.DATA_PAGE
                    && pageEncoding == org.apache.parquet.format.Encoding.PLAIN
                    && (fileMaxDefinition == 0
                            || header.definitionEncoding() == org.apache.parquet.format.Encoding.RLE);
        } catch (MalformedDataException e) {
            throw pages.corrupt(e);
        }
        if (entriesRead == 0 && levels.startsInsideRecord()) {
            throw pages.corrupt("the first entry continues a record that is not there");
        }
        pageValuesInFile = levels.values();
        entriesRead += header.values;
        recordsRead += levels.records();
        if (recordsRead > records) {
            throw pages.corrupt("the chunk has more records than its row group, " + records);
        }
        pages.nextPage();
    }

    /** Makes what is left of the loaded page the current one; false if nothing is. */
    private boolean present() throws CorruptFileException {
        pending = false;
        if (levels.entries() == 0) {
            return false;
        }
        uniformDefinition = levels.uniformDefinition();
        if (mapped) {
            mapDefinitions();
        }
        return true;
    }

    private void mapDefinitions() throws CorruptFileException {
        byte[] definitions = levels.definitions();
        if (definitions == null) {
            uniformDefinition = checkMapped(leaf.definitionLevel(uniformDefinition));
            return;
        }
        byte[] map = new byte[fileMaxDefinition + 1];
        for (int level = 0; level <= fileMaxDefinition; level++) {
            map[level] = (byte) leaf.definitionLevel(level);
        }
        int end = levels.from() + levels.entries();
        int any = 0;
        for (int i = levels.from(); i < end; i++) {
            definitions[i] = map[definitions[i]];
            any |= definitions[i];
        }
        checkMapped(any < 0 ? -1 : 0);
    }

    private int checkMapped(int level) throws CorruptFileException {
        if (level < 0) {
            throw pages.corrupt(
                    "a null where column " + String.join(".", leaf.target().getPath())
                            + " of the target schema, or something around it, is required");
        }
        return level;
    }

    @Override
    public int pageLevels() {
        return levels.entries();
    }

    @Override
    public int pageRecords() {
        return levels.records();
    }

    @Override
    public int pageValues() {
        return missing ? 0 : pageValuesInFile - levels.valuesSkipped();
    }

    @Override
    public int uniformDefinitionLevel() {
        return uniformDefinition;
    }

    @Override
    public boolean pageIsDictionary() {
        return missing || pageValues() == 0 || isDictionaryEncoding();
    }

    private boolean isDictionaryEncoding() {
        return pageEncoding == org.apache.parquet.format.Encoding.PLAIN_DICTIONARY
                || pageEncoding == org.apache.parquet.format.Encoding.RLE_DICTIONARY;
    }

    @Override
    public @Nullable RawPage rawPage(CompressionCodecName codec) {
        boolean whole = levels.from() == 0;
        return takenOver && plainPage && whole && chunk.getCodec() == codec ? pages.rawPage() : null;
    }

    @Override
    public long pageValueBytes() throws IOException {
        return pageValues() == 0 ? 0 : startedValues().bytesLeft();
    }

    @Override
    public void readDefinitionLevels(byte[] into, int at) {
        byte[] definitions = levels.definitions();
        if (definitions == null) {
            Arrays.fill(into, at, at + levels.entries(), (byte) uniformDefinition);
        } else {
            System.arraycopy(definitions, levels.from(), into, at, levels.entries());
        }
    }

    @Override
    public void readRepetitionLevels(byte[] into, int at) {
        byte[] repetitions = levels.repetitions();
        if (repetitions == null) {
            Arrays.fill(into, at, at + levels.entries(), (byte) 0);
        } else {
            System.arraycopy(repetitions, levels.from(), into, at, levels.entries());
        }
    }

    @Override
    byte @Nullable [] definitions() {
        return levels.definitions();
    }

    @Override
    byte @Nullable [] repetitions() {
        return levels.repetitions();
    }

    @Override
    int firstEntry() {
        return levels.from();
    }

    @Override
    public void readIds(int count, int[] into, int at, int @Nullable [] remap) throws IOException {
        if (count == 0) {
            return;
        }
        if (allNull) {
            throw pages.corrupt("the footer says that all values are null, this page has " + pageValues() + " others");
        }
        if (!pageIsDictionary()) {
            throw pages.corrupt(
                    "the footer says that all pages hold dictionary ids, this one is encoded as " + pageEncoding);
        }
        try {
            startedValues().readIds(count, into, at, remap);
        } catch (MalformedDataException e) {
            throw pages.corrupt(e);
        }
    }

    @Override
    public void readInts(int count, int[] into, int at) throws IOException {
        if (count > 0) {
            read(startedValues(), v -> v.readInts(count, into, at));
        }
    }

    @Override
    public void readLongs(int count, long[] into, int at) throws IOException {
        if (count > 0) {
            read(startedValues(), v -> v.readLongs(count, into, at));
        }
    }

    @Override
    public void appendBytes(int count, ValueVector into) throws IOException {
        if (count > 0) {
            read(startedValues(), v -> v.appendBytes(count, into));
        }
    }

    @Override
    public void skipValues(int count) throws IOException {
        if (count > 0) {
            read(startedValues(), v -> v.skip(count));
        }
    }

    private interface ValueRead {
        void from(PageValues values) throws MalformedDataException;
    }

    private void read(PageValues from, ValueRead read) throws IOException {
        try {
            read.from(from);
        } catch (MalformedDataException e) {
            throw pages.corrupt(e);
        } catch (ArithmeticException e) {
            throw pages.unsupported(String.valueOf(e.getMessage()));
        }
    }

    /** The values of the page, which are decompressed and looked at only when the first of them is asked for. */
    private PageValues startedValues() throws IOException {
        PageValues started = Objects.requireNonNull(values, "a missing column has no values");
        if (!valuesStarted) {
            pages.loadValues();
            try {
                started.start(
                        pageEncoding, pages.body(), pages.from(), pages.to(), pageValuesInFile, levels.valuesSkipped());
            } catch (MalformedDataException e) {
                throw pages.corrupt(e);
            }
            valuesStarted = true;
        }
        return started;
    }

    @Override
    public void skipRecords(long count) throws IOException {
        long left = count;
        if (pending && left > 0) {
            left = dropFromLoadedPage(left);
        }
        while (left > 0) {
            if (!readDataHeader()) {
                checkRecords();
                throw new IllegalArgumentException("fewer than " + count + " records are left");
            }
            if (leaf.maxRepetitionLevel() == 0 && !deeper && pages.header.values <= left) {
                left -= pages.header.values;
                entriesRead += pages.header.values;
                recordsRead += pages.header.values;
                pages.nextPage();
                continue;
            }
            loadLevels();
            if (deeper) {
                levels.dropDeeper(leaf.maxRepetitionLevel());
            }
            left = dropFromLoadedPage(left);
        }
    }

    /** Drops records from the page whose levels are loaded, and says how many are left to be dropped from the next one. */
    private long dropFromLoadedPage(long count) {
        int here = levels.records();
        pending = here > count;
        dropContinuation = !pending;
        if (!pending) {
            return count - here;
        }
        levels.dropRecords((int) count);
        return 0;
    }

    @Override
    public void close() {
        pages.close();
        levels.close();
    }
}
