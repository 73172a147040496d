package io.github.deltamaint.parquet.internal.codec;

/** Bytes that cannot be decompressed; the caller knows of which file they are. */
public final class MalformedDataException extends Exception {

    /** Says what was expected and found. */
    public MalformedDataException(String problem) {
        super(problem);
    }

    /** Says what was expected and found, with what the decompressor said. */
    public MalformedDataException(String problem, Throwable cause) {
        super(problem, cause);
    }

    static void checkLength(long found, int expected) throws MalformedDataException {
        if (found != expected) {
            throw new MalformedDataException("decompresses to " + found + " bytes, not " + expected);
        }
    }
}
