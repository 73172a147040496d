package io.github.deltamaint.log;

import io.github.deltamaint.parquet.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file that was read at once; it remembers which ranges were asked for. */
public final class FileBytes implements ByteSource {
    private final String name;
    private final byte[] bytes;
    private final List<String> reads = new ArrayList<>();

    /** A file of these bytes. */
    public FileBytes(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    /** The file at a path. */
    public static FileBytes of(Path file) throws IOException {
        return new FileBytes(file.toString(), Files.readAllBytes(file));
    }

    /** The ranges that were read, such as {@code 0+17}. */
    public List<String> reads() {
        return reads;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        reads.add(position + "+" + length);
        if (position + length > bytes.length) {
            throw new EOFException(name + " has " + bytes.length + " bytes");
        }
        System.arraycopy(bytes, (int) position, buffer, offset, length);
    }

    @Override
    public void close() {}
}
