package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists everything below a table's root that is not hidden, many directories at the same time.
 *
 * <p>Each directory that is found is work for whichever thread is free. On a store of keys a directory is listed with everything below it in one stream as long as
 * there is enough other work to keep all threads busy, and directory by directory where there is not: few requests while there is plenty, and no
 * long tail at the end. There are more threads than requests may run, so that the next request begins while somebody still looks at what the last one gave. Only the directories that are known and not yet listed are held in memory; the last one found is listed first, so these
 * stay few.
 */
final class Lister implements AutoCloseable {
    /** How many directories must wait, per thread, before whole subtrees are listed in one stream. */
    private static final int PLENTY = 4;

    private static final int TRIES = 10;
    private static final int PAGE = 1000;

    /** One thread more for so many. */
    private static final int SPARE = 4;

    /** Is given what was found. Called by several threads at once. */
    interface Sink {
        void file(FileStatus file, String relative);

        /** A directory with nothing but directories in it, if that. */
        void bareDirectory(FileStatus directory, String relative);

        /** A directory or file that a vacuum does not look at. */
        void hidden(FileStatus entry, String relative);

        /** A directory, or everything below it, was listed to its end. It has something other than directories in it, or it is the root. */
        void occupiedDirectory(String relative);
    }

    private final Storage storage;
    private final TablePath table;
    private final PathRules rules;
    private final int threads;
    private final Backoff backoff;
    private final BooleanSupplier cancelled;
    private final RequestLimit requests;
    private final Sink sink;
    private final Parallel parallel;

    private final Deque<Directory> waiting = new ArrayDeque<>();
    private int running;
    private long listings;
    private @Nullable Throwable failure;

    private record Directory(FileStatus status, String relative) {}

    Lister(
            Storage storage,
            TablePath table,
            PathRules rules,
            int threads,
            Backoff backoff,
            BooleanSupplier cancelled,
            RequestLimit requests,
            Sink sink) {
        this.storage = storage;
        this.table = table;
        this.rules = rules;
        this.threads = threads + Math.max(1, threads / SPARE);
        this.backoff = backoff;
        this.cancelled = cancelled;
        this.requests = requests;
        this.sink = sink;
        this.parallel = new Parallel(this.threads, cancelled);
    }

    /**
     * Begins to list, and returns at once. Once only.
     *
     * @throws CancellationException if cancelled
     */
    void start() {
        found(new Directory(new FileStatus(table.root(), 0, 0, true), ""));
        for (int i = 0; i < threads; i++) {
            parallel.submit(this::work);
        }
    }

    /**
     * Waits until everything is listed.
     *
     * @return how many listings were asked for
     * @throws StorageException if a listing failed for good
     * @throws CancellationException if cancelled
     */
    long await() {
        parallel.await();
        synchronized (this) {
            return listings;
        }
    }

    /** Stops, and returns when nothing is listed any more. */
    @Override
    public void close() {
        stop(new CancellationException());
        parallel.close();
    }

    private void work() {
        try {
            for (Directory next = take(); next != null; next = take()) {
                try {
                    list(next);
                } finally {
                    done();
                }
            }
        } catch (RuntimeException | Error e) {
            stop(e);
            throw e;
        }
    }

