package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.internal.codec.MalformedDataException;

/**
 * Decodes the values of one page after the other, in one encoding and one physical type, of which the {@link
 * io.github.deltamaint.parquet.ValueKind} says which methods apply. Used by one thread.
 */
abstract class ValueDecoder {

    /**
     * Starts on {@code bytes[from, to)}.
     *
     * @param count how many values there are
     */
    abstract void start(byte[] bytes, int from, int to, int count) throws MalformedDataException;

    /** Reads values of kind INT. */
    void readInts(int count, int[] into, int at) throws MalformedDataException {
        throw new UnsupportedOperationException();
    }

    /** Reads values of kind LONG. */
    void readLongs(int count, long[] into, int at) throws MalformedDataException {
        throw new UnsupportedOperationException();
    }

    /** Appends values of kind BYTES. */
    void appendBytes(int count, ValueVector into) throws MalformedDataException {
        throw new UnsupportedOperationException();
    }

    /** Appends values of the kind of the vector. */
    final void append(int count, ValueVector into) throws MalformedDataException {
        switch (into.kind()) {
            case INT -> {
                into.reserve(count);
                readInts(count, into.ints(), into.size());
                into.added(count);
            }
            case LONG -> {
                into.reserve(count);
                readLongs(count, into.longs(), into.size());
                into.added(count);
            }
            case BYTES -> appendBytes(count, into);
        }
    }

    /** An upper bound of the bytes of all values of kind BYTES that are left. */
    long bytesLeft() {
        return 0;
    }

    /** Passes over values. */
    abstract void skip(int count) throws MalformedDataException;

    static void checkRoom(long needed, int from, int to) throws MalformedDataException {
        if (needed > to - from) {
            throw new MalformedDataException(
                    "values of " + needed + " bytes in a page that has " + (to - from) + " left");
        }
    }
}
