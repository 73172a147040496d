package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.internal.write.ScatteredFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/**
 * A Parquet file whose column chunks lie between those of others in temporary files. What tells where is a descriptor, which lies there, too: the number of
 * chunks, for each of them which file, where in it, and its length, and then the end of the Parquet file.
 */
final class SpilledFile implements ByteSource {
    private final String name;
    private final SpillFile[] files;
    private final long[] offsets;
    private final byte[] start = ScatteredFile.start();
    private final byte[] end;

    /** Where each chunk starts in this file, and where the last one ends. */
    private final long[] starts;

    private SpilledFile(SpillSpace space, String name, DataInputStream descriptor) throws IOException {
        this.name = name;
        int chunks = descriptor.readInt();
        files = new SpillFile[chunks];
        offsets = new long[chunks];
        starts = new long[chunks + 1];
        starts[0] = start.length;
        for (int i = 0; i < chunks; i++) {
            files[i] = space.file(descriptor.readInt());
            offsets[i] = descriptor.readLong();
            starts[i + 1] = starts[i] + descriptor.readLong();
        }
        end = descriptor.readAllBytes();
    }

    /**
     * Where a descriptor lies.
     *
     * @param offset in the first file of the space
     */
    record Place(long offset, int length) {}

    /** Where a chunk lies. */
    record Extent(int file, long offset, long length) {}

    /** Appends a descriptor. */
    static Place write(SpillFile target, Extent[] chunks, byte[] end) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(chunks.length);
        for (Extent chunk : chunks) {
            out.writeInt(chunk.file());
            out.writeLong(chunk.offset());
            out.writeLong(chunk.length());
        }
        out.write(end);
        long offset = target.position();
        target.write(bytes.toByteArray(), 0, bytes.size());
        return new Place(offset, bytes.size());
    }

    /** Opens the file that a descriptor describes. */
    static SpilledFile open(SpillSpace space, String name, SpillFile target, Place place) throws IOException {
        byte[] bytes = new byte[place.length()];
        target.read(place.offset(), bytes, 0, bytes.length);
        return new SpilledFile(space, name, new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return starts[files.length] + end.length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        if (position < 0 || position > length() - length) {
            throw new EOFException(
                    name + ": " + length + " bytes at " + position + " reach beyond its end at " + length());
        }
        long at = position;
        int left = length;
        while (left > 0) {
            int step = read(at, buffer, offset + length - left, left);
            at += step;
            left -= step;
        }
    }

    /** Reads up to {@code most} bytes, those that lie together. */
    private int read(long at, byte[] buffer, int offset, int most) throws IOException {
        long behindChunks = at - starts[files.length];
        if (behindChunks >= 0 || at < start.length) {
            byte[] from = behindChunks >= 0 ? end : start;
            int position = (int) (behindChunks >= 0 ? behindChunks : at);
            int step = Math.min(most, from.length - position);
            System.arraycopy(from, position, buffer, offset, step);
            return step;
        }
        int chunk = chunkAt(at);
        int step = (int) Math.min(most, starts[chunk + 1] - at);
        files[chunk].read(offsets[chunk] + at - starts[chunk], buffer, offset, step);
        return step;
    }

    /** The chunk with a byte: the last one that starts there or before and is not empty. */
    private int chunkAt(long position) {
        int found = Arrays.binarySearch(starts, position + 1);
        return (found < 0 ? -found - 1 : found) - 1;
    }

    /** Does nothing: the space is closed as a whole. */
    @Override
    public void close() {}
}
