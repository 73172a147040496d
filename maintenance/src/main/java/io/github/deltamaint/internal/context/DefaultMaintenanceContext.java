package io.github.deltamaint.internal.context;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.ListenerFactory;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.events.OperationListeners;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.Storages;
import io.github.deltamaint.parquet.MemoryBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** The only implementation of {@link MaintenanceContext}. */
public final class DefaultMaintenanceContext implements MaintenanceContext {
    private static final DataSize LEAST_MEMORY = DataSize.ofBytes(MemoryBudget.LOWEST_LIMIT_BYTES);
    private static final DataSize MOST_DEFAULT_MEMORY = DataSize.gibibytes(1);
    private static final int MOST_DEFAULT_REWRITES = 4;

    private final Storages storages;
    private final int maxConcurrentRewrites;
    private final MemoryBudget memory;
    private final Path spillDirectory;
    private final Clock clock;
    private final Supplier<UUID> uuids;
    private final String engineInfo;
    private final List<ListenerFactory> listenerFactories;
    private final boolean closeable;

    private DefaultMaintenanceContext(ContextBuilder builder, boolean closeable) {
        this.storages = builder.storages.build();
        this.maxConcurrentRewrites = builder.maxConcurrentRewrites;
        this.memory = MemoryBudget.of(builder.memoryLimit.bytes(), builder.maxConcurrentRewrites);
        this.spillDirectory = builder.spillDirectory;
        this.clock = builder.clock;
        this.uuids = builder.uuids;
        this.engineInfo = builder.engineInfo;
        this.listenerFactories = List.copyOf(builder.listenerFactories);
        this.closeable = closeable;
    }

    private DefaultMaintenanceContext(DefaultMaintenanceContext whole, int shares) {
        this.storages = whole.storages;
        this.maxConcurrentRewrites = Math.max(1, whole.maxConcurrentRewrites / shares);
        this.memory = MemoryBudget.of(
                Math.max(MemoryBudget.LOWEST_LIMIT_BYTES, whole.memory.limitBytes() / shares), maxConcurrentRewrites);
        this.spillDirectory = whole.spillDirectory;
        this.clock = whole.clock;
        this.uuids = whole.uuids;
        this.engineInfo = whole.engineInfo;
        this.listenerFactories = whole.listenerFactories;
        this.closeable = false;
    }

    /** The same with a share of memory and threads, for one of several operations at the same time. Closing it does nothing. */
    public DefaultMaintenanceContext share(int shares) {
        return new DefaultMaintenanceContext(this, shares);
    }

    /** The context that is never closed. */
    public static MaintenanceContext ofProcess() {
        return OfProcess.CONTEXT;
    }

    private static final class OfProcess {
        static final MaintenanceContext CONTEXT = new DefaultMaintenanceContext(new ContextBuilder(), false);
    }

    /** How files are reached. */
    public Storages storages() {
        return storages;
    }

    /** How many tasks may run at the same time. */
    public int maxConcurrentRewrites() {
        return maxConcurrentRewrites;
    }

    /** How much memory that is. */
    public DataSize memoryLimit() {
        return DataSize.ofBytes(memory.limitBytes());
    }

    /** The memory for the data of all of them. */
    public MemoryBudget memory() {
        return memory;
    }

    /** Where goes what does not fit into it. */
    public Path spillDirectory() {
        return spillDirectory;
    }

    /** The time. */
    public Clock clock() {
        return clock;
    }

    /** Identities for files and commits. */
    public Supplier<UUID> uuids() {
        return uuids;
    }

    /** The program, for the history. */
    public String engineInfo() {
        return engineInfo;
    }

    /** Who is told about a new operation on a table, whatever it is. */
    public OperationListeners listeners(String table) {
        return OperationListeners.of(table, listenerFactories);
    }

    @Override
    public void close() {
        if (!closeable) {
            return;
        }
        try {
            storages.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the connections to the stores", e);
        }
    }

    /** Collects settings. */
    public static final class ContextBuilder implements MaintenanceContext.Builder {
        private final Storages.Builder storages = Storages.builder();
        private int maxConcurrentRewrites =
                Math.min(MOST_DEFAULT_REWRITES, Runtime.getRuntime().availableProcessors());
        private DataSize memoryLimit = defaultMemoryLimit();
        private Path spillDirectory = Path.of(System.getProperty("java.io.tmpdir"));
        private Clock clock = Clock.systemUTC();
        private Supplier<UUID> uuids = UUID::randomUUID;
        private String engineInfo = LibraryVersion.ENGINE_INFO;
        private final List<ListenerFactory> listenerFactories = new ArrayList<>();

        private static DataSize defaultMemoryLimit() {
            DataSize quarter = DataSize.ofBytes(Runtime.getRuntime().maxMemory() / 4);
            DataSize capped = quarter.isGreaterThan(MOST_DEFAULT_MEMORY) ? MOST_DEFAULT_MEMORY : quarter;
            return capped.isLessThan(LEAST_MEMORY) ? LEAST_MEMORY : capped;
        }

        @Override
        public Builder hadoopOption(String key, String value) {
            storages.option(requireNonNull(key, "key"), requireNonNull(value, "value"));
            return this;
        }

        @Override
        public Builder hadoopOptions(Map<String, String> options) {
            storages.options(options);
            return this;
        }

        /** Serves a scheme by a storage of the caller's, who also closes it; the scheme is empty for local paths. */
        public ContextBuilder storage(String scheme, Storage storage) {
            storages.register(scheme, requireNonNull(storage, "storage"));
            return this;
        }

        @Override
        public Builder singleWriter() {
            storages.singleWriter(true);
            return this;
        }

        @Override
        public Builder maxConcurrentRewrites(int threads) {
            if (threads <= 0) {
                throw new IllegalArgumentException("maxConcurrentRewrites must be positive but was " + threads);
            }
            maxConcurrentRewrites = threads;
            return this;
        }

        @Override
        public Builder memoryLimit(DataSize limit) {
            if (limit.isLessThan(LEAST_MEMORY)) {
                throw new IllegalArgumentException(
                        "memoryLimit must be at least " + LEAST_MEMORY + " but was " + limit);
            }
            memoryLimit = limit;
            return this;
        }

        @Override
        public Builder spillDirectory(Path directory) {
            spillDirectory = requireNonNull(directory, "directory");
            return this;
        }

        @Override
        public Builder clock(Clock newClock) {
            clock = requireNonNull(newClock, "clock");
            return this;
        }

        @Override
        public Builder uuids(Supplier<UUID> newUuids) {
            uuids = requireNonNull(newUuids, "uuids");
            return this;
        }

        @Override
        public Builder engineInfo(String application) {
            requireNonNull(application, "application");
            engineInfo =
                    application.isBlank() ? LibraryVersion.ENGINE_INFO : LibraryVersion.ENGINE_INFO + " " + application;
            return this;
        }

        @Override
        public Builder listeners(ListenerFactory factory) {
            listenerFactories.add(requireNonNull(factory, "factory"));
            return this;
        }

        @Override
        public MaintenanceContext build() {
            return new DefaultMaintenanceContext(this, true);
        }
    }
}
