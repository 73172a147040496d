package io.github.deltamaint.parquet.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.IndexPageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;

class PageHeaderTest {

    @Property(tries = 500)
    void readsWhatThriftWrites(@ForAll long seed) throws IOException, MalformedDataException {
        org.apache.parquet.format.PageHeader expected = header(new Random(seed));
        byte[] bytes = bytes(expected);
        PageHeader header = new PageHeader();
        assertThat(header.parse(bytes, 0, bytes.length)).isEqualTo(bytes.length);

        assertThat(header.type).isEqualTo(expected.type.getValue());
        assertThat(header.uncompressedSize).isEqualTo(expected.uncompressed_page_size);
        assertThat(header.compressedSize).isEqualTo(expected.compressed_page_size);
        assertThat(header.hasCrc).isEqualTo(expected.isSetCrc());
        if (expected.isSetCrc()) {
            assertThat(header.crc).isEqualTo(expected.crc);
        }
        switch (expected.type) {
            case DATA_PAGE -> {
                assertThat(header.values).isEqualTo(expected.data_page_header.num_values);
                assertThat(header.encoding()).isEqualTo(expected.data_page_header.encoding);
                assertThat(header.definitionEncoding()).isEqualTo(expected.data_page_header.definition_level_encoding);
                assertThat(header.repetitionEncoding()).isEqualTo(expected.data_page_header.repetition_level_encoding);
            }
            case DICTIONARY_PAGE -> {
                assertThat(header.values).isEqualTo(expected.dictionary_page_header.num_values);
                assertThat(header.encoding()).isEqualTo(expected.dictionary_page_header.encoding);
            }
            case DATA_PAGE_V2 -> {
                DataPageHeaderV2 v2 = expected.data_page_header_v2;
                assertThat(header.values).isEqualTo(v2.num_values);
                assertThat(header.encoding()).isEqualTo(v2.encoding);
                assertThat(header.definitionBytes).isEqualTo(v2.definition_levels_byte_length);
                assertThat(header.repetitionBytes).isEqualTo(v2.repetition_levels_byte_length);
                assertThat(header.compressed).isEqualTo(v2.is_compressed);
            }
            case INDEX_PAGE -> {}
        }
    }

    @Property(tries = 100)
    void asksForMoreBytesWhereverItIsCut(@ForAll long seed) throws IOException, MalformedDataException {
        byte[] bytes = bytes(header(new Random(seed)));
        PageHeader header = new PageHeader();
        for (int length = 0; length < bytes.length; length++) {
            assertThat(header.parse(bytes, 0, length)).isEqualTo(PageHeader.INCOMPLETE);
        }
    }

    @Property(tries = 2000)
    void endsOnGarbage(@ForAll byte[] garbage) {
        PageHeader header = new PageHeader();
        try {
            assertThat(header.parse(garbage, 0, garbage.length)).isBetween(PageHeader.INCOMPLETE, garbage.length);
        } catch (MalformedDataException expected) {
            assertThat(expected).hasMessageStartingWith("the page header");
        }
    }

    @Test
    void refusesSizesThatCannotBe() throws IOException {
        org.apache.parquet.format.PageHeader header =
                new org.apache.parquet.format.PageHeader(PageType.DATA_PAGE, -1, 10);
        assertMalformed(header, "-1 bytes and 10 bytes compressed");
        header = new org.apache.parquet.format.PageHeader(PageType.DATA_PAGE, 10, 10);
        assertMalformed(header, "announces -1 values");
        header = new org.apache.parquet.format.PageHeader(PageType.DATA_PAGE_V2, 10, 10);
        header.setData_page_header_v2(new DataPageHeaderV2(1, 0, 1, Encoding.PLAIN, 6, 5));
        assertMalformed(header, "6 and 5 bytes of levels, in a page of 10 bytes");
    }

    @Test
    void refusesNestingWithoutEnd() {
        byte[] nested = new byte[1000];
        java.util.Arrays.fill(nested, (byte) 0x9c); // field 9, 18, 27, … each a struct
        assertThatThrownBy(() -> new PageHeader().parse(nested, 0, nested.length))
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining("nested deeper");
    }

    private static void assertMalformed(org.apache.parquet.format.PageHeader header, String message)
            throws IOException {
        byte[] bytes = bytes(header);
        assertThatThrownBy(() -> new PageHeader().parse(bytes, 0, bytes.length))
                .isInstanceOf(MalformedDataException.class)
                .hasMessageContaining(message);
    }

    private static org.apache.parquet.format.PageHeader header(Random random) {
        PageType type = PageType.values()[random.nextInt(4)];
        org.apache.parquet.format.PageHeader header = new org.apache.parquet.format.PageHeader(
                type, random.nextInt(1 << random.nextInt(31)), random.nextInt(1 << random.nextInt(31)));
        if (random.nextBoolean()) {
            header.setCrc(random.nextInt());
        }
        int values = random.nextInt(1 << random.nextInt(31));
        switch (type) {
            case DATA_PAGE -> {
                DataPageHeader data = new DataPageHeader(values, encoding(random), encoding(random), encoding(random));
                header.setData_page_header(data);
                if (random.nextBoolean()) {
                    data.setStatistics(statistics(random));
                }
            }
            case INDEX_PAGE -> header.setIndex_page_header(new IndexPageHeader());
            case DICTIONARY_PAGE -> {
                DictionaryPageHeader dictionary = new DictionaryPageHeader(values, encoding(random));
                header.setDictionary_page_header(dictionary);
                if (random.nextBoolean()) {
                    dictionary.setIs_sorted(random.nextBoolean());
                }
            }
            case DATA_PAGE_V2 -> {
                int most = Math.min(header.compressed_page_size, header.uncompressed_page_size) / 2;
                DataPageHeaderV2 data = new DataPageHeaderV2(
                        values, 0, values, encoding(random), random.nextInt(most + 1), random.nextInt(most + 1));
                data.setIs_compressed(random.nextBoolean());
                header.setData_page_header_v2(data);
                if (random.nextBoolean()) {
                    data.setStatistics(statistics(random));
                }
            }
        }
        return header;
    }

    private static Encoding encoding(Random random) {
        return Encoding.values()[random.nextInt(Encoding.values().length)];
    }

    private static Statistics statistics(Random random) {
        Statistics statistics = new Statistics();
        statistics.setMin_value(new byte[random.nextInt(300)]);
        statistics.setMax(new byte[random.nextInt(300)]);
        statistics.setNull_count(random.nextLong());
        statistics.setIs_max_value_exact(random.nextBoolean());
        return statistics;
    }

    private static byte[] bytes(org.apache.parquet.format.PageHeader header) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writePageHeader(header, out);
        return out.toByteArray();
    }
}
