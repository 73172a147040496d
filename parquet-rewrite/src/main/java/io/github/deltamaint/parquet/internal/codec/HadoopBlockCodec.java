package io.github.deltamaint.parquet.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A format in the frame that Hadoop's codecs put around it: blocks, each of them the length it decompresses to (4 bytes,
 * big-endian) and then chunks of a length (4 bytes, big-endian) and compressed bytes, until the block is full.
 *
 * <p>Some writers of the codec LZ4 left the frame away; what is not framed is read as one bare chunk, if that is asked for.
 */
final class HadoopBlockCodec implements Codec {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int HEADER = 2 * Integer.BYTES;

    private final JavaCodec codec;
    private final boolean mayBeBare;

    HadoopBlockCodec(JavaCodec codec, boolean mayBeBare) {
        this.codec = codec;
        this.mayBeBare = mayBeBare;
    }

    @Override
    public int maxCompressedLength(int length) {
        return Math.addExact(HEADER, codec.maxCompressedLength(length));
    }

    @Override
    public int compress(byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset) {
        INT.set(output, outputOffset, inputLength);
        if (inputLength == 0) {
            return Integer.BYTES; // a block without chunks
        }
        int length = codec.compress(input, inputOffset, inputLength, output, outputOffset + HEADER);
        INT.set(output, outputOffset + Integer.BYTES, length);
        return HEADER + length;
    }

    @Override
    public long maxDecompressedLength(int compressedLength) {
        return codec.maxDecompressedLength(compressedLength);
    }

    @Override
    public void decompress(
            byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset, int outputLength)
            throws MalformedDataException {
        try {
            decompressBlocks(input, inputOffset, inputOffset + inputLength, output, outputOffset, outputLength);
        } catch (MalformedDataException framed) {
            if (!mayBeBare) {
                throw framed;
            }
            try {
                codec.decompress(input, inputOffset, inputLength, output, outputOffset, outputLength);
            } catch (MalformedDataException bare) {
                framed.addSuppressed(bare);
                throw framed;
            }
        }
    }

    private void decompressBlocks(byte[] input, int from, int to, byte[] output, int outputFrom, int outputLength)
            throws MalformedDataException {
        int at = from;
        int out = outputFrom;
        int end = outputFrom + outputLength;
        while (at < to) {
            int blockLength = readLength(input, at, to, end - out);
            at += Integer.BYTES;
            int blockEnd = out + blockLength;
            while (out < blockEnd) {
                int chunkLength = readLength(input, at, to, to - at - Integer.BYTES);
                at += Integer.BYTES;
                int written = codec.decompressPart(input, at, chunkLength, output, out, blockEnd - out);
                if (written == 0) {
                    throw new MalformedDataException("has a chunk that decompresses to nothing");
                }
                at += chunkLength;
                out += written;
            }
        }
        MalformedDataException.checkLength(out - outputFrom, outputLength);
    }

    private static int readLength(byte[] input, int at, int end, int max) throws MalformedDataException {
        if (end - at < Integer.BYTES) {
            throw new MalformedDataException("breaks off inside of a block header");
        }
        int length = (int) INT.get(input, at);
        if (length < 0 || length > max) {
            throw new MalformedDataException(
                    "announces a block of " + Integer.toUnsignedString(length) + " bytes where " + max + " are left");
        }
        return length;
    }
}
