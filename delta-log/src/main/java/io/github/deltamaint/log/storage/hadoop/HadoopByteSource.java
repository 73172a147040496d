package io.github.deltamaint.log.storage.hadoop;

import io.github.deltamaint.parquet.ByteSource;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;

/** A file of a Hadoop file system, read by position. */
final class HadoopByteSource implements ByteSource {
    private final String name;
    private final FSDataInputStream in;
    private final long length;

    HadoopByteSource(String name, FSDataInputStream in, long length) {
        this.name = name;
        this.in = in;
        this.length = length;
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
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        in.readFully(position, buffer, offset, length);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
