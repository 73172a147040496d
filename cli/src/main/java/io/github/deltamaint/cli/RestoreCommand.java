package io.github.deltamaint.cli;

import io.github.deltamaint.Restore;
import io.github.deltamaint.RestorePlan;
import io.github.deltamaint.RestoreResult;
import io.github.deltamaint.TableMaintenance;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "restore", description = "Makes the table what it was at an older version, by a new version.")
final class RestoreCommand extends TableCommand {

    @Option(names = "--version", paramLabel = "N", description = "The version that the table shall be again.")
    private @Nullable Long version;

    @Option(
            names = "--timestamp",
            paramLabel = "TIME",
            description = "The newest version at this time, such as 2026-08-01T12:00:00Z.")
    private @Nullable OffsetDateTime timestamp;

    @Mixin
    private final ChangeOptions change = new ChangeOptions();

    RestoreCommand(DmCommand root) {
        super(root);
    }

    @Override
    void run(TableMaintenance maintenance) {
        if ((version == null) == (timestamp == null)) {
            throw new IllegalArgumentException("give --version or --timestamp");
        }
        Restore restore = maintenance.restore();
        if (version != null) {
            restore.toVersion(version);
        } else if (timestamp != null) {
            restore.toTimestamp(timestamp.toInstant());
        }
        change.note(restore::userMetadata);
        RestorePlan plan = restore.plan();
        if (change.isDryRun()) {
            print(plan);
        } else {
            print(plan.execute());
        }
    }

    private void print(RestorePlan plan) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("readVersion", plan.readVersion());
        json.put("restoredVersion", plan.restoredVersion());
        json.put("filesToRestore", plan.filesToRestore());
        json.put("bytesToRestore", plan.bytesToRestore());
        json.put("filesToRemove", plan.filesToRemove());
        json.put("bytesToRemove", plan.bytesToRemove());
        json.put("changesMetadata", plan.changesMetadata());
        json.put("missingFiles", plan.missingFiles());
        root().print(json, () -> {
            out().printf(
                            Locale.ROOT,
                            "to version %d: %d files (%s) come back, %d (%s) go%s%n",
                            plan.restoredVersion(),
                            plan.filesToRestore(),
                            plan.bytesToRestore(),
                            plan.filesToRemove(),
                            plan.bytesToRemove(),
                            plan.changesMetadata() ? ", schema or properties change" : "");
            FsckCommand.print(out(), plan.missingFiles());
        });
    }

    private void print(RestoreResult result) {
        root().print(result, () -> {
            if (result.isNoOp()) {
                out().println("nothing to do: the table is as it was at version " + result.restoredVersion());
            } else {
                out().printf(
                                Locale.ROOT,
                                "version %d: as version %d was; %d files came back, %d went, %d (%s) in all%n",
                                result.versions().get(0),
                                result.restoredVersion(),
                                result.numRestoredFiles(),
                                result.numRemovedFiles(),
                                result.numOfFilesAfterRestore(),
                                result.tableSizeAfterRestore());
            }
        });
    }
}
