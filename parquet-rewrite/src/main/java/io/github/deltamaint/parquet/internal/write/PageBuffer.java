package io.github.deltamaint.parquet.internal.write;

import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes of a page under construction: an array that grows and is used again for the next page.
 *
 * <p>Encoders reserve what they need once and then write into {@link #bytes()} from {@link #length()} on without further
 * checks. {@link #SLACK} bytes behind the reserved range may be overwritten, so that kernels can store whole words.
 */
public final class PageBuffer extends OutputStream {
    /** Bytes behind every reserved range that a kernel may overwrite. */
    public static final int SLACK = 16;

    /** The largest number of bytes that one page may have, headers excluded. */
    public static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle BIG_ENDIAN_LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int length;

    /** An empty buffer. */
    public PageBuffer() {
        bytes = new byte[1024];
    }

    /** The array that holds the bytes; replaced when {@link #reserve} grows it. */
    public byte[] bytes() {
        return bytes;
    }

    /** The number of bytes written so far. */
    public int length() {
        return length;
    }

    /** Makes the buffer empty and keeps its memory. */
    public void clear() {
        length = 0;
    }

    /** Says how many bytes there are, after a kernel wrote behind {@link #length()} or to take bytes back. */
    public void length(int newLength) {
        length = newLength;
    }

    /**
     * Makes room for {@code count} more bytes and the slack behind them.
     *
     * @return the array to write into, from {@link #length()} on
     * @throws IllegalStateException if the page would not fit into an array
     */
    public byte[] reserve(long count) {
        long needed = length + count + SLACK;
        if (needed > bytes.length) {
            grow(needed);
        }
        return bytes;
    }

    private void grow(long needed) {
        if (needed > MAX_BYTES) {
            throw new IllegalStateException("a page of " + (needed - SLACK) + " bytes is too large: the limit is "
                    + (MAX_BYTES - SLACK) + " bytes; write fewer or smaller values to a record");
        }
        long doubled = Math.max(needed, Math.min(2L * bytes.length, MAX_BYTES));
        bytes = Arrays.copyOf(bytes, (int) doubled);
    }

    @Override
    public void write(int value) {
        reserve(1)[length++] = (byte) value;
    }

    @Override
    public void write(byte[] from, int offset, int count) {
        reserve(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    /** Appends four bytes, lowest first. */
    public void writeInt(int value) {
        INT.set(reserve(4), length, value);
        length += 4;
    }

    /** Writes four bytes at {@code position}, lowest first, over what is there. */
    public void setInt(int position, int value) {
        INT.set(bytes, position, value);
    }

    /** Appends {@code value} as an unsigned LEB128 number. */
    public void writeUnsignedVarInt(int value) {
        writeUnsignedVarLong(value & 0xFFFF_FFFFL);
    }

    /** Appends {@code value} as an unsigned LEB128 number. */
    public void writeUnsignedVarLong(long value) {
        byte[] target = reserve(10);
        int at = length;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            target[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[at++] = (byte) rest;
        length = at;
    }

    /** Appends {@code value} as a zigzag LEB128 number. */
    public void writeZigZagVarLong(long value) {
        writeUnsignedVarLong((value << 1) ^ (value >> 63));
    }
}
