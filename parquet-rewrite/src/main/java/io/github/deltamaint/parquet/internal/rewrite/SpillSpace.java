package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.SpillException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Temporary files of one rewrite, as many as threads append at the same time. Thread-safe.
 *
 * <p>Files have no name: they are deleted as soon as they have been opened, which the system does in one go where it knows how ({@link
 * StandardOpenOption#DELETE_ON_CLOSE}). So their space is free whenever the process has ended, also if it was killed. What can be left behind is an
 * empty file of a process that was killed between the two steps; the next one removes it. Only the user may read the files while they have a name.
 */
final class SpillSpace implements Closeable {
    private static final String PREFIX = "delta-maintenance-";
    private static final String SUFFIX = ".spill";

    /** An empty file of this age is not about to be deleted by the process that made it. */
    private static final long LEFT_BEHIND_MILLIS = TimeUnit.MINUTES.toMillis(10);

    private static final Set<OpenOption> NEW_AND_TEMPORARY = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);

    /** The spaces of this process that are in use. */
    private static final Set<SpillSpace> OPEN = new HashSet<>();

    private static final long WAIT_MILLIS = 50;

    private final Path directory;
    private final long neededBytes;
    private final Thread owner = Thread.currentThread();
    private final List<SpillFile> files = new ArrayList<>();
    private final Deque<SpillFile> idle = new ArrayDeque<>();
    private boolean closed;

    private SpillSpace(Path directory, long neededBytes) {
        this.directory = directory;
        this.neededBytes = neededBytes;
    }

    /**
     * Space in a directory, which is made if it is missing. Where it has less than what is needed besides what was promised to others, this waits for threads of the same process that
     * use it.
     *
     * @param clock tells which files were left behind
     * @param neededBytes about how much will be written
     * @throws SpillException if the directory cannot be used or has less space
     * @throws CancellationException if {@code cancelled} while waiting, or the thread was interrupted
     */
    static SpillSpace in(Path directory, Clock clock, long neededBytes, BooleanSupplier cancelled)
            throws SpillException {
        try {
            Files.createDirectories(directory);
            removeLeftBehind(directory, clock.millis());
            SpillSpace space = new SpillSpace(directory, neededBytes);
            space.reserve(cancelled);
            return space;
        } catch (SpillException e) {
            throw e;
        } catch (IOException e) {
            throw new SpillException(directory, e);
        } catch (DirectoryIteratorException e) {
            throw new SpillException(directory, Objects.requireNonNull(e.getCause()));
        }
    }

    private void reserve(BooleanSupplier cancelled) throws IOException {
        try {
            synchronized (OPEN) {
                while (!isThere()) {
                    if (cancelled.getAsBoolean()) {
                        throw new CancellationException("the rewrite was cancelled");
                    }
                    OPEN.wait(WAIT_MILLIS);
                }
                OPEN.add(this);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the rewrite was interrupted");
        }
    }

    /** Whether there is enough; if not, somebody uses the directory and will end. */
    private boolean isThere() throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        long promised = 0;
        boolean isShared = false;
        for (SpillSpace other : OPEN) {
            if (other.directory.equals(directory)) {
                promised += Math.max(0, other.neededBytes - other.bytes());
                isShared |= !other.owner.equals(owner);
            }
        }
        if (free - promised < neededBytes && !isShared) {
            throw new SpillException(
                    directory,
                    "it has " + mebibytes(free - promised) + " free, and about " + mebibytes(neededBytes)
                            + " are needed");
        }
        return free - promised >= neededBytes;
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%,d MiB", (bytes + (1 << 20) - 1) >> 20);
    }

    private static void removeLeftBehind(Path directory, long now) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
            for (Path file : left) {
                removeIfLeftBehind(file, now);
            }
        }
    }

    private static void removeIfLeftBehind(Path file, long now) {
        try {
            long age = now - Files.getLastModifiedTime(file).toMillis();
            if (Files.isRegularFile(file) && Files.size(file) == 0 && age > LEFT_BEHIND_MILLIS) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Somebody else's, or gone meanwhile: it does not matter to this rewrite.
        }
    }

    /** A file to append to, for one thread, until it is {@linkplain #giveBack given back}. */
    synchronized SpillFile take() throws SpillException {
        SpillFile file = idle.poll();
        if (file == null) {
            file = new SpillFile(files.size(), directory, open());
            files.add(file);
        }
        return file;
    }

    private FileChannel open() throws SpillException {
        if (closed) {
            throw new SpillException(directory, "it was given up");
        }
        boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = isPosix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        try {
            return FileChannel.open(
                    directory.resolve(PREFIX + UUID.randomUUID() + SUFFIX), NEW_AND_TEMPORARY, attributes);
        } catch (IOException e) {
            throw new SpillException(directory, e);
        }
    }

    /** Takes a file back; what was written to it can be read from now on. */
    void giveBack(SpillFile file) throws IOException {
        file.flush();
        synchronized (this) {
            idle.push(file);
        }
    }

    /** A file by its index. */
    synchronized SpillFile file(int index) {
        return files.get(index);
    }

    /** The bytes that have been written. */
    synchronized long bytes() {
        return files.stream().mapToLong(SpillFile::position).sum();
    }

    @Override
    public void close() throws IOException {
        try {
            closeFiles();
        } finally {
            synchronized (OPEN) {
                OPEN.remove(this);
                OPEN.notifyAll();
            }
        }
    }

    private synchronized void closeFiles() throws IOException {
        closed = true;
        IOException failure = null;
        for (SpillFile file : files) {
            try {
                file.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
