package io.github.deltamaint.cli;

import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.Vacuum;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.KeptFiles;
import io.github.deltamaint.vacuum.VacuumPlan;
import io.github.deltamaint.vacuum.VacuumResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "vacuum", description = "Deletes files that no retained version of the table needs.")
final class VacuumCommand extends TableCommand {

    @Option(
            names = "--retain",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description =
                    "How long files stay after they were removed, such as 168h or 7d (default: the table's retention,"
                            + " else 7d).")
    private @Nullable Duration retain;

    @Option(
            names = "--unsafe-retention",
            paramLabel = "REASON",
            description = "Allows a retention shorter than the table's, and why it is safe; goes into the history.")
    private @Nullable String unsafeRetention;

    @Option(names = "--lite", description = "Finds files from the log, without listing the table's directories.")
    private boolean lite;

    @Option(
            names = "--inventory",
            paramLabel = "FILE",
            description = "Finds files in an inventory of the store: CSV or Parquet with path, length, isDir,"
                    + " modificationTime.")
    private @Nullable String inventory;

    @Option(names = "--keep-version", paramLabel = "N", description = "Keeps this version readable; may be repeated.")
    private List<Long> keepVersions = new ArrayList<>();

    @Option(names = "--quarantine", description = "Moves files aside instead of deleting them; see restore-vacuum.")
    private boolean quarantine;

    @Option(
            names = "--max-share",
            paramLabel = "S",
            description = "The share of all files that may go although live files are missing (default: 0.5).")
    private @Nullable Double maxShare;

