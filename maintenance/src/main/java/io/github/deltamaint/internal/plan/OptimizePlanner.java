package io.github.deltamaint.internal.plan;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.SkippedFiles;
import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.OperationCancelledException;
import io.github.deltamaint.internal.cluster.ClusterColumns;
import io.github.deltamaint.internal.cluster.ClusterOrder;
import io.github.deltamaint.internal.cluster.ClusteringReports;
import io.github.deltamaint.internal.cluster.FileBounds;
import io.github.deltamaint.internal.files.ConcurrentFiles;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.expression.BoundPredicate;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.log.expression.PredicateException;
import io.github.deltamaint.log.partition.PartitionColumns;
import io.github.deltamaint.log.partition.PartitionKey;
import io.github.deltamaint.log.partition.PartitionValues;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.parquet.LayoutMarks;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides what OPTIMIZE rewrites: small files, files with many deleted rows, and files that do not have the layout that is wanted, of one
 * partition together, as many as fit into one file of the target size.
 *
 * <p>Files stay in the order in which they came into the table, so that what was written together stays together. A bin is worth the work if it lowers
 * the number of files, gets rid of deleted rows, or improves the layout. Where rows are to be put into an order, {@link ClusterSelection} chooses instead, and all it chooses in a
 * partition is one task.
 */
public final class OptimizePlanner {
    private static final Comparator<CandidateFile> ARRIVAL = Comparator.comparingLong(
                    (CandidateFile candidate) -> candidate.file().modificationTime())
            .thenComparing(candidate -> candidate.file().path());

    private static final DataSize AUTO_COMPACTION_TARGET = DataSize.mebibytes(128);

    private final Snapshot snapshot;
    private final Optional<ClusterOrder> order;
    private final OptimizeSettings settings;
    private final DataFiles files;
    private final PartitionColumns partitionColumns;
    private final List<BoundPredicate> predicates;
    private final StatisticsSchema rowCountsOnly;
    private final long targetBytes;
    private final long minBytes;
    private final WantedLayout layout;
    private final LayoutEvidence evidence;

    private final Map<SkippedFiles.Reason, List<Long>> skippedSizes = new EnumMap<>(SkippedFiles.Reason.class);
    private int considered;
    private @Nullable InputRules inputRules;

    private OptimizePlanner(
            Snapshot snapshot,
            DataFiles dataFiles,
            Function<AddFile, LayoutMarks> footers,
            OptimizeSettings settings,
            Optional<ClusterOrder> order,
            Clock clock) {
        this.snapshot = snapshot;
        this.order = order;
        this.settings = settings;
        this.files = dataFiles;
        this.partitionColumns = files.partitionColumns(snapshot);
        this.predicates = bind(clock);
        this.rowCountsOnly = StatisticsSchema.all(StructType.of(), List.of(), ColumnMapping.NONE);
        this.targetBytes = targetFileSize().bytes();
        this.minBytes = minFileSize().bytes();
        this.layout = WantedLayout.of(settings, snapshot);
        this.evidence = new LayoutEvidence(layout, footers);
    }

    /**
     * Plans for a snapshot. Reads the log, and, if a layout is wanted, the footers of those files whose tags do not say that they have it and that need not be
     * rewritten for another reason.
     *
     * @param order the order in which rows are to be put; empty if they stay as they are
     * @throws InvalidOperationException if a predicate does not fit the table, or options contradict each other
     */
    public static OptimizeTasks plan(
            Snapshot snapshot,
            DataFiles dataFiles,
            OptimizeSettings settings,
            Optional<ClusterOrder> order,
            Clock clock) {
        return plan(snapshot, dataFiles, LayoutEvidence.footersOf(dataFiles), settings, order, clock);
    }

    /** As {@link #plan}, by the log alone: files whose tags do not say that they have the layout that is wanted are taken not to have it. */
    public static OptimizeTasks planByLog(
            Snapshot snapshot,
            DataFiles dataFiles,
            OptimizeSettings settings,
            Optional<ClusterOrder> order,
            Clock clock) {
        return plan(snapshot, dataFiles, file -> LayoutMarks.read(Map.of()), settings, order, clock);
    }

