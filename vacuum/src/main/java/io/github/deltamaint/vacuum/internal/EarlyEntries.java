package io.github.deltamaint.vacuum.internal;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the store that come before it is known which of them are needed: as many as fit stay in memory, further ones go to a temporary file. Used by one
 * thread at a time.
 */
final class EarlyEntries {
    /** What an entry takes in memory besides the characters of its path. */
    private static final int ENTRY_BYTES = 112;

    private final long memoryBytes;
    private final Path spillDirectory;
    private List<Listed> kept = new ArrayList<>();
    private long used;
    private @Nullable SpillFile spilled;
    private long spilledEntries;

    EarlyEntries(long memoryBytes, Path spillDirectory) {
        this.memoryBytes = memoryBytes;
        this.spillDirectory = spillDirectory;
    }

    void add(Listed entry) throws IOException {
        long needed = ENTRY_BYTES + (long) Character.BYTES * entry.path().length();
        if (spilled == null && used + needed <= memoryBytes) {
            kept.add(entry);
            used += needed;
            return;
        }
        if (spilled == null) {
            spilled = new SpillFile(spillDirectory);
        }
        entry.writeTo(spilled.out());
        spilledEntries++;
    }

    /** Hands on all of them, and forgets them. */
    void drainTo(Consumer<Listed> sink) throws IOException {
        kept.forEach(sink);
        kept = List.of();
        if (spilled != null) {
            DataInputStream in = spilled.read();
            for (long i = 0; i < spilledEntries; i++) {
                sink.accept(Listed.readFrom(in, in.readInt()));
            }
            spilled.close();
        }
    }
}
