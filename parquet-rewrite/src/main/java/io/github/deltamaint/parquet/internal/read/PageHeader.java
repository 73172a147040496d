package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import org.apache.parquet.format.Encoding;

/**
 * The header of one page, read straight from its bytes (Thrift compact protocol, {@code PageHeader} in parquet.thrift). One
 * object is used for page after page; nothing is allocated, statistics are passed over.
 *
 * <p>A field starts with a byte: the upper four bits are the distance to the last field's number, or 0 if the number follows as
 * a zigzag varint; the lower four bits are the type. A struct ends with a zero byte.
 */
final class PageHeader {
    /** The bytes end before the header does: more are needed, or there are none. */
    static final int INCOMPLETE = -1;

    static final int DATA_PAGE = 0;
    static final int DICTIONARY_PAGE = 2;
    static final int DATA_PAGE_V2 = 3;

    private static final int STOP = 0;
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I16 = 4;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;
    private static final int UUID = 13;

    private static final int MAX_DEPTH = 32;
    private static final int ABSENT = -1;
    int type;
    int uncompressedSize;
    int compressedSize;
    boolean hasCrc;
    int crc;
    /** Level entries of a data page, values of a dictionary page. */
    int values;

    private int encoding;
    private int definitionEncoding;
    private int repetitionEncoding;
    int definitionBytes;
    int repetitionBytes;
    boolean compressed;

    private byte[] bytes = {};
    private int at;
    private int end;
    private int fieldType;

    /**
     * Reads a header.
     *
     * @return where it ends, or {@link #INCOMPLETE}
     * @throws MalformedDataException if these bytes are no page header, whatever follows them
     */
    int parse(byte[] source, int from, int to) throws MalformedDataException {
        bytes = source;
        at = from;
        end = to;
        clear();
        try {
            header();
        } catch (IncompleteException e) {
            return INCOMPLETE;
        } finally {
            bytes = new byte[0];
        }
        check();
        return at;
    }

    Encoding encoding() throws MalformedDataException {
        return encoding(encoding);
    }

    Encoding definitionEncoding() throws MalformedDataException {
        return encoding(definitionEncoding);
    }

    Encoding repetitionEncoding() throws MalformedDataException {
        return encoding(repetitionEncoding);
    }

    private static Encoding encoding(int number) throws MalformedDataException {
        Encoding encoding = Encoding.findByValue(number);
        if (encoding == null) {
            throw new MalformedDataException("the page header names an encoding that does not exist, number " + number);
        }
        return encoding;
    }

    private void clear() {
        type = ABSENT;
        uncompressedSize = ABSENT;
        compressedSize = ABSENT;
        hasCrc = false;
        values = ABSENT;
        encoding = ABSENT;
        definitionEncoding = ABSENT;
        repetitionEncoding = ABSENT;
        definitionBytes = ABSENT;
        repetitionBytes = ABSENT;
        compressed = true;
    }

    private void check() throws MalformedDataException {
        if (type < 0 || uncompressedSize < 0 || compressedSize < 0) {
            throw new MalformedDataException("the page header has type " + type + ", " + uncompressedSize
                    + " bytes and " + compressedSize + " bytes compressed");
        }
        boolean pageWithValues = type == DATA_PAGE || type == DICTIONARY_PAGE || type == DATA_PAGE_V2;
        if (pageWithValues && values < 0) {
            throw new MalformedDataException("the page header announces " + values + " values");
        }
        if (type == DATA_PAGE_V2) {
            long levelBytes = (long) definitionBytes + repetitionBytes;
            if (definitionBytes < 0
                    || repetitionBytes < 0
                    || levelBytes > compressedSize
                    || levelBytes > uncompressedSize) {
                throw new MalformedDataException("the page header announces " + definitionBytes + " and "
                        + repetitionBytes + " bytes of levels, in a page of " + compressedSize + " bytes, uncompressed "
                        + uncompressedSize);
            }
        }
    }

    private void header() throws MalformedDataException, IncompleteException {
        int field = 0;
        while ((field = nextField(field)) != 0) {
            switch (field) {
                case 1 -> type = i32();
                case 2 -> uncompressedSize = i32();
                case 3 -> compressedSize = i32();
                case 4 -> {
                    crc = i32();
                    hasCrc = true;
                }
                case 5 -> dataPage();
                case 7 -> dictionaryPage();
                case 8 -> dataPageV2();
                default -> skip(fieldType, 0);
            }
        }
    }

