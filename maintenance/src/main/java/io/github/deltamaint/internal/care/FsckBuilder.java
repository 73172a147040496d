package io.github.deltamaint.internal.care;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.FileProblem;
import io.github.deltamaint.Fsck;
import io.github.deltamaint.FsckReport;
import io.github.deltamaint.FsckResult;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks at all files of a table, and takes those out that are missing. */
public final class FsckBuilder implements Fsck {
    private final DeltaLog log;
    private final DataFiles files;
    private final String engineInfo;
    private final CommitEvents events = new CommitEvents();
    private boolean deep;
    private Optional<String> userMetadata = Optional.empty();
    private CancellationToken cancellation = CancellationToken.none();

    /** For a table. */
    public FsckBuilder(DeltaLog log, DataFiles files, String engineInfo) {
        this.log = log;
        this.files = files;
        this.engineInfo = engineInfo;
    }

    @Override
    public Fsck deep() {
        deep = true;
        return this;
    }

    @Override
    public Fsck listener(MaintenanceListener listener) {
        events.add(requireNonNull(listener, "listener"));
        return this;
    }

    @Override
    public Fsck cancellation(CancellationToken token) {
        cancellation = requireNonNull(token, "token");
        return this;
    }

    @Override
    public Fsck userMetadata(String note) {
        userMetadata = Optional.of(note);
        return this;
    }

    @Override
    public FsckReport plan() {
        return look(log.snapshot()).report();
    }

    /** What is wrong, and the files that are missing with everything that identifies them. */
    private record Findings(FsckReport report, List<AddFile> missing) {}

    private Findings look(Snapshot snapshot) {
        List<FileProblem> problems = new ArrayList<>();
        List<AddFile> missing = new ArrayList<>();
        long checked;
        try (CloseableIterator<AddFile> active = snapshot.activeFiles(FileProjection.WITH_STATS)) {
            checked = new FileChecks(files, deep, cancellation, "FSCK").check(active, (file, problem) -> {
                problems.add(problem);
                if (problem.kind() == FileProblem.Kind.MISSING_DATA_FILE) {
                    missing.add(file);
                }
            });
        }
        problems.sort(FileChecks.order());
        return new Findings(new FsckReport(snapshot.version(), checked, problems, missing.size()), missing);
    }

    @Override
    public FsckResult execute() {
        Snapshot snapshot = log.snapshot();
        DeltaLog.requireAllowed(snapshot, TableOperation.METADATA, Set.of());
        Findings findings = look(snapshot);
        if (findings.missing().isEmpty()) {
            return new FsckResult(List.of(), findings.report(), 0);
        }
        CommitInfo info = CommitInfo.of("FSCK")
                .metric("numRemovedFiles", findings.missing().size())
                .isolationLevel("Serializable")
                .blindAppend(false)
                .userMetadata(userMetadata)
                .engineInfo(engineInfo)
                .build();
        try {
            long version = log.startTransaction(snapshot, TableOperation.METADATA)
                    .exclusive()
                    .listener(events)
                    .commit(CommitRequest.of(
                            info,
                            findings.missing().stream()
                                    .map(file -> file.remove(true))
                                    .toList()))
                    .version();
            return new FsckResult(
                    List.of(version), findings.report(), findings.missing().size());
        } catch (RuntimeException e) {
            events.commitFailed(e);
            throw e;
        }
    }
}