    /** As the other, with footers from elsewhere. */
    static OptimizeTasks plan(
            Snapshot snapshot,
            DataFiles dataFiles,
            Function<AddFile, LayoutMarks> footers,
            OptimizeSettings settings,
            Optional<ClusterOrder> order,
            Clock clock) {
        OptimizePlanner planner = new OptimizePlanner(snapshot, dataFiles, footers, settings, order, clock);
        return order.isPresent() ? planner.planOrder(order.get()) : planner.plan();
    }

    /**
     * Plans the rewrite of all files with deletion vectors or dropped columns. Reads the log, and the footers of files without deletion vectors.
     *
     * @throws InvalidOperationException if a predicate does not fit the table
     */
    public static OptimizeTasks planPurge(
            Snapshot snapshot, DataFiles dataFiles, OptimizeSettings settings, Clock clock) {
        return new OptimizePlanner(
                        snapshot, dataFiles, LayoutEvidence.footersOf(dataFiles), settings, Optional.empty(), clock)
                .planPurge();
    }

    private OptimizeTasks planPurge() {
        List<CandidateFile> candidates = filesToPurge();
        List<PlannedTask> tasks = new ArrayList<>();
        for (List<CandidateFile> bin : binsToPurge(candidates)) {
            tasks.add(task(
                    tasks.size(),
                    bin,
                    bin.stream().flatMap(file -> file.reasons().stream()).collect(toSet())));
        }
        return new OptimizeTasks(
                tasks, skipped(), new DataSize(targetBytes), layout, considered, Optional.empty(), List.of());
    }

    private List<CandidateFile> filesToPurge() {
        List<CandidateFile> candidates = new ArrayList<>();
        DroppedColumns dropped = new DroppedColumns(files, snapshot);
        try (CloseableIterator<AddFile> wanted = snapshot.activeFiles(
                FileProjection.WITH_STATS, file -> isWanted(files.partition(partitionColumns, file), file))) {
            considered += Math.toIntExact(ConcurrentFiles.forEach(
                    wanted, this::requireNotCancelled, file -> reasonsToPurge(dropped, file), (file, reasons) -> {
                        if (reasons.isEmpty()) {
                            skip(SkippedFiles.Reason.NOTHING_TO_PURGE, file);
                        } else {
                            candidates.add(new CandidateFile(
                                    file, files.partition(partitionColumns, file), weight(file), reasons));
                        }
                    }));
        }
        candidates.sort(ARRIVAL);
        return candidates;
    }

    /** One reason is enough; a footer is read only where the log does not give one. */
    private static Set<Reason> reasonsToPurge(DroppedColumns dropped, AddFile file) {
        if (file.deletionVector().isPresent()) {
            return EnumSet.of(Reason.DELETION_VECTORS);
        }
        return dropped.areIn(file) ? EnumSet.of(Reason.DROPPED_COLUMNS) : EnumSet.noneOf(Reason.class);
    }

    /** Files on a curve stay what they are, which merging them with others would end. */
    private List<List<CandidateFile>> binsToPurge(List<CandidateFile> candidates) {
        Map<PartitionKey, List<CandidateFile>> partitions = new TreeMap<>();
        List<List<CandidateFile>> bins = new ArrayList<>();
        for (CandidateFile candidate : candidates) {
            if (ClusterOrder.isOnCurve(candidate.file())) {
                bins.add(List.of(candidate));
            } else {
                partitions
                        .computeIfAbsent(candidate.partition().key(), key -> new ArrayList<>())
                        .add(candidate);
            }
        }
        partitions
                .values()
                .forEach(partition -> bins.addAll(new BinPacker(targetBytes).pack(partition, CandidateFile::weight)));
        return bins;
    }

