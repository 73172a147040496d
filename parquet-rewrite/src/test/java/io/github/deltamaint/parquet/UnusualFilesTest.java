package io.github.deltamaint.parquet;

import static io.github.deltamaint.parquet.RawFile.concat;
import static io.github.deltamaint.parquet.RawFile.header;
import static io.github.deltamaint.parquet.RawFile.levels;
import static io.github.deltamaint.parquet.RawFile.littleEndian;
import static io.github.deltamaint.parquet.RawFile.plain;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks and pages that few writers write, and some that none should. */
class UnusualFilesTest {
    /** Ids 1, 0, 1 of one bit. */
    private static final byte[] IDS = {1, 3, 0b101};

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 4, 1000, Long.MAX_VALUE})
    void findsTheDictionaryWhateverItsOffset(long offset) throws IOException {
        RawFile file = new RawFile(REQUIRED).dictionary(70, 80).page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS);
        file.dictionaryPageOffset = offset < 0 ? null : (Long) offset;
        assertThat(read(file.finish(3, 3))).containsExactly("80", "70", "80");
    }

    @Test
    void findsTheDictionaryInFrontOfTheDataPages() throws IOException {
        RawFile file = new RawFile(REQUIRED).dictionary(70, 80);
        file.dictionaryPageOffset = 4L;
        file.dataPageOffset = file.position();
        file.page(3, Encoding.PLAIN_DICTIONARY, Encoding.RLE, IDS);
        assertThat(read(file.finish(3, 3))).containsExactly("80", "70", "80");
    }

    @Test
    void passesOverIndexPagesAndEmptyPages() throws IOException {
        byte[] bytes = new RawFile(REQUIRED)
                .indexPage(77)
                .page(0, Encoding.PLAIN, Encoding.RLE, new byte[0])
                .page(2, Encoding.PLAIN, Encoding.RLE, plain(1, 2))
                .page(0, Encoding.RLE_DICTIONARY, Encoding.RLE, new byte[0])
                .indexPage(0)
                .page(1, Encoding.PLAIN, Encoding.RLE, plain(3))
                .finish(3, 3);
        assertThat(read(bytes)).containsExactly("1", "2", "3");
    }

    @Test
    void goesOnWithPlainPagesBehindTheDictionary() throws IOException {
        byte[] bytes = new RawFile(REQUIRED)
                .dictionary(70, 80)
                .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS)
                .page(2, Encoding.PLAIN, Encoding.RLE, plain(1, 2))
                .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS)
                .finish(8, 8);
        assertThat(read(bytes)).containsExactly("80", "70", "80", "1", "2", "80", "70", "80");
    }

    @Test
    void readsLevelsOfTheDeprecatedEncoding() throws IOException {
        // Levels 0 to 1, from the highest bit on.
        byte[] bytes = new RawFile(OPTIONAL)
                .page(
                        10,
                        Encoding.PLAIN,
                        Encoding.BIT_PACKED,
                        concat(new byte[] {(byte) 0b10100000, 0b01000000}, plain(1, 2, 3)))
                .finish(10, 10);
        assertThat(read(bytes)).containsExactly("1", "null", "2", "null", "null", "null", "null", "null", "null", "3");
    }

    /** Chunks of all the shapes above, and one whose dictionary comes late: as many parts as there are records, and fewer. */
    @Test
    void takesChunksApart() throws IOException {
        assertTakenApart(
                new RawFile(REQUIRED)
                        .dictionary(70, 80)
                        .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS)
                        .indexPage(7)
                        .page(0, Encoding.PLAIN, Encoding.RLE, new byte[0])
                        .page(2, Encoding.PLAIN, Encoding.RLE, plain(1, 2))
                        .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS)
                        .finish(8, 8),
                "80",
                "70",
                "80",
                "1",
                "2",
                "80",
                "70",
                "80");
        assertTakenApart(
                new RawFile(REQUIRED)
                        .indexPage(9)
                        .page(2, Encoding.PLAIN, Encoding.RLE, plain(1, 2))
                        .dictionary(70, 80)
                        .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS)
                        .page(1, Encoding.PLAIN, Encoding.RLE, plain(3))
                        .finish(6, 6),
                "1",
                "2",
                "80",
                "70",
                "80",
                "3");
        assertTakenApart(
                new RawFile(REPEATED)
                        .page(2, Encoding.PLAIN, Encoding.RLE, concat(levels(0, 1), levels(1, 1), plain(1, 2)))
                        .page(1, Encoding.PLAIN, Encoding.RLE, concat(levels(1), levels(1), plain(3)))
                        .page(3, Encoding.PLAIN, Encoding.RLE, concat(levels(1, 0, 0), levels(1, 0, 1), plain(4, 5)))
                        .page(2, Encoding.PLAIN, Encoding.RLE, concat(levels(1, 0), levels(1, 1), plain(6, 7)))
                        .finish(8, 4),
                "[1, 2, 3, 4]",
                "[]",
                "[5, 6]",
                "[7]");
    }

    private static void assertTakenApart(byte[] bytes, String... expected) throws IOException {
        MemoryFile file = MemoryFile.of("f", bytes);
        for (int rows = 1; rows <= expected.length; rows++) {
            MemoryOutputs outputs = new MemoryOutputs();
            ParquetRewriter.rewrite(
                    RewriteRequest.builder(ParquetFile.open(file.source()).schema())
                            .input(file.input())
                            .settings(WriteSettings.builder().rowGroupRows(rows).build())
                            .outputs(outputs)
                            .build());
            assertThat(read(outputs.files.get(0).content()))
                    .as("parts of %s rows", rows)
                    .containsExactly(expected);
        }
    }

    @Test
    void readsRecordsThatGoOnInTheNextPage() throws IOException {
        byte[] bytes = new RawFile(REPEATED)
                .page(2, Encoding.PLAIN, Encoding.RLE, concat(levels(0, 1), levels(1, 1), plain(1, 2)))
                .page(1, Encoding.PLAIN, Encoding.RLE, concat(levels(1), levels(1), plain(3)))
                .page(3, Encoding.PLAIN, Encoding.RLE, concat(levels(1, 0, 0), levels(1, 0, 1), plain(4, 5)))
                .page(2, Encoding.PLAIN, Encoding.RLE, concat(levels(1, 0), levels(1, 1), plain(6, 7)))
                .finish(8, 4);
        List<String> expected = List.of("[1, 2, 3, 4]", "[]", "[5, 6]", "[7]");
        for (int batch = 1; batch <= 4; batch++) {
            assertThat(read(bytes, RowSelection.all(), batch)).isEqualTo(expected);
            for (int deleted = 1; deleted < 15; deleted++) {
                RowSelection.Builder selection = RowSelection.builder();
                List<String> rest = new ArrayList<>();
                for (int row = 0; row < 4; row++) {
                    if ((deleted >> row & 1) == 1) {
                        selection.delete(row);
                    } else {
                        rest.add(expected.get(row));
                    }
                }
                assertThat(read(bytes, selection.build(), batch)).isEqualTo(rest);
            }
        }
    }

    @Test
    void readsValuesOfV2PagesThatAreNotCompressed() throws IOException {
        RawFile file = new RawFile(OPTIONAL).pageV2(3, new byte[0], new byte[] {3, 0b101}, plain(8, 9), false);
        file.codec = CompressionCodec.SNAPPY;
        assertThat(read(file.finish(3, 3))).containsExactly("8", "null", "9");
    }

    @Test
    void readsHeadersLongerThanOneLook() throws IOException {
        RawFile file = new RawFile(REQUIRED);
        file.headerStatistics = new byte[100_000];
        file.page(1, Encoding.PLAIN, Encoding.RLE, plain(1)).page(1, Encoding.PLAIN, Encoding.RLE, plain(2));
        assertThat(read(file.finish(2, 2))).containsExactly("1", "2");
    }

    @Test
    void readsOnBehindAChunkThatOldWritersMadeTooShort() throws IOException {
        RawFile file = new RawFile(REQUIRED).dictionary(70, 80).page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS);
        file.sizeDifference = -14;
        file.createdBy = "parquet-mr version 1.2.8 (build x)";
        assertThat(read(file.finish(3, 3))).containsExactly("80", "70", "80");
    }

    @Test
    void doesNotReadOnBehindAChunkOfAnyOtherWriter() throws IOException {
        RawFile file = new RawFile(REQUIRED).dictionary(70, 80).page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS);
        file.sizeDifference = -14;
        file.createdBy = "parquet-mr version 1.2.9 (build x)";
        assertCorrupt(file.finish(3, 3), "the chunk ends inside of a page header");
    }

    @Test
    void readsNoPageOfAChunkWithoutValues() throws IOException {
        RawFile file = new RawFile(REQUIRED);
        file.dataPageOffset = -5;
        assertThat(read(file.finish(0, 0))).isEmpty();
    }

    @Test
    void checksChecksums() throws IOException {
        RawFile file = new RawFile(REQUIRED);
        file.checksums = true;
        byte[] bytes = file.page(2, Encoding.PLAIN, Encoding.RLE, plain(1, 2)).finish(2, 2);
        assertThat(read(bytes)).containsExactly("1", "2");
        int value = 4;
        while (bytes[value] != 1 || bytes[value + 4] != 2 || bytes[value + 1] != 0 || bytes[value + 5] != 0) {
            value++;
        }
        bytes[value] = 3;
        assertCorrupt(bytes, "column c, page at offset 4: the page fails its checksum");
    }

    @Test
    void reportsPagesThatDoNotAddUp() throws IOException {
        assertCorrupt(
                new RawFile(REQUIRED)
                        .page(2, Encoding.PLAIN, Encoding.RLE, plain(1, 2))
                        .finish(3, 3),
                "the chunk ends before all of its values are read");
        assertCorrupt(
                new RawFile(REQUIRED)
                        .page(4, Encoding.PLAIN, Encoding.RLE, plain(1, 2, 3, 4))
                        .finish(3, 3),
                "a page of 4 values where the chunk has 3 left");
        assertCorrupt(
                new RawFile(REPEATED)
                        .page(2, Encoding.PLAIN, Encoding.RLE, concat(levels(0, 0), levels(0, 0)))
                        .finish(2, 1),
                "the chunk has more records than its row group, 1");
        assertCorrupt(
                new RawFile(REPEATED)
                        .page(3, Encoding.PLAIN, Encoding.RLE, concat(levels(0, 1, 1), levels(1, 1, 1), plain(1, 2, 3)))
                        .finish(3, 2),
                "the chunk has 1 records, its row group 2");
        byte[] tooFewRecords = new RawFile(REPEATED)
                .page(3, Encoding.PLAIN, Encoding.RLE, concat(levels(0, 1, 1), levels(1, 1, 1), plain(1, 2, 3)))
                .finish(3, 3);
        assertThatThrownBy(() ->
                        read(tooFewRecords, RowSelection.builder().delete(0, 2).build(), 10))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the chunk has 1 records, its row group 3");
        assertCorrupt(
                new RawFile(REPEATED)
                        .page(2, Encoding.PLAIN, Encoding.RLE, concat(levels(1, 0), levels(1, 0), plain(1)))
                        .finish(2, 1),
                "the first entry continues a record that is not there");
        assertCorrupt(
                new RawFile(REQUIRED)
                        .page(2, Encoding.PLAIN, Encoding.RLE, plain(1))
                        .finish(2, 2),
                "values of 8 bytes in a page that has 4 left");
        assertCorrupt(
                new RawFile(REQUIRED)
                        .page(2, Encoding.PLAIN, Encoding.RLE, plain(1, 2))
                        .finish(2, 3),
                "the chunk has 2 values for 3 rows");
    }

    @Test
    void reportsDictionariesThatAreMissingOrTwofold() throws IOException {
        assertCorrupt(
                new RawFile(REQUIRED)
                        .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS)
                        .finish(3, 3),
                "ids of a dictionary that is not there");
        assertCorrupt(
                new RawFile(REQUIRED)
                        .dictionary(1, 2)
                        .dictionary(1, 2)
                        .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS)
                        .finish(3, 3),
                "a second dictionary");
        assertCorrupt(
                new RawFile(REQUIRED)
                        .dictionary(1)
                        .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, IDS)
                        .finish(3, 3),
                "a value of 1 where less than 1 was expected");
        assertCorrupt(
                new RawFile(REQUIRED)
                        .dictionary(1, 2)
                        .page(3, Encoding.RLE_DICTIONARY, Encoding.RLE, new byte[] {33, 3, 5})
                        .finish(3, 3),
                "ids of 33 bits");
        PageHeader header = header(PageType.DICTIONARY_PAGE, 4);
        header.setDictionary_page_header(new DictionaryPageHeader(1, Encoding.DELTA_BINARY_PACKED));
        assertCorrupt(new RawFile(REQUIRED).page(header, plain(1)).finish(3, 3), "encoded as DELTA_BINARY_PACKED");
    }

    @Test
    void reportsEncodingsThatTheFormatDoesNotHave() throws IOException {
        assertCorrupt(
                new RawFile(REQUIRED)
                        .page(1, Encoding.DELTA_BYTE_ARRAY, Encoding.RLE, plain(1))
                        .finish(1, 1),
                "the format has no encoding DELTA_BYTE_ARRAY for INT32");
        assertCorrupt(
                new RawFile(OPTIONAL)
                        .page(1, Encoding.PLAIN, Encoding.PLAIN, plain(1))
                        .finish(1, 1),
                "levels are encoded as PLAIN");
    }

    @Test
    void reportsLevelsBeyondTheMaximum() throws IOException {
        // A repeated run of the level 3, though one bit is all that is needed.
        assertCorrupt(
                new RawFile(OPTIONAL)
                        .page(2, Encoding.PLAIN, Encoding.RLE, concat(littleEndian(2), new byte[] {4, 3}))
                        .finish(2, 2),
                "a level of 3 where 1 is the maximum");
        assertCorrupt(
                new RawFile(OPTIONAL)
                        .page(2, Encoding.PLAIN, Encoding.RLE, concat(littleEndian(1 << 30), new byte[] {4, 1}))
                        .finish(2, 2),
                "levels of 1073741828 bytes in a page");
    }

    @Test
    void believesNoSizeThatTheCodecCannotReach() throws IOException {
        PageHeader header = new PageHeader(PageType.DATA_PAGE, Integer.MAX_VALUE, 8);
        header.setData_page_header(new DataPageHeader(2, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        RawFile file = new RawFile(REQUIRED).page(header, plain(1, 2));
        file.codec = CompressionCodec.SNAPPY;
        assertCorrupt(file.finish(2, 2), "8 bytes cannot decompress to 2147483647");

        RawFile plainly = new RawFile(REQUIRED).page(header, plain(1, 2));
        assertCorrupt(plainly.finish(2, 2), "a page of 2147483647 bytes takes 8 though it is not compressed");
    }

    @Test
    void refusesACodecByItsName() throws IOException {
        RawFile file = new RawFile(REQUIRED).page(1, Encoding.PLAIN, Encoding.RLE, plain(1));
        file.codec = CompressionCodec.BROTLI;
        byte[] bytes = file.finish(1, 1);
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(UnsupportedFileException.class)
                .hasMessage(
                        "raw: row group 0, column c: the codec BROTLI is not supported; rewrite the file with another codec");
    }

    private static void assertCorrupt(byte[] bytes, String message) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("raw: ")
                .hasMessageContaining(message);
    }

    private static List<String> read(byte[] bytes) throws IOException {
        return read(bytes, RowSelection.all(), 10);
    }

    private static List<String> read(byte[] bytes, RowSelection selection, int batchRecords) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemorySource("raw", bytes));
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, file.schema(), FieldMatching.NAME, selection, batchRecords)) {
            return Records.read(reader).stream().map(row -> Plain.text(row[0])).toList();
        }
    }
}
