package io.github.deltamaint.internal.read;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.expression.BoundPredicate;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RowSelection;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of a snapshot that satisfy predicates, in some of its columns: one data file after the other. */
final class TableRows {
    private static final int BATCH_RECORDS = 4096;

    private final Snapshot snapshot;
    private final DataFiles files;
    private final StructType columns;
    private final PartitionColumns partitionColumns;
    private final List<BoundPredicate> predicates;
    private final StatisticsSchema statistics;
    private final CancellationToken cancellation;
    private final FileLayout layout;
    private final java.util.function.Predicate<AddFile> wanted;

    private TableRows(
            Snapshot snapshot,
            DataFiles files,
            StructType columns,
            List<BoundPredicate> predicates,
            CancellationToken cancellation,
            java.util.function.Predicate<AddFile> wanted) {
        this.snapshot = snapshot;
        this.wanted = wanted;
        this.files = files;
        this.columns = columns;
        this.partitionColumns = files.partitionColumns(snapshot);
        this.predicates = predicates;
        this.statistics = StatisticsSchema.all(
                snapshot.schema(), snapshot.metadata().partitionColumns(), snapshot.columnMapping());
        this.cancellation = cancellation;
        this.layout = FileLayout.of(snapshot, columns);
    }

    /**
     * Rows to read.
     *
     * @throws InvalidOperationException if a column does not exist or a predicate does not fit the table
     */
    static TableRows of(
            Snapshot snapshot,
            DataFiles files,
            List<Predicate> where,
            Optional<List<String>> columnNames,
            Clock clock,
            CancellationToken cancellation) {
        String table = snapshot.tablePath().root();
        try {
            StructType columns =
                    columnNames.isPresent() ? project(snapshot.schema(), columnNames.get()) : snapshot.schema();
            List<BoundPredicate> bound = new ArrayList<>();
            for (Predicate predicate : where) {
                bound.add(predicate.bind(snapshot.schema(), clock));
            }
            return new TableRows(snapshot, files, columns, bound, cancellation, file -> true);
        } catch (IllegalArgumentException e) {
            throw new InvalidOperationException(table, String.valueOf(e.getMessage()));
        }
    }

    /** These rows, as far as they are in some files. */
    TableRows inFiles(java.util.function.Predicate<AddFile> newWanted) {
        return new TableRows(snapshot, files, columns, predicates, cancellation, newWanted);
    }

    private static StructType project(StructType schema, List<String> names) {
        List<StructField> fields = new ArrayList<>();
        for (String name : names) {
            StructField field = schema.resolve(ColumnPath.of(name)).get(0);
            if (fields.contains(field)) {
                throw new IllegalArgumentException("column " + field.name() + " is named twice; name it once");
            }
            fields.add(field);
        }
        return new StructType(fields);
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** The columns that are read, in order. */
    StructType columns() {
        return columns;
    }

    /** How {@link #columns()} stand in the files. */
    FileLayout layout() {
        return layout;
    }

    PartitionColumns partitionColumns() {
        return partitionColumns;
    }

    /** Is given one file after the other. */
    interface FileVisitor {
        /**
         * Looks at the rows of a file.
         *
         * @param partition its partition values
         * @param reader reads the rows that count, in the columns of {@link FileLayout#fileSchema()}
         * @return whether to go on
         */
        boolean visit(PartitionValues partition, ColumnBatchReader reader) throws IOException;
    }

    void forEachFile(FileVisitor visitor) {
        FileProjection projection = predicates.isEmpty() ? FileProjection.WITHOUT_STATS : FileProjection.WITH_STATS;
        try (CloseableIterator<AddFile> active = snapshot.activeFiles(projection)) {
            boolean goesOn = true;
            while (goesOn && active.hasNext()) {
                requireNotCancelled(snapshot.tablePath(), cancellation);
                AddFile file = active.next();
                PartitionValues partition = files.partition(partitionColumns, file);
                goesOn = !wanted.test(file) || !mayMatch(file, partition) || visit(file, partition, visitor);
            }
        }
    }

    static void requireNotCancelled(TablePath table, CancellationToken cancellation) {
        if (cancellation.isCancelled()) {
            throw new OperationCancelledException(table.root(), List.of(), 0, "reading was cancelled");
        }
    }

    private boolean mayMatch(AddFile file, PartitionValues partition) {
        if (predicates.isEmpty()) {
            return true;
        }
        FileStatistics known = FileStatistics.parse(file.stats().orElse(null), statistics);
        try {
            return predicates.stream().allMatch(predicate -> predicate.mayMatch(known, partition));
        } catch (IllegalArgumentException e) {
            throw files.corrupt(file, String.valueOf(e.getMessage()), e);
        }
    }

    private boolean visit(AddFile file, PartitionValues partition, FileVisitor visitor) {
        try (ParquetFile parquet = ParquetFile.open(files.open(file))) {
            RowSelection selection = files.selection(file);
            for (BoundPredicate predicate : predicates) {
                selection = new RowFilter(snapshot, predicate).select(parquet, partition, selection);
            }
            try (ColumnBatchReader reader = layout.open(snapshot.tablePath(), parquet, selection, BATCH_RECORDS)) {
                return visitor.visit(partition, reader);
            }
        } catch (IOException e) {
            throw files.translate("read", file.path(), e);
        } catch (IllegalArgumentException e) {
            throw files.corrupt(file, String.valueOf(e.getMessage()), e);
        }
    }
}
