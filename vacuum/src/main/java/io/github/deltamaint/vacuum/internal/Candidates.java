package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.vacuum.Candidate;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Candidates in the order of their paths, however many there are.
 *
 * <p>They are kept as bytes in runs, each sorted; runs that do not fit into memory are written to temporary files, and all are merged while they are read.
 *
 * <pre>
 *   entry   int path length, path in UTF-8, long size, long modification time, byte reason, long removing version or -1
 * </pre>
 */
public final class Candidates implements Iterable<Candidate> {
    private static final int TAIL = Long.BYTES + Long.BYTES + 1 + Long.BYTES;
    private static final long UNKNOWN = -1;
    private static final List<Candidate.Reason> REASONS = List.of(Candidate.Reason.values());

    private final List<Run> runs;
    private final long files;
    private final long directories;
    private final long bytes;

    private Candidates(List<Run> runs, long files, long directories, long bytes) {
        this.runs = runs;
        this.files = files;
        this.directories = directories;
        this.bytes = bytes;
    }

    /** How many files there are among them. */
    public long files() {
        return files;
    }

    /** How many empty directories there are among them. */
    public long directories() {
        return directories;
    }

    /** The size of the files together. */
    public long bytes() {
        return bytes;
    }

    /** Sorted by path, as its UTF-8. May be called any number of times. */
    @Override
    public Iterator<Candidate> iterator() {
        return new Merge(runs);
    }

    /** Those that satisfy a condition. */
    Candidates filter(Predicate<Candidate> wanted, Builder empty) {
        for (Candidate candidate : this) {
            if (wanted.test(candidate)) {
                empty.add(candidate);
            }
        }
        return empty.build();
    }

    /** Sorted entries. */
    private interface Run {
        Cursor open() throws IOException;
    }

    /** Reads a run; at first it stands before the first entry. */
    private interface Cursor {
        /** The next entry as bytes, or null at the end. */
        byte @Nullable [] next() throws IOException;
    }

    private static final class MemoryRun implements Run {
        private final byte[] bytes;
        private final int[] offsets;

        MemoryRun(byte[] bytes, int[] offsets) {
            this.bytes = bytes;
            this.offsets = offsets;
        }

        @Override
        public Cursor open() {
            return new Cursor() {
                private int next;

                @Override
                public byte @Nullable [] next() {
                    if (next == offsets.length) {
                        return null;
                    }
                    int at = offsets[next++];
                    return Arrays.copyOfRange(bytes, at, at + length(bytes, at));
                }
            };
        }
    }

    private record FileRun(SpillFile file, int entries) implements Run {
        @Override
        public Cursor open() throws IOException {
            DataInputStream in = file.read();
            return new Cursor() {
                private int remaining = entries;

                @Override
                public byte @Nullable [] next() throws IOException {
                    if (remaining == 0) {
                        return null;
                    }
                    remaining--;
                    int pathLength = in.readInt();
                    ByteBuffer entry = ByteBuffer.allocate(Integer.BYTES + pathLength + TAIL);
                    entry.putInt(pathLength);
                    in.readFully(entry.array(), Integer.BYTES, pathLength + TAIL);
                    return entry.array();
                }
            };
        }
    }

    private static int length(byte[] bytes, int at) {
        return Integer.BYTES + ByteBuffer.wrap(bytes, at, Integer.BYTES).getInt() + TAIL;
    }

    private static int compare(byte[] a, int aAt, byte[] b, int bAt) {
        int aLength = ByteBuffer.wrap(a, aAt, Integer.BYTES).getInt();
        int bLength = ByteBuffer.wrap(b, bAt, Integer.BYTES).getInt();
        int aStart = aAt + Integer.BYTES;
        int bStart = bAt + Integer.BYTES;
        return Arrays.compareUnsigned(a, aStart, aStart + aLength, b, bStart, bStart + bLength);
    }

    private static Candidate candidate(byte[] entry) {
        ByteBuffer buffer = ByteBuffer.wrap(entry);
        byte[] path = new byte[buffer.getInt()];
        buffer.get(path);
        long size = buffer.getLong();
        long time = buffer.getLong();
        Candidate.Reason reason = REASONS.get(buffer.get());
        long version = buffer.getLong();
        return new Candidate(
                new String(path, StandardCharsets.UTF_8),
                new DataSize(size),
                Instant.ofEpochMilli(time),
                reason,
                version == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(version));
    }

