package io.github.deltamaint.internal.rewrite;

import io.github.deltamaint.NewFileLayout;
import io.github.deltamaint.RewriteFailedException;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.RewriteTask.Reason;
import io.github.deltamaint.Verification;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.common.UnsupportedTableFeatureException.Access;
import io.github.deltamaint.internal.cluster.ClusterOrder;
import io.github.deltamaint.internal.cluster.CurveRewriter;
import io.github.deltamaint.internal.context.DefaultMaintenanceContext;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.internal.files.ShreddedVariants;
import io.github.deltamaint.internal.plan.FileTags;
import io.github.deltamaint.internal.plan.OptimizeSettings;
import io.github.deltamaint.internal.plan.OptimizeTasks;
import io.github.deltamaint.internal.plan.PlannedTask;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.LayoutMarks;
import io.github.deltamaint.parquet.MemoryNeed;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteEstimate;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteProgress;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.SpillException;
import io.github.deltamaint.parquet.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Carries out one task: writes its new files and verifies them. If that fails, it deletes what it wrote. */
final class TaskRewriter {
    private static final Set<Reason> MERGING = Set.of(Reason.SMALL_FILES, Reason.DELETION_VECTORS);

    private final DataFiles files;
    private final RewriteSpec spec;
    private final DataFileNames names;
    private final Optional<CurveRewriter> curve;
    private final Supplier<UUID> uuids;
    private final Optional<Verification> verification;

    /**
     * A rewriter.
     *
     * @param verification what is proved, if the user said
     * @param curve puts rows into the order that is wanted; empty if they stay in theirs
     * @param uuids names what is put into an order together
     */
    TaskRewriter(
            DataFiles files,
            RewriteSpec spec,
            DataFileNames names,
            Optional<Verification> verification,
            Optional<CurveRewriter> curve,
            Supplier<UUID> uuids) {
        this.verification = verification;
        this.curve = curve;
        this.uuids = uuids;
        this.files = files;
        this.spec = spec;
        this.names = names;
    }

    /** A rewriter of the tasks of a plan. */
    static TaskRewriter of(
            Snapshot snapshot, OptimizeTasks plan, OptimizeSettings settings, DefaultMaintenanceContext context) {
        RewriteSpec spec =
                RewriteSpec.of(snapshot, plan.layout(), plan.cluster().isPresent());
        return new TaskRewriter(
                new DataFiles(snapshot.tablePath(), context.storages()),
                spec,
                new DataFileNames(spec.randomPrefixLength(), spec.settings().compression(), context.uuids()),
                settings.verification(),
                plan.cluster()
                        .map(cluster -> new CurveRewriter(
                                cluster.order(),
                                spec.columns(),
                                plan.targetFileSize().bytes(),
                                context.clock())),
                context.uuids());
    }

