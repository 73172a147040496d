package io.github.deltamaint.vacuum.internal;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the log knows about paths, and the join of it with what is in the store.
 *
 * <p>Everything that is known is added, then {@link #complete} is called; every entry of the store is passed through {@link #join}, before or after that; then {@link #finish} is
 * called. Entries that come early wait. Later ones are answered at once as long as everything that is known fits into memory. When it does not, facts and entries go to temporary
 * files by the number of their path, so that each pair of files is a join that fits. Thread-safe.
 */
final class Facts {
    private static final int BUCKET_BITS = 6;
    private static final int BUCKETS = 1 << BUCKET_BITS;

    /** Is given every entry with what is known about it: 0 if nothing is. */
    interface Answer {
        void accept(Listed entry, long fact);
    }

    private final long memoryBytes;
    private final Path spillDirectory;
    private FactTable table = new FactTable();
    private final List<SpillFile> factFiles = new ArrayList<>();
    private final List<SpillFile> entryFiles = new ArrayList<>();
    private final EarlyEntries early;
    private final Answer answer;
    private boolean complete;
    private String lastParent = "";

    /**
     * Nothing is known yet.
     *
     * @param memoryBytes how much memory what is known may take
     * @param earlyBytes how much memory the entries may take that come before everything is known
     * @param answer is given each entry
     */
    Facts(long memoryBytes, long earlyBytes, Path spillDirectory, Answer answer) {
        this.memoryBytes = memoryBytes;
        this.spillDirectory = spillDirectory;
        this.early = new EarlyEntries(earlyBytes, spillDirectory);
        this.answer = answer;
    }

    boolean isSpilled() {
        return !factFiles.isEmpty();
    }

    /** A needed file, and with it the directories above it. */
    synchronized void addNeeded(FactKind kind, String path, boolean found) {
        add(KeyHash.of(path), kind.encode(FactKind.UNKNOWN_VERSION) | (found ? FactKind.FOUND : 0));
        String parent = PathRules.parent(path);
        if (!parent.equals(lastParent)) {
            lastParent = parent;
            for (int end = parent.length(); end > 0; end = parent.lastIndexOf('/', end - 1)) {
                add(KeyHash.ofDirectory(parent, 0, end), FactKind.PARENT.encode(FactKind.UNKNOWN_VERSION));
            }
        }
    }

    /** A file that is not needed any more, and since when. */
    synchronized void addRemoved(FactKind kind, String path, long version) {
        add(KeyHash.of(path), kind.encode(version));
    }

    private void add(long hash, long value) {
        try {
            if (isSpilled()) {
                spill(hash, value);
            } else if (table.bytesForOneMore() > memoryBytes) {
                spillTable();
                spill(hash, value);
            } else {
                table.add(hash, value);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the spill directory " + spillDirectory, e);
        }
    }

    private void spillTable() throws IOException {
        for (int i = 0; i < BUCKETS; i++) {
            factFiles.add(new SpillFile(spillDirectory));
            entryFiles.add(new SpillFile(spillDirectory));
        }
        FactTable full = table;
        table = new FactTable();
        List<IOException> failures = new ArrayList<>();
        full.forEach((key, value) -> {
            try {
                spill(key, value);
            } catch (IOException e) {
                failures.add(e);
            }
        });
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    private void spill(long hash, long value) throws IOException {
        DataOutputStream out = factFiles.get(bucket(hash)).out();
        out.writeLong(hash);
        out.writeLong(value);
    }

    private static int bucket(long hash) {
        return (int) (hash >>> (Long.SIZE - BUCKET_BITS));
    }

    /** Says that nothing more will be added, and answers for the entries that came before. */
    void complete() {
        synchronized (this) {
            complete = true;
        }
        // From here on nobody else touches them, and other entries may come in between.
        try {
            early.drainTo(this::join);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read from the spill directory " + spillDirectory, e);
        }
    }

    /** Answers for an entry: now, or when everything is known, or in {@link #finish}. */
    synchronized void join(Listed entry) {
        if (complete && !isSpilled()) {
            answer(table, entry);
            return;
        }
        try {
            if (complete) {
                entry.writeTo(entryFiles.get(bucket(entry.hash())).out());
            } else {
                early.add(entry);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the spill directory " + spillDirectory, e);
        }
    }

    private void answer(FactTable known, Listed entry) {
        long hash = entry.hash();
        long fact = known.get(hash);
        known.markFound(hash);
        answer.accept(entry, fact);
    }

    /** Answers what is still open, and tells the numbers of live files that no entry was. */
    synchronized void finish(FactTable.Visitor missing) {
        if (!isSpilled()) {
            tellMissing(table, missing);
            return;
        }
        try {
            for (int i = 0; i < BUCKETS; i++) {
                FactTable known = load(factFiles.get(i));
                answerAll(known, entryFiles.get(i));
                tellMissing(known, missing);
                factFiles.get(i).close();
                entryFiles.get(i).close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read from the spill directory " + spillDirectory, e);
        }
    }

    private static FactTable load(SpillFile file) throws IOException {
        FactTable loaded = new FactTable();
        DataInputStream in = file.read();
        while (true) {
            long hash;
            try {
                hash = in.readLong();
            } catch (EOFException e) {
                return loaded;
            }
            loaded.add(hash, in.readLong());
        }
    }

    private void answerAll(FactTable known, SpillFile entries) throws IOException {
        DataInputStream in = entries.read();
        while (true) {
            int length;
            try {
                length = in.readInt();
            } catch (EOFException e) {
                return;
            }
            answer(known, Listed.readFrom(in, length));
        }
    }

    private static void tellMissing(FactTable known, FactTable.Visitor missing) {
        known.forEach((key, value) -> {
            if (FactKind.of(value) == FactKind.LIVE && (value & FactKind.FOUND) == 0) {
                missing.visit(key, value);
            }
        });
    }
}
