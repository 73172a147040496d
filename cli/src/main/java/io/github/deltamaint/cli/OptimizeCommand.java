package io.github.deltamaint.cli;

import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.OptimizePlan;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.ResourceForecast;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.SkippedFiles;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.TaskResult;
import io.github.deltamaint.common.DataSize;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "optimize",
        description = "Rewrites small files, and files with many deleted rows, into fewer files near the target size.")
final class OptimizeCommand extends TableCommand {

    @Mixin
    private final RewriteOptions rewrite = new RewriteOptions();

    @Option(
            names = "--min-file-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Files smaller than this are small (default: three quarters of the target).")
    private @Nullable DataSize minFileSize;

    @Option(
            names = "--max-deleted-rows-ratio",
            paramLabel = "R",
            description = "Rewrite files with a larger share of deleted rows, even alone (default: 0.05).")
    private @Nullable Double maxDeletedRowsRatio;

    @Option(
            names = "--vorder",
            negatable = true,
            description = "Bring rows into the order in which files become smallest, or do not (default:"
                    + " delta.parquet.vorder.enabled).")
    private @Nullable Boolean vOrder;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description = "For whom files are written: ${COMPLETION-CANDIDATES} (default with --vorder: SCAN).")
    private @Nullable LayoutProfile profile;

    @Option(
            names = "--zorder-by",
            paramLabel = "C,…",
            split = ",",
            description = "Put rows along a Z-order curve over these columns.")
    private String @Nullable [] zOrderBy;

    @Option(
            names = "--cluster-by",
            paramLabel = "C,…",
            split = ",",
            description = "Put rows along a Hilbert curve over these columns.")
    private String @Nullable [] clusterBy;

    @Option(names = "--full", description = "Rewrites also what has the wanted order or layout already.")
    private boolean full;

    @Option(
            names = "--commit-every",
            paramLabel = "N",
            description = "Commit each time N tasks are done (default: once at the end).")
    private @Nullable Integer commitEvery;

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Rewrite at most this much, the most fragmented first; the next run goes on (default: all).")
    private @Nullable DataSize maxBytes;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "The memory for data.")
    private @Nullable DataSize memory;

    @Option(
            names = "--spill-directory",
            paramLabel = "DIR",
            description = "A local directory for rows that are sorted and do not fit into memory.")
    private @Nullable Path spillDirectory;

    @Option(names = "--threads", paramLabel = "N", description = "How many threads rewrite.")
    private @Nullable Integer threads;

    @Mixin
    private final ChangeOptions change = new ChangeOptions();

    OptimizeCommand(DmCommand root) {
        super(root);
    }

    @Override
    MaintenanceContext openContext() {
        return root().openContext(
                        threads == null ? OptionalInt.empty() : OptionalInt.of(threads),
                        Optional.ofNullable(memory),
                        Optional.ofNullable(spillDirectory));
    }

    @Override
    void run(TableMaintenance maintenance) {
        Optimize optimize = maintenance.optimize().listener(new ProgressBar(root().console()));
        configure(optimize);
        if (change.isDryRun()) {
            print(root(), optimize.plan());
        } else {
            print(root(), optimize.execute());
        }
    }

    private void configure(Optimize optimize) {
        rewrite.configure(optimize::where, optimize::targetFileSize, optimize::verify);
        if (maxBytes != null) {
            optimize.maxBytes(maxBytes);
        }
        if (minFileSize != null) {
            optimize.minFileSize(minFileSize);
        }
        if (maxDeletedRowsRatio != null) {
            optimize.maxDeletedRowsRatio(maxDeletedRowsRatio);
        }
        if (vOrder != null) {
            optimize.vOrder(vOrder);
        }
        if (profile != null) {
            optimize.profile(profile);
        }
        if (zOrderBy != null) {
            optimize.zOrderBy(zOrderBy);
        }
        if (clusterBy != null) {
            optimize.clusterBy(clusterBy);
        }
        if (full) {
            optimize.full();
        }
        if (commitEvery != null) {
            optimize.commitEvery(commitEvery);
        }
        change.note(optimize::userMetadata);
    }

    static void print(DmCommand root, OptimizePlan plan) {
        ResourceForecast forecast = plan.forecast();
        PrintWriter out = root.console().outWriter();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("readVersion", plan.readVersion());
        json.put("targetFileSize", plan.targetFileSize());
        json.put("vOrder", plan.vOrder());
        json.put("profile", plan.profile());
        json.put("bytesToRewrite", plan.bytesToRewrite());
        json.put("totalConsideredFiles", plan.totalConsideredFiles());
        json.put("tasks", plan.tasks());
        json.put("skipped", plan.skipped());
        json.put("forecast", forecast);
        json.put("clustering", plan.clustering());
        json.put("warnings", plan.warnings());
        root.print(json, () -> {
            out.printf(
                    Locale.ROOT,
                    "version %d: %d files looked at, target size %s%s%n",
                    plan.readVersion(),
                    plan.totalConsideredFiles(),
                    plan.targetFileSize(),
                    layout(plan));
            for (RewriteTask task : plan.tasks()) {
                out.printf(
                        Locale.ROOT,
                        "  rewrite %d files (%s) of %s into about %s: %s%n",
                        task.inputPaths().size(),
                        task.inputSize(),
                        partition(task),
                        task.predictedOutputSize(),
                        words(task.reasons()));
            }
            for (SkippedFiles skipped : plan.skipped()) {
                out.printf(
                        Locale.ROOT,
                        "  leave %d files (%s): %s%n",
                        skipped.files(),
                        skipped.size(),
                        words(skipped.reason()));
            }
            plan.warnings().forEach(warning -> out.println("  warning: " + warning));
            plan.clustering().ifPresent(report -> ClusteringText.print(out, report));
            out.println(plan.isEmpty() ? "nothing to do" : "to rewrite: " + plan.bytesToRewrite());
            if (!plan.isEmpty()) {
                out.println("memory for data: up to " + forecast.peakMemory()
                        + (forecast.spilled().equals(DataSize.ZERO)
                                ? ""
                                : ", to spill: about " + forecast.spilled() + " in " + spilling(forecast) + " tasks"));
            }
        });
    }

    private static long spilling(ResourceForecast forecast) {
        return forecast.tasks().stream()
                .filter(task -> !task.spilled().equals(DataSize.ZERO))
                .count();
    }

    private static String layout(OptimizePlan plan) {
        return (plan.vOrder() ? ", V-Order-style layout" : "")
                + plan.profile().map(name -> ", profile " + name).orElse("");
    }

    static void print(DmCommand root, OptimizeResult result) {
        PrintWriter out = root.console().outWriter();
        Map<String, Object> json = JsonOutput.toMap(result);
        json.put("numFilesAdded", result.filesAdded().totalFiles());
        json.put("numFilesRemoved", result.filesRemoved().totalFiles());
        root.print(json, () -> {
            if (result.isNoOp()) {
                out.printf(
                        Locale.ROOT, "nothing to do: %d files are fine as they are%n", result.totalConsideredFiles());
            } else {
                out.printf(
                        Locale.ROOT,
                        "version %s: %d files (%s) became %d (%s), %d rows, in %d ms%n",
                        result.versions().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                        result.filesRemoved().totalFiles(),
                        result.filesRemoved().totalSize(),
                        result.filesAdded().totalFiles(),
                        result.filesAdded().totalSize(),
                        result.numRecords(),
                        result.elapsed().toMillis());
            }
            printCopied(result, out);
            if (!result.spilled().equals(DataSize.ZERO)) {
                out.printf(
                        Locale.ROOT,
                        "at most %s of memory for data, %s spilled%n",
                        result.peakMemory(),
                        result.spilled());
            }
            result.warnings().forEach(warning -> out.println("warning: " + warning));
            if (!result.isNoOp()) {
                result.clustering().ifPresent(change -> ClusteringText.print(out, change));
            }
            LayoutText.print(result.layouts(), out);
            if (!result.droppedTasks().isEmpty()) {
                out.printf(
                        Locale.ROOT,
                        "%d tasks were given up because another writer touched their files; run again for those%n",
                        result.droppedTasks().size());
            }
        });
    }

    private static void printCopied(OptimizeResult result, PrintWriter out) {
        int rowGroups =
                result.tasks().stream().mapToInt(TaskResult::rowGroupsCopied).sum();
        if (rowGroups > 0) {
            long bytes = result.tasks().stream()
                    .mapToLong(task -> task.copied().bytes())
                    .sum();
            out.printf(
                    Locale.ROOT,
                    "%d row groups (%s) were large enough and copied as they were%n",
                    rowGroups,
                    DataSize.ofBytes(bytes));
        }
    }

    private static String partition(RewriteTask task) {
        return task.partitionValues().isEmpty()
                ? "the table"
                : task.partitionValues().entrySet().stream()
                        .map(value -> value.getKey() + "=" + value.getValue())
                        .collect(Collectors.joining(", "));
    }

    private static String words(Object reasons) {
        return reasons.toString().toLowerCase(Locale.ROOT).replace('_', ' ').replaceAll("[\\[\\]]", "");
    }
}