    /**
     * Rewrites and verifies. Runs on the calling thread.
     *
     * @throws CancellationException if it was cancelled
     */
    RewrittenTask rewrite(PlannedTask planned, RewriteResources resources, RewriteProgress progress) {
        List<String> created = new ArrayList<>();
        try {
            RewrittenTask rewritten = rewrite(planned, resources, progress, created);
            created.clear();
            return rewritten;
        } catch (SpillException e) {
            throw new RewriteFailedException(files.table().root(), planned.task(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            if (OutputCleaner.isAlreadyThere(e)) {
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

    private RewriteRequest.Builder builder() {
        RewriteRequest.Builder builder =
                RewriteRequest.builder(spec.columns().schema().messageType());
        spec.layout().profile().ifPresent(profile -> builder.keyValue(LayoutMarks.PROFILE, profile.name()));
        return builder;
    }

    /**
     * What {@link #rewrite} will take, by the footers of the inputs. Writes nothing. Runs on the calling thread and on helpers.
     *
     * @throws CancellationException if it was cancelled
     */
    TaskNeed need(PlannedTask planned, RewriteResources resources) {
        try {
            RewriteEstimate estimate =
                    ParquetRewriter.estimate(request(planned, resources, (rows, bytes) -> {}, new ArrayList<>())
                            .apply(inputs(planned))
                            .build());
            MemoryNeed rewriting =
                    curve.map(rewriter -> rewriter.need(estimate)).orElse(estimate.rewriting());
            boolean isSpilled = curve.isPresent() && curve.get().isSpilled(estimate.arrangement());
            return new TaskNeed(
                    level() == Verification.CONTENT ? rewriting.then(estimate.proving()) : rewriting,
                    isSpilled ? estimate.arrangement().spillBytes() : 0);
        } catch (IOException e) {
            throw files.translate("read the footer of", planned.inputs().get(0).path(), e);
        }
    }

    private Function<List<RewriteInput>, RewriteRequest.Builder> request(
            PlannedTask planned, RewriteResources resources, RewriteProgress progress, List<String> created) {
        return inputs -> builder()
                .matching(spec.columns().matching())
                .settings(spec.settings())
                .order(spec.order())
                .memory(resources.memory())
                .helpers(resources.helpers())
                .summing(level() == Verification.CONTENT)
                .copying(mayCopy(planned.task()))
                .cancelled(resources.cancelled())
                .progress(progress)
                .inputs(inputs)
                .outputs(index -> {
                    String path = names.next(planned.partition(), planned.task().index());
                    ByteSink sink = files.create(path);
                    created.add(path);
                    return sink;
                });
    }

    private List<RewriteInput> inputs(PlannedTask planned) throws IOException {
        InputFills fills = new InputFills(spec.columns().schema(), planned.partition());
        List<RewriteInput> inputs = new ArrayList<>();
        for (AddFile file : planned.inputs()) {
            refuseShreddedVariants(file);
            RewriteInput input = RewriteInput.of(files.displayPath(file), () -> files.open(file))
                    .select(files.selection(file));
            inputs.add(fills.apply(input, file));
        }
        return inputs;
    }

    private RewrittenTask rewrite(
            PlannedTask planned, RewriteResources shared, RewriteProgress progress, List<String> created)
            throws IOException {
        RewriteResources resources = shared.counted();
        Function<List<RewriteInput>, RewriteRequest.Builder> request = request(planned, resources, progress, created);
        List<RewriteInput> inputs = inputs(planned);
        long deletedRows = inputs.stream()
                .mapToLong(input -> input.selection().deletedCount())
                .sum();
        RewriteRequest rewrite = request.apply(inputs).build();
        RewriteResult result = curve.isPresent()
                ? curve.get()
                        .rewrite(
                                request,
                                inputs,
                                planned.plannedSize(),
                                resources.memory(),
                                resources.spillDirectory(),
                                resources.cancelled(),
                                progress)
                : ParquetRewriter.rewrite(rewrite);
        LegacyCalendar.check(files, planned, spec, result);
        List<AddFile> added = new ArrayList<>();
        List<NewFileLayout> layouts = new ArrayList<>();
        String run = curve.isPresent() ? uuids.get().toString() : "";
        for (int i = 0; i < result.files().size(); i++) {
            WrittenFile written = result.files().get(i);
            added.add(add(planned, run, result, written, created.get(i)));
            if (!written.layouts().isEmpty()) {
                layouts.add(new NewFileLayout(created.get(i), written.layouts()));
            }
        }
        RewriteVerifier verifier =
                new RewriteVerifier(files, planned.task(), spec.columns().schema());
        verifier.verifyCounts(result, deletedRows, created);
        Optional<RowDigest> content = level() == Verification.CONTENT
                ? Optional.of(verifier.verifyContent(rewrite, result, created))
                : Optional.empty();
        return new RewrittenTask(
                planned,
                added,
                result.copied(),
                layouts,
                result.rowsWritten(),
                deletedRows,
                content,
                resources.memory().peakBytes(),
                result.spilledBytes());
    }

    /** Whether row groups may stay as they are encoded: if files are merged, and nothing was said about how they are to look. */
    private boolean mayCopy(RewriteTask task) {
        return spec.layout().profile().isEmpty() && MERGING.containsAll(task.reasons());
    }

    private Verification level() {
        boolean reorders = curve.isPresent() || !spec.order().equals(RowOrder.asRead());
        return verification.orElse(reorders ? Verification.CONTENT : Verification.COUNTS);
    }

    /** Files with variants are opened once more, so that nothing is written if one of them is shredded. */
    private void refuseShreddedVariants(AddFile file) throws IOException {
        DataFileSchema schema = spec.columns().schema();
        if (!schema.variants().isEmpty()) {
            try (ParquetFile parquet = ParquetFile.open(files.open(file))) {
                ShreddedVariants.refuse(
                        files.table(),
                        parquet,
                        schema.messageType(),
                        schema.variants(),
                        spec.columns().matching(),
                        Access.WRITE);
            }
        }
    }

    private Map<String, @Nullable String> tags(
            PlannedTask planned, String run, RewriteResult result, WrittenFile written) {
        Map<String, @Nullable String> tags = new LinkedHashMap<>(spec.tags());
        double share = (double) written.rowCount() / result.rowsWritten();
        tags.putAll(FileTags.of((long) (planned.plannedSize() * share), spec.layout()));
        curve.ifPresent(rewriter -> tags.putAll(rewriter.order().tags(run)));
        unchangedOrder(planned).ifPresent(input -> tags.putAll(ClusterOrder.tagsOf(input)));
        return tags;
    }

    /** The file whose rows the new one has in the same order, so that it lies on the same curve; empty if it has those of several, or another order. */
    private Optional<AddFile> unchangedOrder(PlannedTask planned) {
        return curve.isEmpty() && !spec.layout().vOrder() && planned.inputs().size() == 1
                ? Optional.of(planned.inputs().get(0))
                : Optional.empty();
    }

    private AddFile add(PlannedTask planned, String run, RewriteResult result, WrittenFile written, String path)
            throws IOException {
        FileStatus status = files.storage().status(files.storagePath(path));
        if (status.size() != written.length()) {
            throw new RewriteFailedException(
                    files.table().root(),
                    planned.task(),
                    written.name() + " should have " + written.length() + " bytes, but the store says " + status.size(),
                    null);
        }
        return AddFile.of(
                        TablePath.toLogPath(path),
                        planned.partition().logValues(),
                        written.length(),
                        status.modificationTimeMillis(),
                        false,
                        Optional.of(WrittenStatistics.toJson(spec, written)))
                .withTags(tags(planned, run, result, written))
                .withClusteringProvider(
                        curve.isPresent()
                                ? curve.get().order().provider()
                                : unchangedOrder(planned).flatMap(AddFile::clusteringProvider));
    }
}
