package io.github.deltamaint.parquet.internal.codec;

import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Gzip (RFC 1952): one or more members, each a header of 10 bytes and optional fields, a deflate stream, and the CRC32 and length
 * of what it holds.
 */
final class GzipCodec implements Codec, AutoCloseable {
    private static final int HEADER = 10;
    private static final int TRAILER = 8;
    private static final int FLAG_HEADER_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;

    private final Deflater deflater;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();

    GzipCodec(int level) {
        this.deflater = new Deflater(level, true);
    }

    @Override
    public int maxCompressedLength(int length) {
        // Stored blocks of at least 16 KiB cost 5 bytes each.
        return Math.addExact(length, (length >> 11) + 64 + HEADER + TRAILER);
    }

    @Override
    public int compress(byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset) {
        int at = outputOffset;
        output[at] = 0x1f;
        output[at + 1] = (byte) 0x8b;
        output[at + 2] = 8;
        Arrays.fill(output, at + 3, at + HEADER - 1, (byte) 0);
        output[at + HEADER - 1] = (byte) 255; // unknown operating system
        at += HEADER;
        deflater.reset();
        deflater.setInput(input, inputOffset, inputLength);
        deflater.finish();
        while (!deflater.finished()) {
            int room = output.length - TRAILER - at;
            int written = deflater.deflate(output, at, room);
            if (written == 0 && !deflater.finished()) {
                throw new IllegalStateException("gzip needs more than " + room + " bytes for " + inputLength);
            }
            at += written;
        }
        crc.reset();
        crc.update(input, inputOffset, inputLength);
        putInt(output, at, (int) crc.getValue());
        putInt(output, at + 4, inputLength);
        return at + TRAILER - outputOffset;
    }

    @Override
    public long maxDecompressedLength(int compressedLength) {
        return compressedLength * 1032L + 64;
    }

    @Override
    public void decompress(
            byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset, int outputLength)
            throws MalformedDataException {
        int at = inputOffset;
        int end = inputOffset + inputLength;
        int out = outputOffset;
        int outEnd = outputOffset + outputLength;
        do {
            at = skipHeader(input, at, end);
            inflater.reset();
            inflater.setInput(input, at, end - at);
            int start = out;
            out = inflate(output, out, outEnd);
            at = end - inflater.getRemaining();
            checkTrailer(input, at, end, output, start, out - start);
            at += TRAILER;
        } while (at < end);
        MalformedDataException.checkLength(out - outputOffset, outputLength);
    }

    private int inflate(byte[] output, int from, int to) throws MalformedDataException {
        int out = from;
        try {
            while (!inflater.finished()) {
                int written = inflater.inflate(output, out, to - out);
                out += written;
                if (written == 0 && !inflater.finished()) {
                    if (out == to && holdsMore()) {
                        throw new MalformedDataException("decompresses to more than " + (to - from) + " bytes");
                    }
                    if (!inflater.finished()) {
                        throw new MalformedDataException("is not valid gzip: it breaks off");
                    }
                }
            }
        } catch (DataFormatException e) {
            throw new MalformedDataException("is not valid gzip: " + e.getMessage(), e);
        }
        return out;
    }

    /** With no room left: whether the stream has another byte, as opposed to its end mark. */
    private boolean holdsMore() throws DataFormatException {
        return inflater.inflate(new byte[1]) > 0;
    }

    private static int skipHeader(byte[] input, int from, int end) throws MalformedDataException {
        if (end - from < HEADER + TRAILER
                || input[from] != 0x1f
                || input[from + 1] != (byte) 0x8b
                || input[from + 2] != 8) {
            throw new MalformedDataException("is not valid gzip: it has no header of a member");
        }
        int flags = input[from + 3];
        int at = from + HEADER;
        if ((flags & FLAG_EXTRA) != 0) {
            if (end - at < 2) {
                throw headerBreaksOff();
            }
            at += 2 + (input[at] & 0xff) + ((input[at + 1] & 0xff) << 8);
        }
        if ((flags & FLAG_NAME) != 0) {
            at = skipText(input, at, end);
        }
        if ((flags & FLAG_COMMENT) != 0) {
            at = skipText(input, at, end);
        }
        if ((flags & FLAG_HEADER_CRC) != 0) {
            at += 2;
        }
        if (at > end) {
            throw headerBreaksOff();
        }
        return at;
    }

    private static int skipText(byte[] input, int from, int end) throws MalformedDataException {
        for (int at = from; at < end; at++) {
            if (input[at] == 0) {
                return at + 1;
            }
        }
        throw headerBreaksOff();
    }

    private static MalformedDataException headerBreaksOff() {
        return new MalformedDataException("is not valid gzip: its header breaks off");
    }

    private void checkTrailer(byte[] input, int at, int end, byte[] output, int from, int length)
            throws MalformedDataException {
        if (end - at < TRAILER) {
            throw new MalformedDataException("is not valid gzip: it breaks off");
        }
        crc.reset();
        crc.update(output, from, length);
        if (getInt(input, at) != (int) crc.getValue() || getInt(input, at + 4) != length) {
            throw new MalformedDataException("fails its gzip checksum");
        }
    }

    private static int getInt(byte[] bytes, int at) {
        return (bytes[at] & 0xff)
                | ((bytes[at + 1] & 0xff) << 8)
                | ((bytes[at + 2] & 0xff) << 16)
                | (bytes[at + 3] << 24);
    }

    private static void putInt(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >> 8);
        bytes[at + 2] = (byte) (value >> 16);
        bytes[at + 3] = (byte) (value >> 24);
    }

    @Override
    public void close() {
        deflater.end();
        inflater.end();
    }
}
