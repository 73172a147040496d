package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.parquet.ByteSource;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.util.functional.FutureIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of a Hadoop file system, read by position.
 *
 * <p>Streams that read several ranges at once (S3A) are asked that way: such reads do not wait for each other when several threads use the same file, and
 * a long one arrives over several connections. If one of them fails, the whole range is read again in the plain way, which repeats failed requests.
 */
final class HadoopByteSource implements ByteSource {
    private static final Logger LOG = LoggerFactory.getLogger(HadoopByteSource.class);

    /** Longer reads are cut into pieces of this size, which is where a connection to S3 has long reached its full speed. */
    private static final int PIECE = 4 << 20;

    private final String name;
    private final FSDataInputStream in;
    private final long length;
    private final boolean readsRanges;

    HadoopByteSource(String name, FSDataInputStream in, long length, boolean readsRanges) {
        this.name = name;
        this.in = in;
        this.length = length;
        this.readsRanges = readsRanges;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int count) throws IOException {
        if (position + count > length) {
            throw new EOFException(name + ": ends at " + length + ", before " + (position + count));
        }
        if (count == 0) {
            return;
        }
        try {
            if (!readsRanges || !tryRanges(position, buffer, offset, count)) {
                in.readFully(position, buffer, offset, count);
            }
        } catch (IOException e) {
            throw HadoopStorage.translate(name, e);
        }
    }

    /** Whether that was possible; a missing or short file is known by then. */
    private boolean tryRanges(long position, byte[] buffer, int offset, int count) throws IOException {
        try {
            readRanges(position, buffer, offset, count);
            return true;
        } catch (EOFException | FileNotFoundException e) {
            throw e;
        } catch (IOException e) {
            LOG.debug("{}: reading {} bytes at {} failed, so they are read again", name, count, position, e);
            return false;
        }
    }

    private void readRanges(long position, byte[] buffer, int offset, int count) throws IOException {
        List<FileRange> ranges = new ArrayList<>(count / PIECE + 1);
        for (int done = 0; done < count; done += PIECE) {
            ranges.add(FileRange.createFileRange(position + done, Math.min(PIECE, count - done)));
        }
        in.readVectored(ranges, ByteBuffer::allocate);
        int done = offset;
        for (FileRange range : ranges) {
            ByteBuffer piece = FutureIO.awaitFuture(range.getData());
            piece.get(buffer, done, range.getLength());
            done += range.getLength();
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
