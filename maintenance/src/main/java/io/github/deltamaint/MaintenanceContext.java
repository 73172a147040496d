package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What operations on tables share: how stores are reached, how much memory and how many threads they take. Thread-safe. Whoever built it closes it.
 */
public interface MaintenanceContext extends AutoCloseable {

    /** The one of the process, with defaults for everything. Closing it does nothing. */
    static MaintenanceContext defaults() {
        return DefaultMaintenanceContext.ofProcess();
    }

    /** Begins a context of your own. */
    static Builder builder() {
        return new DefaultMaintenanceContext.ContextBuilder();
    }

    /** Closes the connections to the stores. Operations that still run fail. */
    @Override
    void close();

    /** Collects settings; for one use by one thread. */
    interface Builder {

        /** An option for Hadoop's file systems, such as {@code fs.s3a.endpoint}. Local tables need none. */
        Builder hadoopOption(String key, String value);

        /** Several options for Hadoop's file systems. */
        Builder hadoopOptions(Map<String, String> options);

        /**
         * Promises that nobody else writes to the tables of this context while it does. Only then can commits be made on a store that has no way of
         * writing a file unless it exists.
         */
        Builder singleWriter();

        /**
         * How many threads an operation rewrites with: on tasks, and where there are fewer of those, on columns of one task. Default:
         * the number of processors, at most 4.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        Builder maxConcurrentRewrites(int threads);

        /**
         * The memory for the data of all tasks and threads that rewrite at the same time, in all operations of this context. Where it
         * is short, tasks wait for each other. Default: a quarter of the heap, at most 1 GiB.
         *
         * @throws IllegalArgumentException if it is less than 16 MiB
         */
        Builder memoryLimit(DataSize limit);

        /**
         * The local directory for what does not fit into memory: rows that are put into an order, compressed, about as large as the files that they come from, and
         * what VACUUM knows of files. Made if it is missing. What is there is freed in any case, also if the process is killed. Default: the system's directory for temporary files.
         */
        Builder spillDirectory(Path directory);

        /** Where the time comes from. Default: the system's clock. */
        Builder clock(Clock clock);

        /**
         * Where names of new files and identities of commits come from. Must never give the same one twice, in other processes neither: a
         * commit is told from that of another writer by its identity. Default: random ones.
         */
        Builder uuids(Supplier<UUID> uuids);

        /** What is added to the name of this library in the history of tables, such as the name of the application. */
        Builder engineInfo(String application);

        /**
         * Who is told about every operation of this context, besides the listeners of the operation itself. May be called more than once. All operations
         * also write events of the Java Flight Recorder, for which nothing needs to be set.
         */
        Builder listeners(ListenerFactory factory);

        /** The context. */
        MaintenanceContext build();
    }
}