    private synchronized @Nullable Directory take() {
        while (failure == null && waiting.isEmpty() && running > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException();
            }
        }
        if (failure != null || waiting.isEmpty()) {
            return null;
        }
        if (cancelled.getAsBoolean()) {
            throw new CancellationException();
        }
        running++;
        return waiting.pop();
    }

    private synchronized void done() {
        running--;
        notifyAll();
    }

    private synchronized void stop(Throwable cause) {
        failure = failure == null ? cause : failure;
        notifyAll();
    }

    private synchronized void found(Directory directory) {
        waiting.push(directory);
        notifyAll();
    }

    private synchronized boolean hasPlenty() {
        return waiting.size() >= PLENTY * threads;
    }

    private void list(Directory directory) {
        boolean deep = storage.listsKeys() && hasPlenty();
        boolean occupied = false;
        long delivered = 0;
        for (int failures = 0; ; ) {
            synchronized (this) {
                listings++;
            }
            try {
                occupied |= deliver(directory, deep, delivered);
                break;
            } catch (Interrupted e) {
                delivered = e.delivered;
                // Nobody knows what the first part was.
                occupied = true;
                failures++;
                if (failures == TRIES || !Backoff.isThrottling(e.failure)) {
                    throw new StorageException(
                            table.root(), "list", directory.status().path(), e.failure);
                }
                backoff.await(failures);
            }
        }
        // Where there are only keys, a directory is nothing by itself.
        if (occupied || storage.listsKeys() || directory.relative().isEmpty()) {
            sink.occupiedDirectory(directory.relative());
        } else {
            sink.bareDirectory(directory.status(), directory.relative());
        }
    }

    /** A listing that broke off, and how many entries had been delivered. */
    private static final class Interrupted extends Exception {
        private static final long serialVersionUID = 1;
        private final transient IOException failure;
        private final long delivered;

        Interrupted(IOException failure, long delivered) {
            super(failure);
            this.failure = failure;
            this.delivered = delivered;
        }
    }

    /**
     * Hands on the entries of a directory after the first {@code skipped} ones, which were handed on before the listing broke off.
     *
     * @return whether there is something other than directories among them
     */
    private boolean deliver(Directory directory, boolean deep, long skipped) throws Interrupted {
        long delivered = 0;
        boolean occupied = false;
        try (Pages pages = new Pages(directory, deep)) {
            List<FileStatus> page;
            do {
                page = pages.next();
                for (FileStatus entry : page) {
                    delivered++;
                    if (delivered > skipped) {
                        occupied |= deliver(entry);
                    }
                }
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException();
                }
            } while (page.size() == PAGE);
            return occupied;
        } catch (NoSuchFileException e) {
            if (directory.relative().isEmpty()) {
                throw new Interrupted(e, delivered);
            }
            // It vanished since it was found, and somebody may be making it anew.
            return true;
        } catch (IOException e) {
            throw new Interrupted(e, Math.max(skipped, delivered));
        }
    }

    /** Asks for the entries of a directory, a page at a time: a request only lasts until a page is there, and not while somebody looks at it. */
    private final class Pages implements Closeable {
        private final Directory directory;
        private final boolean deep;
        private @Nullable FileListing listing;

        Pages(Directory directory, boolean deep) {
            this.directory = directory;
            this.deep = deep;
        }

        /** The next entries: fewer than {@link #PAGE} if they are the last. */
        List<FileStatus> next() throws IOException {
            return requests.run(this::ask);
        }

        private List<FileStatus> ask() throws IOException {
            FileListing from = listing == null ? open(directory.status().path(), deep) : listing;
            listing = from;
            List<FileStatus> page = new ArrayList<>();
            for (FileStatus entry = from.next(); entry != null; entry = page.size() < PAGE ? from.next() : null) {
                page.add(entry);
            }
            return page;
        }

        @Override
        public void close() throws IOException {
            if (listing != null) {
                listing.close();
            }
        }
    }

    private FileListing open(String path, boolean deep) throws IOException {
        if (deep) {
            return storage.listRecursively(path, this::enters);
        }
        // Unlike list, it passes over links to directories, which lead anywhere.
        return storage.listsKeys() ? storage.list(path, "") : storage.listRecursively(path, directory -> false);
    }

    /** Whether to look into a directory below a key that is listed as a whole. */
    private boolean enters(FileStatus directory) {
        String relative = relative(directory);
        boolean hidden = rules.isHidden(StoragePaths.name(relative));
        if (hidden) {
            sink.hidden(directory, relative);
        }
        return !hidden;
    }

    /** Hands on an entry; whether it is something other than a directory to look into. */
    private boolean deliver(FileStatus entry) {
        String relative = relative(entry);
        if (rules.isHidden(entry.name())) {
            sink.hidden(entry, relative);
        } else if (!entry.isDirectory()) {
            sink.file(entry, relative);
        } else if (!entry.isLink()) {
            found(new Directory(entry, relative));
            return false;
        }
        return true;
    }

    private String relative(FileStatus entry) {
        return table.relativize(entry.path())
                .orElseThrow(() -> new IllegalStateException(
                        entry.path() + " was listed below " + table.root() + " and is not below it"));
    }
}
