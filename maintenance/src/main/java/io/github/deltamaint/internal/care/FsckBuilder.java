package io.github.deltamaint.internal.care;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.FileProblem;
import io.github.deltamaint.Fsck;
import io.github.deltamaint.FsckReport;
import io.github.deltamaint.FsckResult;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.internal.events.OperationListeners;
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

/** Looks at the log and all files of a table, repairs what can be repaired, and takes files out that are missing. */
public final class FsckBuilder implements Fsck {
    private final DeltaLog log;
    private final DataFiles files;
    private final String engineInfo;
    private final OperationListeners listeners;
    private boolean deep;
    private Optional<String> userMetadata = Optional.empty();
    private CancellationToken cancellation = CancellationToken.none();

    /** For a table. */
    public FsckBuilder(DeltaLog log, DataFiles files, String engineInfo, OperationListeners listeners) {
        this.log = log;
        this.files = files;
        this.engineInfo = engineInfo;
        this.listeners = listeners;
    }

    @Override
    public Fsck deep() {
        deep = true;
        return this;
    }

    @Override
    public Fsck listener(MaintenanceListener listener) {
        listeners.add(listener);
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
        List<FileProblem> problems = new ArrayList<>();
        log.checkLog(deep).forEach(problem -> problems.add(LogProblems.toPublic(problem)));
        try {
            return look(log.snapshot(), problems).report();
        } catch (CorruptTableException e) {
            problems.addAll(LogProblems.explaining(e, problems));
            return new FsckReport(-1, 0, sorted(problems), 0);
        }
    }

    private static List<FileProblem> sorted(List<FileProblem> problems) {
        return problems.stream().sorted(FileChecks.order()).toList();
    }

    /** What is wrong, and the files that are missing with everything that identifies them. */
    private record Findings(FsckReport report, List<AddFile> missing) {}

    private Findings look(Snapshot snapshot, List<FileProblem> ofLog) {
        List<FileProblem> problems = new ArrayList<>(ofLog);
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
        return new Findings(new FsckReport(snapshot.version(), checked, sorted(problems), missing.size()), missing);
    }

    @Override
    public FsckResult execute() {
        List<FileProblem> ofLog =
                log.checkLog(deep).stream().map(LogProblems::toPublic).toList();
        Snapshot snapshot = log.snapshot();
        DeltaLog.requireAllowed(snapshot, TableOperation.METADATA, Set.of());
        Findings findings = look(snapshot, ofLog);
        List<Long> versions = findings.missing().isEmpty() ? List.of() : List.of(takeOut(snapshot, findings));
        List<FileProblem> repaired = new ArrayList<>();
        if (!ofLog.isEmpty()) {
            log.repairLog(deep).forEach(problem -> repaired.add(LogProblems.toPublic(problem)));
        }
        List<FileProblem> unrepaired = new ArrayList<>();
        for (FileProblem problem : findings.report().problems()) {
            if (problem.kind() == FileProblem.Kind.MISSING_DATA_FILE) {
                repaired.add(problem);
            } else if (!repaired.contains(problem)) {
                unrepaired.add(problem);
            }
        }
        return new FsckResult(versions, findings.report(), findings.missing().size(), sorted(repaired), unrepaired);
    }

    private long takeOut(Snapshot snapshot, Findings findings) {
        CommitInfo info = CommitInfo.of("FSCK")
                .metric("numRemovedFiles", findings.missing().size())
                .isolationLevel("Serializable")
                .blindAppend(false)
                .userMetadata(userMetadata)
                .engineInfo(engineInfo)
                .build();
        return listeners.commit(
                log.startTransaction(snapshot, TableOperation.METADATA).exclusive(),
                CommitRequest.of(
                        info,
                        findings.missing().stream()
                                .map(file -> file.remove(true))
                                .toList()));
    }
}
