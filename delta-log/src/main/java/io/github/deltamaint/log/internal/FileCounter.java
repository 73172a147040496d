package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.FileCounts;
import org.jspecify.annotations.Nullable;

/** Sums over active files. */
final class FileCounter implements FileKeyConsumer {
    private long files;
    private long bytes;
    private long deletionVectors;
    private long deletedRecords;

    @Override
    public void accept(byte[] path, int offset, int length, byte @Nullable [] id, long size, long deletedRows) {
        files++;
        bytes = Math.addExact(bytes, size);
        if (id != null) {
            deletionVectors++;
            deletedRecords = Math.addExact(deletedRecords, deletedRows);
        }
    }

    FileCounts counts() {
        return new FileCounts(files, bytes, deletionVectors, deletedRecords);
    }
}
