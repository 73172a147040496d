package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.storage.FileStatus;

/** A checkpoint file, a part of one, or a sidecar in Parquet. */
final class ParquetCheckpointPart implements CheckpointPart {
    private final LogReader reader;
    private final FileStatus file;
    private final long version;

    ParquetCheckpointPart(LogReader reader, FileStatus file, long version) {
        this.reader = reader;
        this.file = file;
        this.version = version;
    }

    @Override
    public String path() {
        return file.path();
    }

    @Override
    public CheckpointState state() {
        throw reader.corrupt(file.path(), version, "cannot be read yet", null);
    }

    @Override
    public PullIterator<FileAction> fileActions(boolean adds, FileColumns columns, FileFilter filter) {
        throw reader.corrupt(file.path(), version, "cannot be read yet", null);
    }
}
