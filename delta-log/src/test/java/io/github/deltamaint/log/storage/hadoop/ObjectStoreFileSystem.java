package io.github.deltamaint.log.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * An object store as a connector shows it: keys, a file that appears when its stream is closed, and a condition on that last request. It can lose
 * the answer to a request, and repeat a request whose answer was lost, as real clients do.
 */
final class ObjectStoreFileSystem extends FileSystem {
    private static final String CONDITION = "fs.option.create.conditional.overwrite";
    private static final String HEADER_OPTION = "fs.s3a.create.header.";

    private final TreeMap<String, byte[]> objects = new TreeMap<>();
    private final Map<String, Map<String, String>> headers = new HashMap<>();
    private final Conditions conditions;
    private final String scheme;

    /** What was asked of the store, as verb and key. */
    final List<String> requests = new ArrayList<>();

    boolean loseNextAnswer;
    boolean repeatAfterLostAnswer;
    boolean failNextRequest;
    boolean failHeaders;

    /** Which part of the chain knows that a request can carry a condition. */
    enum Conditions {
        KEPT,
        IGNORED_BY_STORE,
        UNKNOWN_TO_CONNECTOR
    }

    ObjectStoreFileSystem(String scheme, Conditions conditions) {
        this.scheme = scheme;
        this.conditions = conditions;
        setConf(new org.apache.hadoop.conf.Configuration(false));
    }

    List<String> keys() {
        return List.copyOf(objects.keySet());
    }

    byte[] object(String path) {
        return objects.get(path);
    }

    private void request(String key, byte[] content, Map<String, String> newHeaders, boolean onlyIfAbsent)
            throws IOException {
        requests.add("PUT " + key);
        if (failNextRequest) {
            failNextRequest = false;
            throw new IOException("503 slow down");
        }
        store(key, content, newHeaders, onlyIfAbsent);
        if (loseNextAnswer) {
            loseNextAnswer = false;
            if (!repeatAfterLostAnswer) {
                throw new IOException("connection reset");
            }
            store(key, content, newHeaders, onlyIfAbsent);
        }
    }

    private void store(String key, byte[] content, Map<String, String> newHeaders, boolean onlyIfAbsent)
            throws IOException {
        if (onlyIfAbsent && conditions != Conditions.IGNORED_BY_STORE && objects.containsKey(key)) {
            throw new RemoteFileChangedException("PUT 0-byte object on " + key + ": 412 Precondition Failed");
        }
        objects.put(key, content);
        headers.put(key, newHeaders);
    }

    /** Named like the connector's own one. */
    private static final class RemoteFileChangedException extends IOException {
        RemoteFileChangedException(String message) {
            super(message);
        }
    }

    /** A stream that publishes when it is closed, and can be aborted. */
    private abstract static class Upload extends OutputStream implements StreamCapabilities, Abortable {
        final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        boolean closed;

        @Override
        public void write(int b) {
            bytes.write(b);
        }

        @Override
        public boolean hasCapability(String capability) {
            return capability.equals(StreamCapabilities.ABORTABLE_STREAM);
        }

        @Override
        public AbortableResult abort() {
            closed = true;
            return new AbortableResult() {
                @Override
                public boolean alreadyClosed() {
                    return false;
                }

                @Override
                public IOException anyCleanupException() {
                    return null;
                }
            };
        }
    }

    private FSDataOutputStream stream(Path path, Map<String, String> newHeaders, boolean onlyIfAbsent)
            throws IOException {
        String key = path.toUri().getPath();
        return new FSDataOutputStream(
                new Upload() {

                    @Override
                    public void close() throws IOException {
                        if (!closed) {
                            closed = true;
                            request(key, bytes.toByteArray(), newHeaders, onlyIfAbsent);
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
            if (conditions == Conditions.UNKNOWN_TO_CONNECTOR) {
                rejectUnknownMandatoryKeys(java.util.Set.of(), "");
            }
            Map<String, String> newHeaders = new HashMap<>();
            for (Map.Entry<String, String> option : getOptions()) {
                if (option.getKey().startsWith(HEADER_OPTION)) {
                    newHeaders.put(option.getKey().substring(HEADER_OPTION.length()), option.getValue());
                }
            }
            return stream(getPath(), newHeaders, getMandatoryKeys().contains(CONDITION));
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
        return stream(path, Map.of(), !overwrite);
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) {
        return capability.equals(CONDITION) && conditions != Conditions.UNKNOWN_TO_CONNECTOR;
    }

    @Override
    public byte[] getXAttr(Path path, String name) throws IOException {
        String key = path.toUri().getPath();
        requests.add("HEAD " + key);
        if (failHeaders) {
            throw new IOException("503 slow down");
        }
        if (!objects.containsKey(key)) {
            throw new FileNotFoundException(key);
        }
        String value = headers.get(key).get(name.replaceFirst("^header\\.", ""));
        return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public BulkDelete createBulkDelete(Path base) {
        return new BulkDelete() {
            @Override
            public int pageSize() {
                return 3;
            }

            @Override
            public Path basePath() {
                return base;
            }

            @Override
            public List<Map.Entry<Path, String>> bulkDelete(Collection<Path> paths) {
                assertThat(paths).hasSizeLessThanOrEqualTo(pageSize());
                requests.add("DELETE " + paths.size());
                List<Map.Entry<Path, String>> failures = new ArrayList<>();
                for (Path path : paths) {
                    if (path.getName().startsWith("locked")) {
                        failures.add(Map.entry(path, "AccessDenied"));
                    } else {
                        objects.remove(path.toUri().getPath());
                    }
                }
                return failures;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public URI getUri() {
        return URI.create(scheme + "://bucket");
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
                entries.add(new FileStatus(0, true, 1, 1, 0, new Path(scheme, "bucket", child)));
            }
        }
        if (entries.isEmpty()) {
            throw new FileNotFoundException(path.toString());
        }
        return entries.toArray(FileStatus[]::new);
    }

    private FileStatus status(String key) {
        return new FileStatus(
                objects.get(key).length, false, 1, 1, 1_700_000_000_000L, new Path(scheme, "bucket", key));
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
        return new Path(scheme + "://bucket/");
    }
}
