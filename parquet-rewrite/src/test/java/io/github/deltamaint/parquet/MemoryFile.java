package io.github.deltamaint.parquet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;

/** A file in memory, for our interfaces and for those of parquet-java. */
final class MemoryFile implements ByteSink, InputFile, OutputFile {
    private final String name;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean closed;
    private boolean aborted;

    MemoryFile(String name) {
        this.name = name;
    }

    static MemoryFile of(String name, byte[] content) {
        MemoryFile file = new MemoryFile(name);
        file.write(content, 0, content.length);
        return file;
    }

    byte[] content() {
        return bytes.toByteArray();
    }

    boolean isClosed() {
        return closed;
    }

    boolean isAborted() {
        return aborted;
    }

    RewriteInput input() {
        return RewriteInput.of(name, this::source);
    }

    ByteSource source() {
        byte[] content = content();
        return new ByteSource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long length() {
                return content.length;
            }

            @Override
            public void readFully(long position, byte[] buffer, int offset, int length) throws EOFException {
                if (position + length > content.length) {
                    throw new EOFException(name + " has " + content.length + " bytes");
                }
                System.arraycopy(content, (int) position, buffer, offset, length);
            }

            @Override
            public void close() {}
        };
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
        return new Stream(content());
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

    private static final class Stream extends DelegatingSeekableInputStream {
        private final Content content;

        Stream(byte[] bytes) {
            this(new Content(bytes));
        }

        private Stream(Content content) {
            super(content);
            this.content = content;
        }

        @Override
        public long getPos() {
            return content.position();
        }

        @Override
        public void seek(long position) {
            content.position((int) position);
        }
    }

    private static final class Content extends ByteArrayInputStream {
        Content(byte[] bytes) {
            super(bytes);
        }

        int position() {
            return pos;
        }

        void position(int position) {
            pos = position;
        }
    }

    /** The bytes as parquet-java likes them. */
    ByteBuffer buffer() {
        return ByteBuffer.wrap(content());
    }
}
