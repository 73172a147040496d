package io.github.deltamaint.benchmarks;

import io.github.deltamaint.log.storage.FailedDelete;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An object store that knows keys, has a log on disk, and data files that are made up when they are listed. A page of a listing has a thousand entries and comes fifty milliseconds after it was
 * asked for, making it up included; a request that deletes up to a thousand files takes twenty.
 */
final class SimulatedStore implements Storage {
    static final long PAGE_MILLIS = 50;
    static final long DELETE_MILLIS = 20;

    private static final int PAGE = 1000;

    private final LocalStorage log = new LocalStorage();
    private final String root;
    private final LogTable table;
    private final int partitions;
    private final int files;
    private final AtomicLong pages = new AtomicLong();
    private final AtomicLong deletes = new AtomicLong();
    private final AtomicLong deleted = new AtomicLong();

    /**
     * A store with a table in it.
     *
     * @param root where its log is
     * @param table how files are called
     * @param files how many files there are in all partitions together
     */
    SimulatedStore(Path root, LogTable table, int partitions, int files) {
        this.root = root.toString();
        this.table = table;
        this.partitions = partitions;
        this.files = files;
    }

    /** How many pages of data files were listed. */
    long pages() {
        return pages.get();
    }

    /** How many requests deleted something. */
    long deletes() {
        return deletes.get();
    }

    /** How many files were deleted. */
    long deleted() {
        return deleted.get();
    }

    private boolean isLog(String path) {
        return path.startsWith(root + "/_delta_log");
    }

    private static void pause(long millis) throws IOException {
        try {
            Thread.sleep(Math.max(0, millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    @Override
    public boolean listsKeys() {
        return true;
    }

    @Override
    public FileListing list(String directory, String startAfter) throws IOException {
        return isLog(directory) ? log.list(directory, startAfter) : new Pages(System.nanoTime(), entries(directory));
    }

    private List<FileStatus> entries(String directory) {
        List<FileStatus> entries = new ArrayList<>();
        if (directory.equals(root)) {
            entries.add(new FileStatus(root + "/_delta_log", 0, 0, true));
            for (int i = 0; i < partitions; i++) {
                entries.add(new FileStatus(root + "/" + table.partition(i), 0, 0, true));
            }
        } else {
            addFiles(Integer.parseInt(directory.substring(directory.lastIndexOf('=') + 1)), entries);
        }
        return entries;
    }

    private void addFiles(int partition, List<FileStatus> entries) {
        List<String> paths = new ArrayList<>();
        for (int file = partition; file < files; file += partitions) {
            paths.add(root + "/" + table.path(file));
        }
        Collections.sort(paths);
        paths.forEach(path -> entries.add(new FileStatus(path, 1_000_000, 1_700_000_000_000L, false)));
    }

    @Override
    public FileListing listRecursively(String directory, Predicate<FileStatus> enters) throws IOException {
        if (isLog(directory)) {
            return log.listRecursively(directory, enters);
        }
        return directory.equals(root)
                ? new Pages(System.nanoTime(), List.of())
                : new Pages(System.nanoTime(), entries(directory));
    }

    /** Entries that come a thousand at a time. */
    private final class Pages implements FileListing {
        private final List<FileStatus> entries;
        private long asked;
        private int next;

        /**
         * The first page is on its way.
         *
         * @param asked when it was asked for
         */
        Pages(long asked, List<FileStatus> entries) {
            this.asked = asked;
            this.entries = entries;
        }

        @Override
        public @Nullable FileStatus next() throws IOException {
            if (next % PAGE == 0 && (next == 0 || next < entries.size())) {
                pages.incrementAndGet();
                asked = next == 0 ? asked : System.nanoTime();
                pause(PAGE_MILLIS - (System.nanoTime() - asked) / 1_000_000);
            }
            return next < entries.size() ? entries.get(next++) : null;
        }

        @Override
        public void close() {}
    }

    @Override
    public List<FailedDelete> deleteAll(Collection<String> paths) {
        if (paths.stream().anyMatch(this::isLog)) {
            return log.deleteAll(paths);
        }
        deletes.incrementAndGet();
        deleted.addAndGet(paths.size());
        try {
            pause(DELETE_MILLIS);
            return List.of();
        } catch (IOException e) {
            return paths.stream().map(path -> new FailedDelete(path, e)).toList();
        }
    }

    @Override
    public FileStatus status(String path) throws IOException {
        return log.status(path);
    }

    @Override
    public ByteSource open(String path) throws IOException {
        return log.open(path);
    }

    @Override
    public ByteSource open(String path, long knownLength) throws IOException {
        return log.open(path, knownLength);
    }

    @Override
    public byte[] read(String path) throws IOException {
        return log.read(path);
    }

    @Override
    public ByteSink create(String path) throws IOException {
        return log.create(path);
    }

    @Override
    public ByteSink createAtomically(String path) throws IOException {
        return log.createAtomically(path);
    }

    @Override
    public void putIfAbsent(String path, byte[] content) throws IOException {
        log.putIfAbsent(path, content);
    }

    @Override
    public void createDirectory(String path) throws IOException {
        log.createDirectory(path);
    }

    @Override
    public boolean deleteEmptyDirectory(String path) throws IOException {
        return log.deleteEmptyDirectory(path);
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
