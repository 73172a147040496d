package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.UnsupportedFileException;
import io.github.deltamaint.parquet.internal.codec.Codec;
import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column chunk: their headers, and their bodies checked and decompressed. Where the chunk ends, the number of
 * its values tells; the caller counts them. Also makes the errors, which say where in which file.
 */
final class PageStream {
    private static final byte[] NOTHING = {};
    private static final int HEADER_GUESS = 512;

    /** The share of what seems to be wanted that is read beyond it, often the rest of a page, and how much that is at least. */
    private static final int SPARE_SHARE = 8;

    private static final int LEAST_SPARE = 16 << 10;

    private final String fileName;
    private final String place;
    private final PageBuffers buffers;
    private final ByteWindow window;
    private final @Nullable Codec codec;
    private final CRC32 crc = new CRC32();
    private final long end;
    private final long limit;

    final PageHeader header = new PageHeader();
    /** Where the page whose header is read, or is to be read next, starts. */
    private long position;

    private long bodyPosition;
    private boolean headerRead;
    /** The page that is talked about in errors. */
    private long pagePosition;

    private byte[] ownBody = NOTHING;
    /** The current body is {@code body[from, to)}. */
    private byte[] body = NOTHING;

    private int from;
    private int to;
    /** Where the page starts in the window, compressed. */
    private int rawFrom;

    private int compressedLength;
    private int uncompressedLength;
    /** Whether the values of the page come behind the current body, and are yet to be decompressed. */
    private boolean valuesApart;

    private boolean valuesCompressed;

    PageStream(ParquetFile file, ByteSource source, int rowGroup, int leaf, PageBuffers buffers) throws IOException {
        ColumnDescriptor column = file.columns().get(leaf);
        ColumnChunkMetaData chunk = file.chunk(rowGroup, leaf);
        fileName = file.name();
        place = "row group " + rowGroup + ", column " + String.join(".", column.getPath());
        this.buffers = buffers;
        codec = codec(chunk.getCodec(), buffers.codecs());
        position = chunk.getStartingPos();
        end = position + chunk.getTotalSize();
        limit = OldWriters.understatesChunkSize(file.createdBy())
                ? file.source().length()
                : end;
        window = new ByteWindow(source, end, buffers);
    }

    private @Nullable Codec codec(CompressionCodecName name, CodecPool codecs) throws UnsupportedFileException {
        if (name == CompressionCodecName.UNCOMPRESSED) {
            return null;
        }
        if (!CodecPool.isSupported(name)) {
            throw new UnsupportedFileException(
                    fileName, place + ": the codec " + name + " is not supported; rewrite the file with another codec");
        }
        return codecs.codec(name);
    }

    /** Reads the header of the page at the current position into {@link #header}; does nothing if it has been read. */
    void readHeader() throws IOException {
        if (headerRead) {
            return;
        }
        pagePosition = position;
        long left = limit - position;
        int wanted = (int) Math.min(left, HEADER_GUESS);
        while (true) {
            if (left <= 0) {
                throw corrupt("the chunk ends before all of its values are read");
            }
            int at = window.locate(position, wanted);
            int available = (int) Math.min(window.available(position), left);
            int end = parseHeader(at, available);
            if (end != PageHeader.INCOMPLETE) {
                bodyPosition = position + (end - at);
                break;
            }
            if (available == left) {
                throw corrupt("the chunk ends inside of a page header");
            }
            wanted = (int) Math.min(left, Math.min(Integer.MAX_VALUE - 8L, available * 4L));
        }
        if (header.compressedSize > limit - bodyPosition) {
            throw corrupt("a page of " + header.compressedSize + " bytes where the chunk has " + (limit - bodyPosition)
                    + " left");
        }
        headerRead = true;
    }

    private int parseHeader(int at, int available) throws CorruptFileException {
        try {
            return header.parse(window.bytes(), at, at + available);
        } catch (MalformedDataException e) {
            throw corrupt(e);
        }
    }

    /** Where the page starts whose header is current, or is to be read next. */
    long position() {
        return position;
    }

    /** Goes to a page that starts at a position. */
    void moveTo(long page) {
        position = page;
        headerRead = false;
    }