    private static final class Merge implements Iterator<Candidate> {
        private final PriorityQueue<Head> heads = new PriorityQueue<>((a, b) -> compare(a.entry, 0, b.entry, 0));

        private static final class Head {
            private final byte[] entry;
            private final Cursor rest;

            Head(byte[] entry, Cursor rest) {
                this.entry = entry;
                this.rest = rest;
            }
        }

        Merge(List<Run> runs) {
            try {
                for (Run run : runs) {
                    push(run.open());
                }
            } catch (IOException e) {
                throw unreadable(e);
            }
        }

        private void push(Cursor cursor) throws IOException {
            byte[] entry = cursor.next();
            if (entry != null) {
                heads.add(new Head(entry, cursor));
            }
        }

        @Override
        public boolean hasNext() {
            return !heads.isEmpty();
        }

        @Override
        public Candidate next() {
            Head head = heads.poll();
            if (head == null) {
                throw new NoSuchElementException();
            }
            try {
                push(head.rest);
            } catch (IOException e) {
                throw unreadable(e);
            }
            return candidate(head.entry);
        }

        private static UncheckedIOException unreadable(IOException e) {
            return new UncheckedIOException("cannot read spilled candidates", e);
        }
    }

    /** Collects candidates in any order. Used by one thread at a time. */
    static final class Builder {
        private static final int LARGEST_RUN = 16 << 20;
        private static final int SMALLEST_BUFFER = 1 << 13;

        private final long memoryBytes;
        private final Path spillDirectory;
        private final int runBytes;
        private final List<Run> runs = new ArrayList<>();
        private long memoryUsed;
        private byte[] buffer = new byte[SMALLEST_BUFFER];
        private int used;
        private final List<Integer> offsets = new ArrayList<>();
        private long files;
        private long directories;
        private long bytes;

        Builder(long memoryBytes, Path spillDirectory) {
            this.memoryBytes = memoryBytes;
            this.spillDirectory = spillDirectory;
            this.runBytes = (int) Math.max(SMALLEST_BUFFER, Math.min(LARGEST_RUN, memoryBytes / 4));
        }

        void add(Candidate candidate) {
            add(
                    candidate.path(),
                    candidate.size().bytes(),
                    candidate.modificationTime().toEpochMilli(),
                    candidate.reason(),
                    candidate.removedVersion().orElse(UNKNOWN));
        }

        void add(String path, long size, long modificationTimeMillis, Candidate.Reason reason, long version) {
            byte[] name = path.getBytes(StandardCharsets.UTF_8);
            int needed = Integer.BYTES + name.length + TAIL;
            if (used + needed > runBytes && used > 0) {
                endRun();
            }
            if (used + needed > buffer.length) {
                buffer = Arrays.copyOf(buffer, Math.max(used + needed, Math.min(2 * buffer.length, runBytes)));
            }
            offsets.add(used);
            ByteBuffer.wrap(buffer, used, needed)
                    .putInt(name.length)
                    .put(name)
                    .putLong(size)
                    .putLong(modificationTimeMillis)
                    .put((byte) REASONS.indexOf(reason))
                    .putLong(version);
            used += needed;
            count(size, reason);
        }

        private void count(long size, Candidate.Reason reason) {
            if (reason == Candidate.Reason.EMPTY_DIRECTORY) {
                directories++;
            } else {
                files++;
                bytes = Math.addExact(bytes, size);
            }
        }

        private void endRun() {
            byte[] from = buffer;
            offsets.sort((a, b) -> compare(from, a, from, b));
            long needed = used + (long) Integer.BYTES * offsets.size();
            if (memoryUsed + needed > memoryBytes / 2) {
                runs.add(spilled());
            } else {
                memoryUsed += needed;
                runs.add(new MemoryRun(
                        Arrays.copyOf(buffer, used),
                        offsets.stream().mapToInt(Integer::intValue).toArray()));
            }
            offsets.clear();
            used = 0;
        }

        private Run spilled() {
            try {
                SpillFile file = new SpillFile(spillDirectory);
                for (int at : offsets) {
                    file.out().write(buffer, at, length(buffer, at));
                }
                return new FileRun(file, offsets.size());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write to the spill directory " + spillDirectory, e);
            }
        }

        /** How many files were added. */
        long files() {
            return files;
        }

        Candidates build() {
            if (used > 0) {
                endRun();
            }
            buffer = new byte[0];
            return new Candidates(List.copyOf(runs), files, directories, bytes);
        }
    }
}
