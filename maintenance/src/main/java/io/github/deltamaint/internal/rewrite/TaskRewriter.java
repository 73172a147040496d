package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.RewriteFailedException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.files.ParquetConstants;
import io.github.deltamaint.internal.plan.FileTags;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ColumnFill;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteProgress;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.WrittenFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.parquet.schema.PrimitiveType;

/** Carries out one task: writes its new files and verifies them. If that fails, it deletes what it wrote. */
final class TaskRewriter {
    private final DataFiles files;
    private final RewriteSpec spec;
    private final DataFileNames names;

    TaskRewriter(DataFiles files, RewriteSpec spec, DataFileNames names) {
        this.files = files;
        this.spec = spec;
        this.names = names;
    }

    /**
     * Rewrites and verifies. Runs on the calling thread.
     *
     * @throws CancellationException if it was cancelled
     */
    RewrittenTask rewrite(
            PlannedTask planned, long memoryLimitBytes, BooleanSupplier cancelled, RewriteProgress progress) {
        List<String> created = new ArrayList<>();
        try {
            RewrittenTask rewritten = rewrite(planned, memoryLimitBytes, cancelled, progress, created);
            created.clear();
            return rewritten;
        } catch (IOException e) {
            if (isAlreadyThere(e)) {
                // Somebody else's file, maybe part of the table, so it is not to be deleted. Stores may notice it only
                // when ours is complete.
                created.clear();
            }
            throw files.translate("rewrite", planned.inputs().get(0).path(), e);
        } catch (CancellationException | DeltaMaintenanceException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new RewriteFailedException(files.table().root(), planned.task(), String.valueOf(e), e);
        } finally {
            OutputCleaner.delete(files, created);
        }
    }

    private static boolean isAlreadyThere(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileAlreadyExistsException) {
                return true;
            }
        }
        return false;
    }

    private RewrittenTask rewrite(
            PlannedTask planned,
            long memoryLimitBytes,
            BooleanSupplier cancelled,
            RewriteProgress progress,
            List<String> created)
            throws IOException {
        Map<String, ColumnFill> fills = partitionFills(planned.partition());
        RewriteRequest.Builder request = RewriteRequest.builder(
                        spec.columns().schema().messageType())
                .matching(spec.columns().matching())
                .settings(spec.settings())
                .memoryLimitBytes(memoryLimitBytes)
                .cancelled(cancelled)
                .progress(progress)
                .outputs(index -> {
                    String path = names.next(planned.partition(), planned.task().index());
                    ByteSink sink = files.create(path);
                    created.add(path);
                    return sink;
                });
        long deletedRows = 0;
        for (AddFile file : planned.inputs()) {
            RowSelection selection = files.selection(file);
            deletedRows += selection.deletedCount();
            RewriteInput input = RewriteInput.of(files.displayPath(file), () -> files.open(file))
                    .select(selection);
            for (Map.Entry<String, ColumnFill> fill : fills.entrySet()) {
                input = input.fill(fill.getKey(), fill.getValue());
            }
            request.input(input);
        }
        RewriteResult result = ParquetRewriter.rewrite(request.build());
        LegacyCalendar.check(files, planned, spec, result);
        List<AddFile> added = new ArrayList<>();
        for (int i = 0; i < result.files().size(); i++) {
            added.add(add(planned, result.files().get(i), created.get(i)));
        }
        new RewriteVerifier(files, planned.task()).verifyCounts(result, deletedRows, created);
        return new RewrittenTask(planned, added, result.rowsWritten(), deletedRows);
    }

    private Map<String, ColumnFill> partitionFills(PartitionValues partition) {
        Map<String, ColumnFill> fills = new LinkedHashMap<>();
        DataFileSchema schema = spec.columns().schema();
        for (PartitionColumns.Column column : partition.columns().columns()) {
            for (DataFileSchema.Leaf leaf : schema.leaves()) {
                if (leaf.role() == DataFileSchema.Role.PARTITION
                        && leaf.path().names().get(0).equals(column.name())) {
                    PrimitiveType type =
                            schema.messageType().getColumns().get(leaf.index()).getPrimitiveType();
                    Object value = partition.value(column, ZoneOffset.UTC);
                    fills.put(leaf.parquetPath().get(0), ColumnFill.constant(ParquetConstants.of(value, type)));
                }
            }
        }
        return fills;
    }

    private AddFile add(PlannedTask planned, WrittenFile written, String path) throws IOException {
        FileStatus status = files.storage().status(files.storagePath(path));
        if (status.size() != written.length()) {
            throw new RewriteFailedException(
                    files.table().root(),
                    planned.task(),
                    written.name() + " should have " + written.length() + " bytes, but the store says " + status.size(),
                    null);
        }
        return new AddFile(
                TablePath.toLogPath(path),
                planned.partition().logValues(),
                written.length(),
                status.modificationTimeMillis(),
                false,
                Optional.of(WrittenStatistics.toJson(spec, written)),
                Map.of(FileTags.PLANNED_SIZE, Long.toString(planned.plannedSize())),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }
}
