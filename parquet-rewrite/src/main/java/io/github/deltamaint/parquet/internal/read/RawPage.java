package io.github.deltamaint.parquet.internal.read;

/** A data page of version 1 as it lies in the file, compressed: valid until the next page is asked for, not to be changed. */
public final class RawPage {
    private final byte[] bytes;
    private final int from;
    private final int length;
    private final int uncompressedLength;
    private final byte[] body;
    private final int valuesFrom;
    private final int valuesTo;

    RawPage(byte[] bytes, int from, int length, int uncompressedLength, byte[] body, int valuesFrom, int valuesTo) {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
        this.uncompressedLength = uncompressedLength;
        this.body = body;
        this.valuesFrom = valuesFrom;
        this.valuesTo = valuesTo;
    }

    /** Holds the page without its header. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where it starts in {@link #bytes()}. */
    public int from() {
        return from;
    }

    /** Its length in {@link #bytes()}. */
    public int length() {
        return length;
    }

    /** Its length before compression. */
    public int uncompressedLength() {
        return uncompressedLength;
    }

    /** Holds the page uncompressed. */
    public byte[] body() {
        return body;
    }

    /** Where its values start in {@link #body()}. */
    public int valuesFrom() {
        return valuesFrom;
    }

    /** Where its values end in {@link #body()}. */
    public int valuesTo() {
        return valuesTo;
    }
}