    private void requireNotCancelled() {
        if (settings.cancellation().isCancelled()) {
            throw new OperationCancelledException(
                    snapshot.tablePath().root(),
                    List.of(),
                    0,
                    settings.operation() + " was cancelled; nothing was changed");
        }
    }

    private OptimizeTasks planOrder(ClusterOrder wanted) {
        FileBounds.Reader reader = new FileBounds.Reader(snapshot, wanted.columns());
        List<Bin> bins = new ArrayList<>();
        List<FileBounds> kept = new ArrayList<>();
        List<FileBounds> all = new ArrayList<>();
        IdentityHashMap<CandidateFile, FileBounds> ofChosen = new IdentityHashMap<>();
        for (List<CandidateFile> partition : candidatesByPartition().values()) {
            List<ClusterSelection.Candidate> candidates = partition.stream()
                    .map(file -> new ClusterSelection.Candidate(
                            wanted.runOf(file.file()).isPresent() ? withLayout(file) : file, reader.read(file.file())))
                    .toList();
            candidates.forEach(candidate -> all.add(candidate.bounds()));
            ClusterSelection selection = new ClusterSelection(wanted, minBytes, settings.full());
            List<ClusterSelection.Candidate> chosen = selection.select(candidates);
            if (!chosen.isEmpty()) {
                chosen.forEach(candidate -> ofChosen.put(candidate.file(), candidate.bounds()));
                bins.add(new Bin(
                        chosen.stream()
                                .map(ClusterSelection.Candidate::file)
                                .sorted(ARRIVAL)
                                .toList(),
                        selection.reasons()));
            }
            for (ClusterSelection.Skipped file : selection.skipped()) {
                skip(file.reason(), file.candidate().file().file());
                kept.add(file.candidate().bounds());
            }
        }
        List<PlannedTask> tasks =
                tasks(bins, left -> left.files().forEach(file -> kept.add(requireNonNull(ofChosen.get(file)))));
        ClusterPlan cluster = new ClusterPlan(wanted, reader, kept, ClusteringReports.of(wanted.names(), reader, all));
        return new OptimizeTasks(
                tasks,
                skipped(),
                new DataSize(targetBytes),
                layout,
                considered,
                Optional.of(cluster),
                ClusterColumns.warnings(wanted.columns(), all));
    }

    private OptimizeTasks plan() {
        requireReasonForFull();
        List<Bin> bins = new ArrayList<>();
        for (List<CandidateFile> partition : candidatesByPartition().values()) {
            if (isTooFewForAutoCompaction(partition)) {
                partition.forEach(file -> skip(SkippedFiles.Reason.TOO_FEW_SMALL_FILES, file.file()));
                continue;
            }
            partition.sort(ARRIVAL);
            for (List<CandidateFile> bin : new BinPacker(targetBytes).pack(partition, CandidateFile::weight)) {
                List<CandidateFile> worked = withLayoutOfLone(bin);
                if (worked.size() > 1 || worked.get(0).isRewrittenAlone()) {
                    bins.add(new Bin(worked, reasons(worked)));
                } else {
                    bin.forEach(file -> skip(SkippedFiles.Reason.NOTHING_TO_MERGE_WITH, file.file()));
                }
            }
        }
        List<PlannedTask> tasks = tasks(bins, left -> {});
        return new OptimizeTasks(
                tasks, skipped(), new DataSize(targetBytes), layout, considered, Optional.empty(), List.of());
    }

    /** Files that are to be rewritten together, and why. */
    private record Bin(List<CandidateFile> files, Set<Reason> reasons) {}

    /** As many as are wanted; what is left over is skipped. */
    private List<PlannedTask> tasks(List<Bin> bins, Consumer<Bin> leftOver) {
        Optional<Set<Integer>> affordable = settings.maxBytes()
                .map(bytes -> new ByteBudget(bytes)
                        .choose(bins.stream().map(Bin::files).toList()));
        List<PlannedTask> tasks = new ArrayList<>();
        for (int i = 0; i < bins.size(); i++) {
            Bin bin = bins.get(i);
            if (affordable.isEmpty() || affordable.get().contains(i)) {
                tasks.add(task(tasks.size(), bin.files(), bin.reasons()));
            } else {
                bin.files().forEach(file -> skip(SkippedFiles.Reason.OVER_BUDGET, file.file()));
                leftOver.accept(bin);
            }
        }
        return tasks;
    }

