package io.github.deltamaint.log.storage.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * An object store as a connector shows it: keys, a file that appears when its stream is closed, and a condition on that last request. It can lose
 * the answer to a request, and repeat a request whose answer was lost, as real clients do.
 */
final class ObjectStoreFileSystem extends FileSystem {
    private final TreeMap<String, byte[]> objects = new TreeMap<>();
    private final boolean knowsConditions;
    boolean loseNextAnswer;
    boolean repeatAfterLostAnswer;
    boolean failNextRequest;

    ObjectStoreFileSystem(boolean knowsConditions) {
        this.knowsConditions = knowsConditions;
        setConf(new org.apache.hadoop.conf.Configuration(false));
    }

    byte[] object(String path) {
        return objects.get(path);
    }

    private void request(String key, byte[] content, boolean onlyIfAbsent) throws IOException {
        if (failNextRequest) {
            failNextRequest = false;
            throw new IOException("503 slow down");
        }
        store(key, content, onlyIfAbsent);
        if (loseNextAnswer) {
            loseNextAnswer = false;
            if (!repeatAfterLostAnswer) {
                throw new IOException("connection reset");
            }
            store(key, content, onlyIfAbsent);
        }
    }

    private void store(String key, byte[] content, boolean onlyIfAbsent) throws IOException {
        if (onlyIfAbsent && objects.containsKey(key)) {
            throw new IOException("PUT 0-byte object on " + key + ": 412 Precondition Failed");
        }
        objects.put(key, content);
    }

    private FSDataOutputStream stream(Path path, boolean onlyIfAbsent) throws IOException {
        String key = path.toUri().getPath();
        return new FSDataOutputStream(
                new OutputStream() {
                    private final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
                    private boolean closed;

                    @Override
                    public void write(int b) {
                        bytes.write(b);
                    }

                    @Override
                    public void close() throws IOException {
                        if (!closed) {
                            closed = true;
                            request(key, bytes.toByteArray(), onlyIfAbsent);
                        }
                    }
                },
                null);
    }

    @Override
    public FSDataOutputStreamBuilder<?, ?> createFile(Path path) {
        return new Builder(path);
    }

    private final class Builder extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {
        Builder(Path path) {
            super(ObjectStoreFileSystem.this, path);
        }

        @Override
        public Builder getThisBuilder() {
            return this;
        }

        @Override
        public FSDataOutputStream build() throws IOException {
            if (!knowsConditions) {
                rejectUnknownMandatoryKeys(java.util.Set.of(), "");
            }
            return stream(getPath(), getMandatoryKeys().contains("fs.option.create.conditional.overwrite"));
        }

        @Override
        public Builder overwrite(boolean overwrite) {
            return this;
        }
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        if (!overwrite && objects.containsKey(path.toUri().getPath())) {
            throw new FileAlreadyExistsException(path.toString());
        }
        return stream(path, !overwrite);
    }

    @Override
    public URI getUri() {
        return URI.create("s3a://bucket");
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        byte[] bytes = objects.get(path.toUri().getPath());
        if (bytes == null) {
            throw new FileNotFoundException(path.toString());
        }
        return new FSDataInputStream(new Bytes(bytes));
    }

    private static final class Bytes extends java.io.ByteArrayInputStream
            implements org.apache.hadoop.fs.Seekable, org.apache.hadoop.fs.PositionedReadable {
        Bytes(byte[] bytes) {
            super(bytes);
        }

        @Override
        public void seek(long position) {
            pos = (int) position;
        }

        @Override
        public long getPos() {
            return pos;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public int read(long position, byte[] buffer, int offset, int length) {
            int read = (int) Math.min(length, count - position);
            System.arraycopy(buf, (int) position, buffer, offset, read);
            return read;
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            if (position + length > count) {
                throw new java.io.EOFException();
            }
            read(position, buffer, offset, length);
        }

        @Override
        public void readFully(long position, byte[] buffer) throws IOException {
            readFully(position, buffer, 0, buffer.length);
        }
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        String prefix = path.toUri().getPath().equals("/") ? "/" : path.toUri().getPath() + "/";
        List<FileStatus> entries = new ArrayList<>();
        List<String> directories = new ArrayList<>();
        for (String key : objects.keySet()) {
            if (!key.startsWith(prefix)) {
                continue;
            }
            int slash = key.indexOf('/', prefix.length());
            String child = slash < 0 ? key : key.substring(0, slash);
            if (slash < 0) {
                entries.add(status(key));
            } else if (!directories.contains(child)) {
                directories.add(child);
                entries.add(new FileStatus(0, true, 1, 1, 0, new Path("s3a", "bucket", child)));
            }
        }
        if (entries.isEmpty()) {
            throw new FileNotFoundException(path.toString());
        }
        return entries.toArray(FileStatus[]::new);
    }

    private FileStatus status(String key) {
        return new FileStatus(objects.get(key).length, false, 1, 1, 1_700_000_000_000L, new Path("s3a", "bucket", key));
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        String key = path.toUri().getPath();
        if (objects.containsKey(key)) {
            return status(key);
        }
        listStatus(path);
        return new FileStatus(0, true, 1, 1, 0, path);
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        return objects.remove(path.toUri().getPath()) != null;
    }

    @Override
    public boolean rename(Path from, Path to) {
        throw new UnsupportedOperationException("an object store copies; nothing here may rely on renames");
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        return true;
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setWorkingDirectory(Path path) {}

    @Override
    public Path getWorkingDirectory() {
        return new Path("s3a://bucket/");
    }
}