    private void dataPage() throws MalformedDataException, IncompleteException {
        expect(STRUCT);
        int field = 0;
        while ((field = nextField(field)) != 0) {
            switch (field) {
                case 1 -> values = i32();
                case 2 -> encoding = i32();
                case 3 -> definitionEncoding = i32();
                case 4 -> repetitionEncoding = i32();
                default -> skip(fieldType, 0);
            }
        }
    }

    private void dictionaryPage() throws MalformedDataException, IncompleteException {
        expect(STRUCT);
        int field = 0;
        while ((field = nextField(field)) != 0) {
            switch (field) {
                case 1 -> values = i32();
                case 2 -> encoding = i32();
                default -> skip(fieldType, 0);
            }
        }
    }

    private void dataPageV2() throws MalformedDataException, IncompleteException {
        expect(STRUCT);
        int field = 0;
        while ((field = nextField(field)) != 0) {
            switch (field) {
                case 1 -> values = i32();
                case 4 -> encoding = i32();
                case 5 -> definitionBytes = i32();
                case 6 -> repetitionBytes = i32();
                case 7 -> {
                    if (fieldType != TRUE) {
                        expect(FALSE);
                    }
                    compressed = fieldType == TRUE;
                }
                default -> skip(fieldType, 0);
            }
        }
    }

    /** Reads the start of a field; 0 at the end of the struct. */
    private int nextField(int last) throws MalformedDataException, IncompleteException {
        int b = nextByte();
        fieldType = b & 0xf;
        if (fieldType == STOP) {
            return 0;
        }
        int delta = (b >>> 4) & 0xf;
        int field = delta != 0 ? last + delta : zigzag(varint());
        if (field <= 0 || field > Short.MAX_VALUE) {
            throw new MalformedDataException("the page header has a field of number " + field);
        }
        return field;
    }

    private int i32() throws MalformedDataException, IncompleteException {
        expect(I32);
        return zigzag(varint());
    }

    private void expect(int wanted) throws MalformedDataException {
        if (fieldType != wanted) {
            throw new MalformedDataException(
                    "the page header has a field of type " + fieldType + " where " + wanted + " was expected");
        }
    }

    private static int zigzag(long value) {
        int n = (int) value;
        return n >>> 1 ^ -(n & 1);
    }

    private int nextByte() throws IncompleteException {
        if (at >= end) {
            throw new IncompleteException();
        }
        return bytes[at++];
    }

    private long varint() throws MalformedDataException, IncompleteException {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int b = nextByte();
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedDataException("the page header has a number of more than 10 bytes");
    }

    private void advance(long count) throws MalformedDataException, IncompleteException {
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw new MalformedDataException(
                    "the page header has a field of " + Long.toUnsignedString(count) + " bytes");
        }
        if (count > end - at) {
            throw new IncompleteException();
        }
        at += (int) count;
    }

    private void skip(int skipped, int depth) throws MalformedDataException, IncompleteException {
        if (depth > MAX_DEPTH) {
            throw new MalformedDataException("the page header is nested deeper than " + MAX_DEPTH + " levels");
        }
        switch (skipped) {
            case TRUE, FALSE -> {}
            case BYTE -> advance(1);
            case I16, I32, I64 -> varint();
            case DOUBLE -> advance(Double.BYTES);
            case BINARY -> advance(varint());
            case UUID -> advance(16);
            case LIST, SET -> skipList(depth);
            case MAP -> skipMap(depth);
            case STRUCT -> {
                int field = 0;
                while ((field = nextField(field)) != 0) {
                    skip(fieldType, depth + 1);
                }
            }
            default -> throw new MalformedDataException("the page header has a field of unknown type " + skipped);
        }
    }

    private void skipList(int depth) throws MalformedDataException, IncompleteException {
        int b = nextByte();
        long size = (b >>> 4) & 0xfL;
        if (size == 15) {
            size = varint();
        }
        skipElements(size, b & 0xf, depth);
    }

    private void skipMap(int depth) throws MalformedDataException, IncompleteException {
        long size = varint();
        if (size != 0) {
            int types = nextByte();
            for (long i = 0; i < size; i++) {
                skipElements(1, (types >>> 4) & 0xf, depth);
                skipElements(1, types & 0xf, depth);
            }
        }
    }

    private void skipElements(long size, int type, int depth) throws MalformedDataException, IncompleteException {
        for (long i = 0; i < size; i++) {
            // Inside of containers a boolean takes a byte.
            skip(type == TRUE || type == FALSE ? BYTE : type, depth + 1);
        }
    }

    /** Thrown often while a window grows, hence without a stack trace. */
    private static final class IncompleteException extends Exception {
        IncompleteException() {
            super(null, null, false, false);
        }
    }
}