    /** Says that only a part of what is left of the chunk will be wanted. */
    void expect(double part) {
        long wanted = (long) ((end - position) * part);
        window.readAheadTo(position + wanted + Math.max(LEAST_SPARE, wanted / SPARE_SHARE));
    }

    /** Says that nothing from a position on will be wanted for now. */
    void expectUpTo(long until) {
        window.readAheadTo(until);
    }

    /** Goes to the next page. The current body stays as it is until the next header is read. */
    void nextPage() {
        position = bodyPosition + header.compressedSize;
        headerRead = false;
    }

    /** Makes the whole of the page, decompressed, the current body. */
    void loadBody() throws IOException {
        locateBody();
        valuesApart = false;
        decompress(uncompressedLength);
    }

    /** Makes the levels of a V2 page the current body: those of repetition, then those of definition. */
    void loadLevels() throws IOException {
        locateBody();
        valuesApart = true;
        valuesCompressed = header.compressed;
        to = from + header.repetitionBytes + header.definitionBytes;
    }

    /** Makes the values of a V2 page, of which the levels are current, the current body. Of a V1 page they are already. */
    void loadValues() throws CorruptFileException {
        if (!valuesApart) {
            return;
        }
        valuesApart = false;
        int levels = to - from;
        from = to;
        to += compressedLength - levels;
        if (valuesCompressed) {
            decompress(uncompressedLength - levels);
        } else if (compressedLength != uncompressedLength) {
            throw corrupt("values of " + (uncompressedLength - levels) + " bytes take " + (compressedLength - levels)
                    + " bytes though they are not compressed");
        }
    }

    /** Cuts off the current body what comes before {@code start}. */
    void cutBody(int start) {
        from = start;
    }

    /** The current page, of which the values are the current body; null if it is empty. */
    @Nullable RawPage rawPage() {
        return uncompressedLength == 0
                ? null
                : new RawPage(window.bytes(), rawFrom, compressedLength, uncompressedLength, body, from, to);
    }

    byte[] body() {
        return body;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    private void locateBody() throws IOException {
        compressedLength = header.compressedSize;
        uncompressedLength = header.uncompressedSize;
        from = window.locate(bodyPosition, compressedLength);
        rawFrom = from;
        to = from + compressedLength;
        body = window.bytes();
        if (header.hasCrc) {
            crc.reset();
            crc.update(body, from, compressedLength);
            if ((int) crc.getValue() != header.crc) {
                throw corrupt("the page fails its checksum: its bytes were changed after it was written");
            }
        }
    }

    private void decompress(int length) throws CorruptFileException {
        int compressed = to - from;
        if (length == 0) {
            to = from; // nothing, however it is compressed
        } else if (codec == null) {
            if (length != compressed) {
                throw corrupt("a page of " + length + " bytes takes " + compressed + " though it is not compressed");
            }
        } else {
            if (length > codec.maxDecompressedLength(compressed)) {
                throw corrupt(compressed + " bytes cannot decompress to " + length);
            }
            if (ownBody.length < length) {
                buffers.give(ownBody);
                ownBody = NOTHING;
                ownBody = buffers.take(length);
            }
            try {
                codec.decompress(body, from, compressed, ownBody, 0, length);
            } catch (MalformedDataException e) {
                throw corrupt("the page " + e.getMessage(), e);
            }
            body = ownBody;
            from = 0;
            to = length;
        }
    }

    CorruptFileException corrupt(String problem) {
        return new CorruptFileException(fileName, where() + problem);
    }

    CorruptFileException corrupt(MalformedDataException e) {
        return corrupt(String.valueOf(e.getMessage()), e);
    }

    private CorruptFileException corrupt(String problem, Throwable cause) {
        return new CorruptFileException(fileName, where() + problem, cause);
    }

    UnsupportedFileException unsupported(String feature) {
        return new UnsupportedFileException(fileName, where() + feature);
    }

    private String where() {
        return place + ", page at offset " + pagePosition + ": ";
    }

    void close() {
        window.close();
        buffers.give(ownBody);
        ownBody = NOTHING;
        body = NOTHING;
    }
}