    private void requireReasonForFull() {
        if (settings.full() && !layout.vOrder() && layout.profile().isEmpty()) {
            throw new InvalidOperationException(
                    snapshot.tablePath().root(),
                    "full() rewrites what has the wanted order or layout already, but none is asked for and the table has no clustering columns. Ask for one"
                            + " by zOrderBy, clusterBy, vOrder or profile, or leave full() out");
        }
    }

    private Map<PartitionKey, List<CandidateFile>> candidatesByPartition() {
        Map<PartitionKey, List<CandidateFile>> partitions = new TreeMap<>();
        snapshot.forEachActiveFile(FileProjection.WITH_STATS, file -> {
            PartitionValues partition = files.partition(partitionColumns, file);
            if (!isWanted(partition, file)) {
                return;
            }
            considered++;
            CandidateFile candidate = candidate(file, partition);
            if (order.isEmpty() && !candidate.isRewrittenAlone() && candidate.weight() >= minBytes) {
                candidate = withLayout(candidate);
            }
            if (order.isPresent() || candidate.isRewrittenAlone() || candidate.weight() < minBytes) {
                partitions
                        .computeIfAbsent(partition.key(), key -> new ArrayList<>())
                        .add(candidate);
            } else {
                skip(SkippedFiles.Reason.LARGE_ENOUGH, file);
            }
        });
        return partitions;
    }

    private boolean isTooFewForAutoCompaction(List<CandidateFile> partition) {
        return settings.auto()
                .filter(auto -> partition.size() < auto.minNumFiles())
                .isPresent();
    }

    private boolean isWanted(PartitionValues partition, AddFile file) {
        Optional<Set<PartitionKey>> touched = settings.auto().flatMap(AutoCompaction::touched);
        if (touched.isPresent() && !touched.get().contains(partition.key())) {
            return false;
        }
        for (BoundPredicate predicate : predicates) {
            try {
                if (!predicate.matches(partition)) {
                    return false;
                }
            } catch (IllegalArgumentException e) {
                throw files.corrupt(file, String.valueOf(e.getMessage()), e);
            }
        }
        return true;
    }

    private CandidateFile candidate(AddFile file, PartitionValues partition) {
        Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        if (hasManyDeletedRows(file)) {
            reasons.add(Reason.DELETION_VECTORS);
        }
        if (settings.full()) {
            reasons.add(Reason.FULL);
        }
        return new CandidateFile(file, partition, weight(file), reasons);
    }

    private boolean hasManyDeletedRows(AddFile file) {
        if (file.deletionVector().isEmpty()) {
            return false;
        }
        OptionalLong rows = rows(file);
        // Without a number of rows nobody can tell the share, nor count the table's rows without reading the file.
        return settings.maxDeletedRowsRatio() < 1
                && (rows.isEmpty()
                        || file.deletionVector().get().cardinality()
                                > settings.maxDeletedRowsRatio() * rows.getAsLong());
    }

    private OptionalLong rows(AddFile file) {
        return FileStatistics.parse(file.stats().orElse(null), rowCountsOnly).numRecords();
    }

    private long weight(AddFile file) {
        long weight = file.size();
        OptionalLong rows = file.deletionVector().isPresent() ? rows(file) : OptionalLong.empty();
        if (rows.isPresent() && rows.getAsLong() > 0) {
            double live =
                    1 - Math.min(1, (double) file.deletionVector().orElseThrow().cardinality() / rows.getAsLong());
            weight = (long) (weight * live);
        }
        return Math.max(weight, FileTags.plannedSize(file).orElse(0));
    }

