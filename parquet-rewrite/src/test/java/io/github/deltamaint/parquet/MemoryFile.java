package io.github.deltamaint.parquet;

import java.io.ByteArrayOutputStream;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;

/** A file in memory, for our interfaces and for those of parquet-java. */
public final class MemoryFile implements ByteSink, InputFile, OutputFile {
    private final String name;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean closed;
    private boolean aborted;

    public MemoryFile(String name) {
        this.name = name;
    }

    public static MemoryFile of(String name, byte[] content) {
        MemoryFile file = new MemoryFile(name);
        file.write(content, 0, content.length);
        return file;
    }

    public byte[] content() {
        return bytes.toByteArray();
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isAborted() {
        return aborted;
    }

    public RewriteInput input() {
        return RewriteInput.of(name, this::source);
    }

    public ByteSource source() {
        return new MemorySource(name, content());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        bytes.write(source, offset, length);
    }

    @Override
    public long position() {
        return bytes.size();
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void abort() {
        aborted = !closed;
    }

    @Override
    public long getLength() {
        return bytes.size();
    }

    @Override
    public SeekableInputStream newStream() {
        return new MemoryInput(content()).newStream();
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) {
        return new DelegatingPositionOutputStream(bytes) {
            @Override
            public long getPos() {
                return bytes.size();
            }
        };
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
        bytes.reset();
        return create(blockSizeHint);
    }

    @Override
    public boolean supportsBlockSize() {
        return false;
    }

    @Override
    public long defaultBlockSize() {
        return 0;
    }

    @Override
    public String getPath() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