    @Option(
            names = "--accept-stale-manifests",
            description = "Accepts symlink manifests that name deleted files until they are generated again.")
    private boolean acceptStaleManifests;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "The memory for what is known about files; what does not fit goes to disk.")
    private @Nullable DataSize memory;

    @Option(
            names = "--spill-directory",
            paramLabel = "DIR",
            description = "A local directory for what does not fit into memory.")
    private @Nullable Path spillDirectory;

    @Option(names = "--threads", paramLabel = "N", description = "How many requests run at the same time.")
    private @Nullable Integer threads;

    @Mixin
    private final ChangeOptions change = new ChangeOptions();

    VacuumCommand(DmCommand root) {
        super(root);
    }

    @Override
    MaintenanceContext openContext() {
        return root().openContext(
                        OptionalInt.empty(), Optional.ofNullable(memory), Optional.ofNullable(spillDirectory));
    }

    @Override
    void run(TableMaintenance maintenance) {
        if (lite && inventory != null) {
            throw new IllegalArgumentException("--lite and --inventory exclude each other");
        }
        Vacuum vacuum = maintenance.vacuum().listener(new Progress());
        configure(vacuum);
        VacuumPlan plan = vacuum.plan();
        if (change.isDryRun()) {
            print(plan);
        } else {
            print(plan, plan.execute());
        }
    }

    private void configure(Vacuum vacuum) {
        if (retain != null) {
            vacuum.retain(retain);
        }
        if (unsafeRetention != null) {
            vacuum.allowUnsafeRetention(unsafeRetention);
        }
        if (lite) {
            vacuum.lite();
        }
        if (inventory != null) {
            vacuum.inventory(inventory);
        }
        vacuum.keepVersions(keepVersions.stream().mapToLong(Long::longValue).toArray());
        if (quarantine) {
            vacuum.quarantine();
        }
        if (maxShare != null) {
            vacuum.maxShare(maxShare);
        }
        if (acceptStaleManifests) {
            vacuum.acceptStaleManifests();
        }
        if (threads != null) {
            vacuum.maxConcurrency(threads);
        }
        change.note(vacuum::userMetadata);
    }

    private void print(VacuumPlan plan) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("readVersion", plan.readVersion());
        json.put("mode", plan.mode());
        json.put("cutoff", plan.cutoff());
        json.put("retention", plan.retention());
        json.put("filesToDelete", plan.filesToDelete());
        json.put("directoriesToDelete", plan.directoriesToDelete());
        json.put("bytesToDelete", plan.bytesToDelete());
        json.put("directoriesListed", plan.directoriesListed());
        json.put("listings", plan.listings());
        json.put("commitsRead", plan.commitsRead());
        json.put("firstVersionAfter", plan.firstVersionAfter());
        json.put("cost", plan.cost());
        json.put("kept", plan.kept());
        json.put("warnings", plan.warnings());
        json.put("candidates", candidates(plan));
        root().print(json, () -> {
            plan.warnings().forEach(warning -> out().println("warning: " + warning));
            out().printf(
                            Locale.ROOT,
                            "version %d: what was not needed since %s may go%n",
                            plan.readVersion(),
                            plan.cutoff());
            for (Candidate candidate : plan.candidates()) {
                out().printf(
                                Locale.ROOT,
                                "  delete %s (%s): %s%n",
                                candidate.path(),
                                candidate.isDirectory() ? "directory" : candidate.size(),
                                why(candidate));
            }
            for (KeptFiles kept : plan.kept()) {
                out().printf(
                                Locale.ROOT,
                                "  keep %d files (%s): %s%n",
                                kept.files(),
                                kept.size(),
                                words(kept.reason()));
            }
            out().println(plan.isEmpty() ? "nothing to do" : "in all: " + plan.cost());
        });
    }

    private static String why(Candidate candidate) {
        return candidate.removedVersion().isPresent()
                ? words(candidate.reason()) + " by version "
                        + candidate.removedVersion().getAsLong()
                : words(candidate.reason());
    }

    private static String words(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The candidates as the command line's contract has them; made one by one while they are written. */
    private static Iterable<Map<String, Object>> candidates(VacuumPlan plan) {
        return () -> StreamSupport.stream(plan.candidates().spliterator(), false)
                .map(candidate -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("path", candidate.path());
                    json.put("size", candidate.size());
                    json.put("modificationTime", candidate.modificationTime());
                    json.put("reason", candidate.reason());
                    json.put("removedVersion", candidate.removedVersion());
                    return json;
                })
                .iterator();
    }

    private void print(VacuumPlan plan, VacuumResult result) {
        Map<String, Object> json = JsonOutput.toMap(result);
        json.put("candidates", candidates(plan));
        root().print(json, () -> {
            plan.warnings().forEach(warning -> out().println("warning: " + warning));
            if (result.isNoOp()) {
                out().println("nothing to do");
                return;
            }
            out().printf(
                            Locale.ROOT,
                            "version %s: %s %d files (%s) and %d empty directories in %d ms%n",
                            result.versions().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                            result.quarantineRun().isPresent() ? "moved to quarantine" : "deleted",
                            result.filesDeleted(),
                            result.bytesDeleted(),
                            result.directoriesDeleted(),
                            result.elapsed().toMillis());
            result.quarantineRun().ifPresent(run -> out().println("to put them back: restore-vacuum TABLE " + run));
            if (result.filesKept() > 0) {
                out().println(result.filesKept() + " stayed because somebody needs them again");
            }
            if (result.failureCount() > 0) {
                out().println(result.failureCount() + " could not be removed; run again for these:");
                result.failures().forEach(failure -> out().println("  " + failure.path() + ": " + failure.cause()));
            }
        });
    }

    /** Shows on a terminal how far it is. */
    private final class Progress implements MaintenanceListener {
        private volatile long candidates;

        @Override
        public void vacuumListed(long files, long directories) {
            root().console().progress("listed " + files + " files in " + directories + " directories");
        }

        @Override
        public void vacuumPlanned(VacuumPlan plan) {
            candidates = plan.candidateCount();
        }

        @Override
        public void vacuumRemoved(long files, long bytes) {
            root().console().progress("removed " + files + " of " + candidates + ", " + DataSize.ofBytes(bytes));
        }
    }
}
