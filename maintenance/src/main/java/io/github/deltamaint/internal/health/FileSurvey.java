package io.github.deltamaint.internal.health;

import io.github.deltamaint.FileMetrics;
import io.github.deltamaint.TableHealth;
import io.github.deltamaint.TableHealth.Partition;
import io.github.deltamaint.TableHealth.SizeClass;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.plan.FileTags;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionKey;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.parquet.LayoutMarks;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Figures about the active files of a snapshot, by one pass over them. */
final class FileSurvey {
    private static final int WORST_PARTITIONS = 100;
    private static final StatisticsSchema ROW_COUNTS_ONLY =
            StatisticsSchema.all(StructType.of(), List.of(), ColumnMapping.NONE);

    private final DataFiles files;
    private final PartitionColumns columns;
    private final long smallBelow;
    private final Map<PartitionKey, PartitionSums> partitions = new TreeMap<>();
    private long[] sizes = new long[64];
    private int count;
    private long small;
    private long smallBytes;
    private long rows;
    private long withoutRowCount;
    private long withDeletionVectors;
    private long deletedRows;
    private long withoutVOrder;
    private long bytesWithoutVOrder;

    private FileSurvey(Snapshot snapshot, DataFiles files, long smallBelow) {
        this.files = files;
        this.columns = files.partitionColumns(snapshot);
        this.smallBelow = smallBelow;
    }

    /** Looks at all active files; those below a size count as small. */
    static FileSurvey of(Snapshot snapshot, DataFiles files, long smallBelow) {
        FileSurvey survey = new FileSurvey(snapshot, files, smallBelow);
        snapshot.forEachActiveFile(FileProjection.WITH_STATS, survey::add);
        survey.sizes = Arrays.copyOf(survey.sizes, survey.count);
        Arrays.sort(survey.sizes);
        return survey;
    }

    private static final class PartitionSums {
        final PartitionValues values;
        long files;
        long bytes;
        long smallFiles;

        PartitionSums(PartitionValues values) {
            this.values = values;
        }
    }

    private void add(AddFile file) {
        if (count == sizes.length) {
            sizes = Arrays.copyOf(sizes, Math.multiplyExact(count, 2));
        }
        sizes[count++] = file.size();
        PartitionValues values = files.partition(columns, file);
        PartitionSums partition = partitions.computeIfAbsent(values.key(), key -> new PartitionSums(values));
        partition.files++;
        partition.bytes += file.size();
        if (file.size() < smallBelow) {
            small++;
            smallBytes += file.size();
            partition.smallFiles++;
        }
        if (!isInVOrder(file)) {
            withoutVOrder++;
            bytesWithoutVOrder += file.size();
        }
        addRows(file);
    }

    private static boolean isInVOrder(AddFile file) {
        LayoutMarks tags = FileTags.layout(file);
        return tags.microsoft() == LayoutMarks.Microsoft.YES || tags.order().equals(Optional.of(LayoutMarks.AUTOMATIC));
    }

    long withoutVOrder() {
        return withoutVOrder;
    }

    DataSize sizeWithoutVOrder() {
        return new DataSize(bytesWithoutVOrder);
    }

    /** The partition with the most bytes. */
    private Optional<Partition> largestPartition() {
        return partitions.values().stream()
                .max(Comparator.comparingLong((PartitionSums partition) -> partition.bytes))
                .map(this::partition);
    }

    private void addRows(AddFile file) {
        long deleted =
                file.deletionVector().map(DeletionVectorDescriptor::cardinality).orElse(0L);
        if (file.deletionVector().isPresent()) {
            withDeletionVectors++;
            deletedRows += deleted;
        }
        OptionalLong inFile =
                FileStatistics.parse(file.stats().orElse(null), ROW_COUNTS_ONLY).numRecords();
        if (inFile.isPresent()) {
            rows += Math.max(0, inFile.getAsLong() - deleted);
        } else {
            withoutRowCount++;
        }
    }

    TableHealth.Files files(double largeAbove) {
        long[] large = LongStream.of(sizes).filter(size -> size > largeAbove).toArray();
        return new TableHealth.Files(
                FileMetrics.of(LongStream.of(sizes).boxed().toList()),
                new DataSize(count == 0 ? 0 : sizes[count / 2]),
                skew(),
                small,
                new DataSize(smallBytes),
                large.length,
                new DataSize(LongStream.of(large).sum()),
                histogram().classes(),
                withoutRowCount == 0 ? OptionalLong.of(rows) : OptionalLong.empty(),
                withoutRowCount,
                withDeletionVectors,
                deletedRows);
    }

    private double skew() {
        double average = LongStream.of(sizes).average().orElse(0);
        if (average == 0) {
            return 0;
        }
        double squares = LongStream.of(sizes)
                .mapToDouble(size -> (size - average) * (size - average))
                .sum();
        return Math.sqrt(squares / count) / average;
    }

    private SizeHistogram histogram() {
        SizeHistogram histogram = new SizeHistogram();
        for (long size : sizes) {
            histogram.add(size, 1);
        }
        return histogram;
    }

    /** The sizes that the files would have, were these tasks carried out as predicted. */
    List<SizeClass> after(OptimizeTasks work) {
        SizeHistogram histogram = histogram();
        for (PlannedTask planned : work.tasks()) {
            planned.inputs().forEach(input -> histogram.add(input.size(), -1));
            long bytes = planned.task().predictedOutputSize().bytes();
            long outputs = Math.max(
                    1, Math.round((double) bytes / work.targetFileSize().bytes()));
            histogram.add(bytes / outputs, outputs);
        }
        return histogram.classes();
    }

    TableHealth.Partitions partitions() {
        List<Partition> worst = partitions.values().stream()
                .sorted(Comparator.comparingLong((PartitionSums partition) -> partition.smallFiles)
                        .reversed())
                .limit(WORST_PARTITIONS)
                .map(this::partition)
                .toList();
        long bytes = LongStream.of(sizes).sum();
        return new TableHealth.Partitions(
                columns.columns().stream().map(PartitionColumns.Column::name).toList(),
                partitions.size(),
                new DataSize(partitions.isEmpty() ? 0 : bytes / partitions.size()),
                largestPartition(),
                worst);
    }

    private Partition partition(PartitionSums sums) {
        Map<String, @Nullable String> values = new LinkedHashMap<>();
        for (PartitionColumns.Column column : columns.columns()) {
            values.put(column.name(), sums.values.text(column));
        }
        return new Partition(values, sums.files, new DataSize(sums.bytes), sums.smallFiles);
    }
}
