package io.github.deltamaint.internal.append;

import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.plan.TargetFileSize;
import io.github.deltamaint.internal.rewrite.DataFileNames;
import io.github.deltamaint.internal.rewrite.OutputCleaner;
import io.github.deltamaint.internal.rewrite.RewriteSpec;
import io.github.deltamaint.internal.rewrite.WrittenStatistics;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes rows to files, one or more per partition, and proves the files before they are committed. */
final class RowWriter {
    private static final int MOST_OPEN_FILES = 16;
    private static final long LEAST_MEMORY = 1 << 20;

    private final DataFiles files;
    private final StructType schema;
    private final RewriteSpec spec;
    private final DataFileNames names;
    private final PartitionColumns partitionColumns;
    private final int[] partitionPositions;
    private final long targetBytes;
    private final long memoryBytes;

    /** In the order of their last use. */
    private final Map<List<@Nullable String>, PartitionFile> open = new LinkedHashMap<>(16, 0.75f, true);

    private final List<AddFile> finished = new ArrayList<>();
    private final List<String> created = new ArrayList<>();

    RowWriter(Snapshot snapshot, DataFiles files, DefaultMaintenanceContext context) {
        this.files = files;
        this.schema = snapshot.schema();
        this.spec = RewriteSpec.of(snapshot);
        this.names =
                new DataFileNames(spec.randomPrefixLength(), spec.settings().compression(), context.uuids());
        this.partitionColumns = files.partitionColumns(snapshot);
        this.partitionPositions = partitionColumns.columns().stream()
                .mapToInt(column -> position(column.name()))
                .toArray();
        this.targetBytes = TargetFileSize.of(snapshot).bytes();
        this.memoryBytes = Math.max(LEAST_MEMORY, context.memoryLimit().bytes() / MOST_OPEN_FILES);
    }

    private int position(String name) {
        List<StructField> fields = schema.fields();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("partition column " + name + " is not in the schema");
    }

    /** Adds a row in the form of {@link RowValues}. An {@link IllegalArgumentException} leaves everything as it was. */
    void add(@Nullable Object[] row) throws IOException {
        List<@Nullable String> key = new ArrayList<>();
        for (PartitionColumns.Column column : partitionColumns.columns()) {
            int position = partitionPositions[column.index()];
            String text = PartitionTexts.of(column.type(), row[position]);
            if (text == null && row[position] != null) {
                row[position] = null; // an empty text is null in a partition
                if (!schema.fields().get(position).nullable()) {
                    throw new IllegalArgumentException("column " + column.name()
                            + " must not be empty: in a partition column that is null, which it must not be");
                }
            }
            key.add(text);
        }
        PartitionFile file = open.get(key);
        if (file == null) {
            file = create(key);
        }
        file.add(row);
        if (file.bytesWritten() >= targetBytes) {
            open.remove(key);
            finish(file);
        }
    }

    private PartitionFile create(List<@Nullable String> key) throws IOException {
        if (open.size() == MOST_OPEN_FILES) {
            Iterator<PartitionFile> leastRecentlyUsed = open.values().iterator();
            PartitionFile file = leastRecentlyUsed.next();
            leastRecentlyUsed.remove();
            finish(file);
        }
        Map<String, @Nullable String> logValues = new LinkedHashMap<>();
        for (PartitionColumns.Column column : partitionColumns.columns()) {
            logValues.put(column.physicalName(), key.get(column.index()));
        }
        PartitionValues partition = partitionColumns.values(logValues);
        PartitionFile file = PartitionFile.create(partition, created.size(), schema, spec, names, files, memoryBytes);
        created.add(file.path());
        open.put(key, file);
        return file;
    }

    private void finish(PartitionFile file) throws IOException {
        WrittenFile written = complete(file);
        FileStatus status = files.storage().status(files.storagePath(file.path()));
        require(file, "bytes", written.length(), status.size());
        try (ParquetFile read = ParquetFile.open(files.open(file.path()))) {
            require(file, "rows", file.rowCount(), read.rowCount());
        }
        finished.add(AddFile.of(
                TablePath.toLogPath(file.path()),
                file.partition().logValues(),
                written.length(),
                status.modificationTimeMillis(),
                true,
                Optional.of(WrittenStatistics.toJson(spec, written))));
    }

    private WrittenFile complete(PartitionFile file) throws IOException {
        try {
            return file.finish();
        } catch (IOException e) {
            if (OutputCleaner.isAlreadyThere(e)) {
                created.remove(file.path());
            }
            throw e;
        }
    }

    private void require(PartitionFile file, String what, long expected, long found) {
        if (expected != found) {
            throw new CorruptTableException(
                    files.table().root(),
                    file.path(),
                    OptionalLong.empty(),
                    "the new file should have " + expected + " " + what + ", but " + found
                            + " were found. Nothing was committed; please report this",
                    null);
        }
    }

    /** Finishes all files. */
    List<AddFile> finish() throws IOException {
        List<PartitionFile> remaining = new ArrayList<>(open.values());
        for (PartitionFile file : remaining) {
            finish(file);
            open.values().remove(file);
        }
        return List.copyOf(finished);
    }

    /** Deletes everything that was written; never throws. */
    void giveUp() {
        open.values().forEach(PartitionFile::abort);
        open.clear();
        OutputCleaner.delete(files, created);
        created.clear();
    }
}
