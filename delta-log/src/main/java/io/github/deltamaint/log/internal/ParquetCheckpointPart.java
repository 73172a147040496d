package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.FieldMatching;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.UnsupportedFileException;
import java.io.EOFException;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** A checkpoint file, a part of one, or a sidecar in Parquet. Only the columns and row groups that are needed are read. */
final class ParquetCheckpointPart implements CheckpointPart {
    private static final int BATCH = 1 << 12;

    private static final Set<String> KEYS = Set.of("path", "size", "deletionVector");
    private static final Set<String> ADD = Set.of(
            "path",
            "partitionValues",
            "size",
            "modificationTime",
            "tags",
            "deletionVector",
            "baseRowId",
            "defaultRowCommitVersion",
            "clusteringProvider");
    private static final Set<String> REMOVE = Set.of(
            "path",
            "deletionTimestamp",
            "extendedFileMetadata",
            "partitionValues",
            "size",
            "stats",
            "tags",
            "deletionVector",
            "baseRowId",
            "defaultRowCommitVersion");
    private static final Map<FileColumns, Set<String>> ADD_FIELDS = new EnumMap<>(Map.of(
            FileColumns.KEYS, KEYS,
            FileColumns.ALL_BUT_STATS, ADD,
            FileColumns.ALL, ADD));

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

    private RuntimeException failure(IOException cause) {
        if (cause instanceof CorruptFileException
                || cause instanceof UnsupportedFileException
                || cause instanceof EOFException) {
            return reader.corrupt(file.path(), version, "cannot be read: " + cause.getMessage(), cause);
        }
        return reader.failure(file.path(), version, cause);
    }

    private RuntimeException malformed(String problem) {
        return reader.corrupt(file.path(), version, problem, null);
    }

    /** With the length that the listing or the checkpoint gave; should that be wrong, with the one that the file has. */
    private ParquetFile open() throws IOException {
        try {
            return ParquetFile.open(reader.storage().open(file.path(), file.size()));
        } catch (CorruptFileException | EOFException e) {
            long length = reader.storage().status(file.path()).size();
            if (length == file.size()) {
                throw e;
            }
            return ParquetFile.open(reader.storage().open(file.path(), length));
        }
    }

    private static ColumnBatchReader open(ParquetFile parquet, MessageType columns, int[] rowGroups)
            throws IOException {
        return ColumnBatchReader.open(parquet, columns, FieldMatching.NAME, RowSelection.all(), BATCH, rowGroups);
    }

    @Override
    public long bytes() {
        return file.size();
    }

    @Override
    public CheckpointState state() {
        try (ParquetFile parquet = open()) {
            MessageType columns = CheckpointSchema.prune(parquet.schema(), StateRows.ACTIONS, field -> true);
            int[] rowGroups = CheckpointSchema.rowGroupsWith(parquet, StateRows.MARKERS);
            StateRows rows = new StateRows(this::malformed);
            if (columns.getFieldCount() > 0 && rowGroups.length > 0) {
                try (ColumnBatchReader batches = open(parquet, columns, rowGroups)) {
                    rows.read(batches);
                }
            }
            return rows.state();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    @Override
    public PullIterator<FileAction> fileActions(boolean adds, FileColumns columns, FileFilter filter) {
        return new Rows(adds, columns, filter);
    }

    @Override
    public void forEachKey(FileFilter filter, FileKeyConsumer consumer) {
        try (Rows rows = new Rows(true, FileColumns.KEYS, filter)) {
            rows.forEachKey(consumer);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** The file actions, batch by batch. The file is opened when the first one is asked for. */
    private final class Rows extends PullIterator<FileAction> {
        private final boolean adds;
        private final FileColumns columns;
        private final FileFilter filter;
        private @Nullable ParquetFile parquet;
        private @Nullable ColumnBatchReader batches;
        private @Nullable FileRows rows;
        private int row;

        Rows(boolean adds, FileColumns columns, FileFilter filter) {
            this.adds = adds;
            this.columns = columns;
            this.filter = filter;
        }

        @Override
        @Nullable FileAction pull() {
            try {
                if (parquet == null) {
                    open();
                }
                return advance();
            } catch (IOException e) {
                throw failure(e);
            }
        }

        private void open() throws IOException {
            ParquetFile opened = ParquetCheckpointPart.this.open();
            parquet = opened;
            filter.begin(opened.rowCount(), file.size());
            String action = adds ? "add" : "remove";
            if (!opened.schema().containsPath(new String[] {action, "path"})) {
                return;
            }
            int[] rowGroups = CheckpointSchema.rowGroupsWith(opened, action + ".path");
            if (rowGroups.length == 0) {
                return;
            }
            String stats = statsField(opened);
            Set<String> fields = adds ? ADD_FIELDS.getOrDefault(columns, ADD) : REMOVE;
            MessageType schema = CheckpointSchema.prune(
                    opened.schema(), Set.of(action), field -> fields.contains(field) || field.equals(stats));
            batches = ParquetCheckpointPart.open(opened, schema, rowGroups);
            rows = new FileRows(batches, adds, ParquetCheckpointPart.this::malformed);
        }

        /** Where the statistics of active files are: as text if anywhere as text, else in columns. */
        private String statsField(ParquetFile opened) {
            if (!adds || columns != FileColumns.ALL) {
                return "";
            }
            return CheckpointSchema.mayHave(opened, "add", "stats") ? "stats" : "stats_parsed";
        }

        void forEachKey(FileKeyConsumer consumer) throws IOException {
            open();
            if (batches == null || rows == null) {
                return;
            }
            while (batches.next()) {
                rows.nextBatch();
                for (int i = 0; i < rows.count(); i++) {
                    if (rows.isPresent(i)) {
                        rows.key(i, filter, consumer);
                    }
                }
            }
        }

        private @Nullable FileAction advance() throws IOException {
            if (batches == null || rows == null) {
                return null;
            }
            while (true) {
                for (; row < rows.count(); row++) {
                    if (rows.isPresent(row) && rows.passes(row, filter)) {
                        return rows.action(row++);
                    }
                }
                if (!batches.next()) {
                    return null;
                }
                rows.nextBatch();
                row = 0;
            }
        }

        @Override
        public void close() {
            super.close();
            try {
                if (batches != null) {
                    batches.close();
                }
                if (parquet != null) {
                    parquet.close();
                }
            } catch (IOException e) {
                throw failure(e);
            }
        }
    }
}