    /** Small files are merged whatever their layout, so it is looked at only when there is nothing to merge with. */
    private List<CandidateFile> withLayoutOfLone(List<CandidateFile> bin) {
        CandidateFile first = bin.get(0);
        return bin.size() > 1 || first.isRewrittenAlone() ? bin : List.of(withLayout(first));
    }

    private CandidateFile withLayout(CandidateFile candidate) {
        if (settings.auto().isPresent() || !evidence.isMissing(candidate.file())) {
            return candidate;
        }
        Set<Reason> reasons = EnumSet.of(Reason.LAYOUT);
        reasons.addAll(candidate.reasons());
        return new CandidateFile(candidate.file(), candidate.partition(), candidate.weight(), reasons);
    }

    private static Set<Reason> reasons(List<CandidateFile> bin) {
        Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        if (bin.size() > 1) {
            reasons.add(Reason.SMALL_FILES);
        }
        bin.forEach(file -> reasons.addAll(file.reasons()));
        return reasons;
    }

    private PlannedTask task(int index, List<CandidateFile> bin, Set<Reason> reasons) {
        if (inputRules == null) {
            inputRules = new InputRules(files, snapshot);
        }
        for (CandidateFile candidate : bin) {
            inputRules.require(candidate.file(), candidate.partition());
        }
        PartitionValues partition = bin.get(0).partition();
        long plannedSize = bin.stream().mapToLong(CandidateFile::weight).sum();
        RewriteTask task = new RewriteTask(
                index,
                logicalValues(partition),
                bin.stream().map(file -> files.displayPath(file.file())).toList(),
                new DataSize(bin.stream().mapToLong(file -> file.file().size()).sum()),
                reasons,
                new DataSize(plannedSize));
        return new PlannedTask(task, bin.stream().map(CandidateFile::file).toList(), partition, plannedSize);
    }

    private Map<String, @Nullable String> logicalValues(PartitionValues partition) {
        Map<String, @Nullable String> values = new LinkedHashMap<>();
        for (PartitionColumns.Column column : partitionColumns.columns()) {
            values.put(column.name(), partition.text(column));
        }
        return values;
    }

    private void skip(SkippedFiles.Reason reason, AddFile file) {
        skippedSizes.computeIfAbsent(reason, key -> new ArrayList<>()).add(file.size());
    }

    private List<SkippedFiles> skipped() {
        List<SkippedFiles> skipped = new ArrayList<>();
        skippedSizes.forEach((reason, sizes) -> skipped.add(new SkippedFiles(
                reason,
                sizes.size(),
                new DataSize(sizes.stream().mapToLong(Long::longValue).sum()))));
        return skipped;
    }

    private List<BoundPredicate> bind(Clock clock) {
        List<BoundPredicate> bound = new ArrayList<>();
        for (Predicate predicate : settings.where()) {
            try {
                bound.add(predicate.bind(snapshot.schema(), snapshot.metadata().partitionColumns(), clock));
            } catch (PredicateException e) {
                throw new InvalidOperationException(snapshot.tablePath().root(), String.valueOf(e.getMessage()));
            }
        }
        return bound;
    }

    private DataSize targetFileSize() {
        return settings.targetFileSize()
                .or(() -> snapshot.properties().targetFileSize())
                .orElseGet(() -> settings.auto().isPresent()
                        ? AUTO_COMPACTION_TARGET
                        : TargetFileSize.forTableOf(
                                new DataSize(snapshot.counts().sizeInBytes())));
    }

    private DataSize minFileSize() {
        DataSize target = new DataSize(targetBytes);
        DataSize min = settings.minFileSize()
                .orElseGet(() -> new DataSize(
                        settings.auto().isPresent() ? Math.max(1, targetBytes / 2) : targetBytes - targetBytes / 4));
        if (min.isGreaterThan(target)) {
            throw new InvalidOperationException(
                    snapshot.tablePath().root(),
                    "minFileSize " + min + " is above the target file size " + target
                            + ", so every new file would be small again. Lower minFileSize or raise targetFileSize");
        }
        return min;
    }
}
