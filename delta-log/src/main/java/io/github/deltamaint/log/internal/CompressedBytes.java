package io.github.deltamaint.log.internal;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Bytes in memory, deflated: commits shrink to a fifth or less. Immutable. */
final class CompressedBytes {
    private final byte[] deflated;
    private final int inflatedLength;

    private CompressedBytes(byte[] deflated, int inflatedLength) {
        this.deflated = deflated;
        this.inflatedLength = inflatedLength;
    }

    static CompressedBytes of(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] output = new byte[Math.max(64, bytes.length / 4)];
            int length = 0;
            while (!deflater.finished()) {
                if (length == output.length) {
                    output = Arrays.copyOf(output, Math.addExact(output.length, output.length / 2));
                }
                length += deflater.deflate(output, length, output.length - length);
            }
            return new CompressedBytes(Arrays.copyOf(output, length), bytes.length);
        } finally {
            deflater.end();
        }
    }

    /** How many bytes it takes. */
    int length() {
        return deflated.length;
    }

    byte[] inflate() {
        byte[] bytes = new byte[inflatedLength];
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(deflated);
            int length = 0;
            while (length < bytes.length) {
                length += inflater.inflate(bytes, length, bytes.length - length);
            }
            return bytes;
        } catch (DataFormatException e) {
            throw new IllegalStateException("memory does not change", e);
        } finally {
            inflater.end();
        }
    }
}
