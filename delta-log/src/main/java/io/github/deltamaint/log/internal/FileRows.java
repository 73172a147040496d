package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.parquet.ColumnBatchReader;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** The {@code add} or {@code remove} rows of a batch of a checkpoint, made into actions one at a time. */
final class FileRows {
    private final ColumnBatchReader batches;
    private final boolean adds;
    private final Function<String, RuntimeException> malformed;

    private final CheckpointColumns.Text path;
    private final CheckpointColumns.TextMap partitionValues;
    private final CheckpointColumns.Numeric size;
    private final CheckpointColumns.Numeric modificationTime;
    private final CheckpointColumns.Numeric deletionTimestamp;
    private final CheckpointColumns.Numeric extendedFileMetadata;
    private final CheckpointColumns.Text stats;
    private final ParsedStats parsedStats;
    private final CheckpointColumns.TextMap tags;
    private final CheckpointColumns.Text storageType;
    private final CheckpointColumns.Text pathOrInlineDv;
    private final CheckpointColumns.Numeric offset;
    private final CheckpointColumns.Numeric sizeInBytes;
    private final CheckpointColumns.Numeric cardinality;
    private final CheckpointColumns.Numeric baseRowId;
    private final CheckpointColumns.Numeric defaultRowCommitVersion;
    private final CheckpointColumns.Text clusteringProvider;
    private int count;

    /**
     * Begins before the first batch.
     *
     * @param malformed makes the error for what must not be
     */
    FileRows(ColumnBatchReader batches, boolean adds, Function<String, RuntimeException> malformed) {
        this.batches = batches;
        this.adds = adds;
        this.malformed = malformed;
        CheckpointColumns columns = new CheckpointColumns(batches);
        String action = adds ? "add" : "remove";
        path = columns.text(action, "path");
        partitionValues = columns.textMap(action, "partitionValues");
        size = columns.number(action, "size");
        modificationTime = columns.number(action, "modificationTime");
        deletionTimestamp = columns.number(action, "deletionTimestamp");
        extendedFileMetadata = columns.number(action, "extendedFileMetadata");
        stats = columns.text(action, "stats");
        parsedStats = new ParsedStats(batches);
        tags = columns.textMap(action, "tags");
        storageType = columns.text(action, "deletionVector", "storageType");
        pathOrInlineDv = columns.text(action, "deletionVector", "pathOrInlineDv");
        offset = columns.number(action, "deletionVector", "offset");
        sizeInBytes = columns.number(action, "deletionVector", "sizeInBytes");
        cardinality = columns.number(action, "deletionVector", "cardinality");
        baseRowId = columns.number(action, "baseRowId");
        defaultRowCommitVersion = columns.number(action, "defaultRowCommitVersion");
        clusteringProvider = columns.text(action, "clusteringProvider");
    }

    /** To be called after each batch. */
    void nextBatch() {
        count = batches.records();
    }

    int count() {
        return count;
    }

    /** Whether the row is such an action; every other row is another one. */
    boolean isPresent(int row) {
        if (path.isNull(row)) {
            if (!size.isNull(row)) {
                throw malformed.apply("has a file without a path");
            }
            return false;
        }
        return true;
    }

    boolean passes(int row, FileFilter filter) {
        byte[] id = null;
        if (!storageType.isNull(row)) {
            id = Utf8.id(deletionVector(row));
        }
        return filter.accepts(path.bytes(), path.offset(row), path.length(row), id);
    }

    /** Hands the key of an active file on, if it passes. */
    void key(int row, FileFilter filter, FileKeyConsumer consumer) {
        boolean hasVector = !storageType.isNull(row);
        byte[] id = hasVector ? Utf8.id(deletionVector(row)) : null;
        if (filter.accepts(path.bytes(), path.offset(row), path.length(row), id)) {
            if (size.isNull(row)) {
                throw withoutSize(row);
            }
            consumer.accept(
                    path.bytes(),
                    path.offset(row),
                    path.length(row),
                    id,
                    size.value(row),
                    hasVector ? cardinality.value(row) : 0);
        }
    }

    private RuntimeException withoutSize(int row) {
        return malformed.apply("has the file " + text(path, row) + " without a size");
    }

    FileAction action(int row) {
        return adds ? add(row) : remove(row);
    }

    private AddFile add(int row) {
        if (size.isNull(row)) {
            throw withoutSize(row);
        }
        Optional<String> json = stats.optionalAt(row);
        AddFile file = new AddFile(
                text(path, row),
                partitionValues.at(row),
                size.value(row),
                modificationTime.isNull(row) ? 0 : modificationTime.value(row),
                false,
                json.isPresent() ? json : parsedStats.at(row),
                tags.at(row),
                deletionVector(row),
                baseRowId.at(row),
                defaultRowCommitVersion.at(row),
                Optional.ofNullable(clusteringProvider.sharedAt(row)));
        partitionValues.keep(file.partitionValues());
        return file;
    }

    private RemoveFile remove(int row) {
        return new RemoveFile(
                text(path, row),
                deletionTimestamp.at(row),
                false,
                extendedFileMetadata.booleanAt(row),
                partitionValues.at(row),
                size.at(row),
                stats.optionalAt(row),
                tags.at(row),
                deletionVector(row),
                baseRowId.at(row),
                defaultRowCommitVersion.at(row));
    }

    private Optional<DeletionVectorDescriptor> deletionVector(int row) {
        if (storageType.isNull(row)) {
            return Optional.empty();
        }
        String where = pathOrInlineDv.at(row);
        OptionalLong length = sizeInBytes.at(row);
        OptionalLong rows = cardinality.at(row);
        if (where == null || length.isEmpty() || rows.isEmpty()) {
            throw malformed.apply("has an incomplete deletion vector for the file " + text(path, row));
        }
        OptionalLong start = offset.at(row);
        return Optional.of(new DeletionVectorDescriptor(
                text(storageType, row),
                where,
                start.isEmpty() ? OptionalInt.empty() : OptionalInt.of(toInt(start.getAsLong(), row)),
                toInt(length.getAsLong(), row),
                rows.getAsLong()));
    }

    private int toInt(long number, int row) {
        if (number != (int) number) {
            throw malformed.apply("has an impossible deletion vector for the file " + text(path, row));
        }
        return (int) number;
    }

    private static String text(CheckpointColumns.Text column, int row) {
        String text = column.at(row);
        return text == null ? "" : text;
    }
}
