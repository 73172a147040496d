package io.github.deltamaint.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.IndexPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/** A file of one INT32 column {@code c}, put together byte by byte, so that it can break any rule. */
final class RawFile {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final FieldRepetitionType repetition;
    long dataPageOffset = 4;
    Long dictionaryPageOffset;
    CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    String createdBy = "test";
    int sizeDifference;
    boolean checksums;
    byte[] headerStatistics;
    Long nullCount;

    RawFile(FieldRepetitionType repetition) {
        this.repetition = repetition;
        out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    }

    long position() {
        return out.size();
    }

    RawFile dictionary(int... values) throws IOException {
        PageHeader header = header(PageType.DICTIONARY_PAGE, values.length * 4);
        header.setDictionary_page_header(new DictionaryPageHeader(values.length, Encoding.PLAIN));
        return page(header, plain(values));
    }

    /** A V1 page; {@code body} has levels and values. */
    RawFile page(int entries, Encoding values, Encoding levels, byte[] body) throws IOException {
        PageHeader header = header(PageType.DATA_PAGE, body.length);
        header.setData_page_header(new DataPageHeader(entries, values, levels, levels));
        if (headerStatistics != null) {
            Statistics statistics = new Statistics();
            statistics.setMax_value(headerStatistics);
            header.getData_page_header().setStatistics(statistics);
        }
        return page(header, body);
    }

    RawFile pageV2(int entries, byte[] repetitions, byte[] definitions, byte[] values, boolean compressed)
            throws IOException {
        byte[] body = concat(repetitions, definitions, values);
        PageHeader header = header(PageType.DATA_PAGE_V2, body.length);
        DataPageHeaderV2 v2 =
                new DataPageHeaderV2(entries, 0, entries, Encoding.PLAIN, definitions.length, repetitions.length);
        v2.setIs_compressed(compressed);
        header.setData_page_header_v2(v2);
        return page(header, body);
    }

    RawFile indexPage(int length) throws IOException {
        PageHeader header = header(PageType.INDEX_PAGE, length);
        header.setIndex_page_header(new IndexPageHeader());
        return page(header, new byte[length]);
    }

    RawFile page(PageHeader header, byte[] body) throws IOException {
        if (checksums) {
            CRC32 crc = new CRC32();
            crc.update(body);
            header.setCrc((int) crc.getValue());
        }
        Util.writePageHeader(header, out);
        out.writeBytes(body);
        return this;
    }

    static PageHeader header(PageType type, int length) {
        return new PageHeader(type, length, length);
    }

    byte[] finish(long entries, long rows) throws IOException {
        SchemaElement root = new SchemaElement("m");
        root.setNum_children(1);
        SchemaElement column = new SchemaElement("c");
        column.setType(Type.INT32);
        column.setRepetition_type(repetition);
        ColumnMetaData metadata = new ColumnMetaData(
                Type.INT32,
                List.of(Encoding.PLAIN, Encoding.RLE),
                List.of("c"),
                codec,
                entries,
                out.size() - 4,
                out.size() - 4 + sizeDifference,
                dataPageOffset);
        if (dictionaryPageOffset != null) {
            metadata.setDictionary_page_offset(dictionaryPageOffset);
        }
        if (nullCount != null) {
            Statistics statistics = new Statistics();
            statistics.setNull_count(nullCount);
            metadata.setStatistics(statistics);
        }
        ColumnChunk chunk = new ColumnChunk(4);
        chunk.setMeta_data(metadata);
        RowGroup group = new RowGroup(new ArrayList<>(List.of(chunk)), out.size(), rows);
        FileMetaData footer = new FileMetaData(1, List.of(root, column), rows, new ArrayList<>(List.of(group)));
        footer.setCreated_by(createdBy);
        return finish(footer);
    }

    /** Ends a file with any footer. */
    byte[] finish(FileMetaData footer) throws IOException {
        int start = out.size();
        Util.writeFileMetaData(footer, out);
        out.writeBytes(littleEndian(out.size() - start));
        out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    static byte[] plain(int... values) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            buffer.putInt(value);
        }
        return buffer.array();
    }

    static byte[] littleEndian(int value) {
        return plain(value);
    }

    /** Levels as a V1 page has them: the length, and one run of up to 8 packed levels of one bit. */
    static byte[] levels(int... levels) {
        int bits = 0;
        for (int i = 0; i < levels.length; i++) {
            bits |= levels[i] << i;
        }
        return concat(littleEndian(2), new byte[] {3, (byte) bits});
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
