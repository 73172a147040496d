package io.github.deltamaint.log.storage;

import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link Storage} for a path by its scheme and bucket, opens each once, and closes them all.
 *
 * <p>Paths without a scheme are local. Every other scheme goes through Hadoop, which is not needed before. Safe for use by several
 * threads.
 */
public final class Storages implements Closeable {
    private static final String HADOOP_STORAGE = "io.github.deltamaint.log.storage.hadoop.HadoopStorage";

    private final Map<String, String> options;
    private final boolean singleWriter;
    private final Map<String, Storage> registered;
    private final Map<String, Storage> opened = new HashMap<>();
    private boolean closed;

    private Storages(Builder builder) {
        this.options = Map.copyOf(builder.options);
        this.singleWriter = builder.singleWriter;
        this.registered = Map.copyOf(builder.registered);
    }

    /** Storages with the settings that Hadoop finds on the class path. */
    public static Storages create() {
        return builder().build();
    }

    /** Begins with no settings. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The storage of a path. It is closed with this, not by the caller.
     *
     * @param path an absolute path as {@link Storage} takes it
     * @throws UnsupportedStorageException if Hadoop or its connector for the scheme is not on the class path; the message names what to add
     * @throws IOException if the store cannot be reached
     */
    public synchronized Storage forPath(String path) throws IOException {
        if (closed) {
            throw new IllegalStateException("these storages are closed");
        }
        String scheme = StoragePaths.scheme(path);
        Storage storage = registered.get(scheme);
        if (storage != null) {
            return storage;
        }
        String key = scheme + "://" + StoragePaths.authority(path);
        storage = opened.get(key);
        if (storage == null) {
            storage = scheme.isEmpty() ? new LocalStorage(singleWriter) : hadoop(path);
            opened.put(key, storage);
        }
        return storage;
    }

    /** By reflection, so that this class and local tables need no Hadoop. */
    private Storage hadoop(String path) throws IOException {
        try {
            return (Storage) Class.forName(HADOOP_STORAGE)
                    .getMethod("open", String.class, Map.class, boolean.class)
                    .invoke(null, path, options, singleWriter);
        } catch (InvocationTargetException e) {
            throw failure(path, e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw failure(path, e);
        }
    }

    private static IOException failure(String path, @Nullable Throwable cause) {
        Throwable missing = missingClass(cause);
        if (missing != null) {
            return new UnsupportedStorageException(
                    path + ": needs Hadoop on the class path, but a class is missing (" + missing.getMessage()
                            + "). Add io.github.deltamaint:delta-maintenance-hadoop"
                            + connector(StoragePaths.scheme(path)),
                    cause);
        }
        if (cause instanceof IOException io) {
            return io;
        }
        if (cause instanceof RuntimeException runtime) {
            throw runtime;
        }
        return new IOException(path + ": cannot be opened", cause);
    }

    private static @Nullable Throwable missingClass(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof LinkageError || cause instanceof ClassNotFoundException) {
                return cause;
            }
        }
        return null;
    }

    private static String connector(String scheme) {
        return switch (scheme) {
            case "s3", "s3a", "s3n" -> " and org.apache.hadoop:hadoop-aws";
            case "abfs", "abfss", "wasb", "wasbs" -> " and org.apache.hadoop:hadoop-azure";
            case "gs" -> " and org.apache.hadoop:hadoop-gcp";
            case "hdfs", "viewfs" -> " and org.apache.hadoop:hadoop-hdfs-client";
            default -> " and the connector for " + scheme;
        };
    }

    /** Closes every storage that was opened here; registered ones belong to whoever registered them. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        IOException failure = null;
        for (Storage storage : opened.values()) {
            try {
                storage.close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        opened.clear();
        if (failure != null) {
            throw failure;
        }
    }

    /** Collects settings. Used by one thread. */
    public static final class Builder {
        private final Map<String, String> options = new LinkedHashMap<>();
        private final Map<String, Storage> registered = new LinkedHashMap<>();
        private boolean singleWriter;

        private Builder() {}

        /** A setting for Hadoop, such as {@code fs.s3a.endpoint}. */
        public Builder option(String key, String value) {
            options.put(key, value);
            return this;
        }

        /** Settings for Hadoop. */
        public Builder options(Map<String, String> settings) {
            options.putAll(settings);
            return this;
        }

        /**
         * Vouches that nothing else writes to the tables, which allows stores that cannot create a file atomically. A second writer would lose commits.
         */
        public Builder singleWriter(boolean vouched) {
            singleWriter = vouched;
            return this;
        }

        /**
         * Serves a scheme by a storage of the caller's, who also closes it.
         *
         * @param scheme the scheme in lower case; empty for paths without one
         */
        public Builder register(String scheme, Storage storage) {
            registered.put(scheme, storage);
            return this;
        }

        /** The storages with these settings. */
        public Storages build() {
            return new Storages(this);
        }
    }
}
