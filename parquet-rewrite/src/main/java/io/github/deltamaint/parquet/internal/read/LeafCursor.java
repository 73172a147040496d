package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.CorruptFileException;
import java.io.IOException;

/** Takes records off a column chunk in pieces that need not end where pages do. Used by one thread. */
final class LeafCursor implements AutoCloseable {
    private final ChunkReader chunk;
    private final int maxDefinition;
    private final boolean repeated;
    private final String fileName;
    /** Entries of the current page that have been taken, of all {@link #pageEntries}. */
    private int entry;

    private int pageEntries;
    /** How many records start among the entries that were last looked at. */
    private int started;
    /** Whether the next page may start with the rest of a record that was skipped. */
    private boolean skipContinuation;

    LeafCursor(String fileName, ChunkReader chunk) {
        this.fileName = fileName;
        this.chunk = chunk;
        this.maxDefinition = chunk.target().getMaxDefinitionLevel();
        this.repeated = chunk.target().getMaxRepetitionLevel() > 0;
    }

    /** Appends exactly {@code count} records. */
    void read(int count, LeafBatch into) throws IOException {
        int wanted = count;
        // A repeated record may go on in the next page, so that has to be looked at even when all records have started.
        while ((wanted > 0 || repeated) && hasPage(wanted)) {
            int end = endOf(wanted);
            if (end == entry) {
                return;
            }
            take(end, into);
            wanted -= started;
        }
    }

    /** Makes sure there is a page to take from; false when all is taken, which is an error if records are wanted. */
    private boolean hasPage(long wanted) throws IOException {
        while (entry == pageEntries) {
            if (!chunk.nextPage()) {
                if (wanted > 0) {
                    throw new CorruptFileException(
                            fileName,
                            "column " + String.join(".", chunk.target().getPath()) + " ends " + wanted
                                    + " records before its row group");
                }
                return false;
            }
            entry = 0;
            pageEntries = chunk.pageLevels();
            if (skipContinuation) {
                pass(endOf(0));
                skipContinuation = entry == pageEntries;
            }
        }
        return true;
    }

    /** Where the next {@code records} records end in the current page, with what continues the one before. */
    private int endOf(long records) {
        byte[] repetitions = chunk.repetitions();
        if (repetitions == null) {
            started = (int) Math.min(records, pageEntries - entry);
            return entry + started;
        }
        int first = chunk.firstEntry();
        int end = entry;
        started = 0;
        while (end < pageEntries && (repetitions[first + end] != 0 || started < records)) {
            started += repetitions[first + end] == 0 ? 1 : 0;
            end++;
        }
        return end;
    }

    private void take(int end, LeafBatch into) throws IOException {
        int present = valuesUpTo(end);
        into.addLevels(chunk, entry, end - entry, started);
        into.addValues(chunk, present);
        entry = end;
    }

    private int valuesUpTo(int end) {
        byte[] definitions = chunk.definitions();
        if (definitions == null) {
            return chunk.uniformDefinitionLevel() == maxDefinition ? end - entry : 0;
        }
        int present = 0;
        int first = chunk.firstEntry();
        for (int i = first + entry; i < first + end; i++) {
            present += definitions[i] == maxDefinition ? 1 : 0;
        }
        return present;
    }

    /** Passes over records. */
    void skip(long count) throws IOException {
        long left = count;
        if (left > 0 && entry < pageEntries) {
            pass(endOf(left));
            left -= started;
            skipContinuation = entry == pageEntries;
        }
        if (left > 0) {
            skipContinuation = false; // the chunk takes care of it
            entry = 0;
            pageEntries = 0;
            chunk.skipRecords(left);
        }
    }

    private void pass(int end) throws IOException {
        chunk.skipValues(valuesUpTo(end));
        entry = end;
    }

    @Override
    public void close() {
        chunk.close();
    }
}
