package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CommitConflictException.Reason;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.CommitListener;
import io.github.deltamaint.log.CommitRequest;
import io.github.deltamaint.log.CommitResult;
import io.github.deltamaint.log.Rebase;
import io.github.deltamaint.log.RefusalRule;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.TableOperation;
import io.github.deltamaint.log.Transaction;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.internal.layout.LogDirectory;
import io.github.deltamaint.log.internal.layout.LogFile;
import io.github.deltamaint.log.internal.layout.LogFileName;
import io.github.deltamaint.log.storage.FileStatus;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A transaction that assumes to be alone, and looks at the commits of the others when it was not. */
final class OptimisticTransaction implements Transaction {
    private static final Logger LOG = LoggerFactory.getLogger(OptimisticTransaction.class);
    private static final int DEFAULT_ATTEMPTS = 100;

    private final LogReader reader;
    private final LogDirectory directory;
    private final ReplayedSnapshot snapshot;
    private final TableOperation operation;
    private final Set<RefusalRule.OptIn> accepted;
    private final Clock clock;
    private final AfterCommit afterCommit;
    private final String txnId;
    private final PathKeys pathKeys;

    private Rebase rebase = Rebase.giveUp();
    private CommitListener listener = CommitListener.NONE;
    private int maxAttempts = DEFAULT_ATTEMPTS;
    private boolean exclusive;
    private boolean used;

    OptimisticTransaction(
            LogReader reader,
            LogDirectory directory,
            ReplayedSnapshot snapshot,
            TableOperation operation,
            Set<RefusalRule.OptIn> accepted,
            Clock clock,
            UUID identity,
            AfterCommit afterCommit) {
        this.reader = reader;
        this.directory = directory;
        this.snapshot = snapshot;
        this.operation = operation;
        this.accepted = Set.copyOf(accepted);
        this.clock = clock;
        this.afterCommit = afterCommit;
        this.txnId = identity.toString();
        this.pathKeys = new PathKeys(reader.table().root());
    }

    @Override
    public Snapshot readSnapshot() {
        return snapshot;
    }

    @Override
    public Transaction onTouchedFiles(Rebase continuation) {
        this.rebase = continuation;
        return this;
    }

    @Override
    public Transaction exclusive() {
        this.exclusive = true;
        return this;
    }

    @Override
    public Transaction maxAttempts(int attempts) {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be positive but was " + attempts);
        }
        this.maxAttempts = attempts;
        return this;
    }

    @Override
    public Transaction listener(CommitListener commitListener) {
        this.listener = commitListener;
        return this;
    }

    @Override
    public CommitResult commit(CommitRequest request) {
        if (used) {
            throw new IllegalStateException("this transaction was committed before; start another one");
        }
        used = true;
        // An interrupt is for those who can stop; it is given back afterwards.
        boolean interrupted = Thread.interrupted();
        try {
            requireValid(request);
            CommitResult landed = new CommitLoop(request).run();
            afterCommit.run(snapshot, landed, listener);
            return landed;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void requireValid(CommitRequest request) {
        RequestRules.require(request, pathKeys);
        TableRules.require(snapshot, request, operation, accepted);
        ActiveInputs.require(snapshot, request, pathKeys);
    }

    private void tell(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException e) {
            LOG.warn("{}: a commit listener failed", reader.table(), e);
        }
    }

    /** The attempts of one commit, and what they learn from the commits of others. */
    private final class CommitLoop {
        private final CommitWriter writer = new CommitWriter(reader, directory, txnId);
        private final CommitTimes times = snapshot.commitTimes();
        private final RowIds rowIds = RowIds.of(snapshot);
        private CommitRequest request;
        private RequestPaths paths;
        private Metadata metadata = snapshot.metadata();

        /** The latest version that is known and was checked. */
        private long latest = snapshot.version();

        /** What was tried last. */
        private CommitRequest attempted;

        /** The time that the latest version records; empty until it is needed. */
        private OptionalLong latestTime = OptionalLong.empty();

        CommitLoop(CommitRequest request) {
            this.request = request;
            this.attempted = request;
            this.paths = new RequestPaths(request, pathKeys);
        }

        CommitResult run() {
            for (int attempt = 1; attempt <= maxAttempts; attempt++) {
                boolean landed = catchUp();
                if (landed) {
                    return finished(latest, attempt, attempted);
                }
                long version = Math.addExact(latest, 1);
                int number = attempt;
                tell(() -> listener.commitStarted(version, number));
                attempted = complete(version);
                if (writer.write(version, CommitWriter.content(attempted))) {
                    return finished(version, attempt, attempted);
                }
            }
            boolean landed = catchUp();
            if (landed) {
                return finished(latest, maxAttempts, attempted);
            }
            throw conflict(
                    Reason.ATTEMPTS_EXHAUSTED,
                    latest,
                    Set.of(),
                    "other writers were faster in all " + maxAttempts + " attempts, last with version " + latest
                            + ". Nothing was changed; run it again");
        }

        private CommitResult finished(long version, int attempt, CommitRequest committed) {
            tell(() -> listener.commitFinished(version));
            return new CommitResult(version, attempt, committed);
        }

        /**
         * Checks every commit that was made since the latest known one.
         *
         * @return whether one of them is ours after all
         */
        private boolean catchUp() {
            for (int listings = 1; ; listings++) {
                List<LogFile> files = directory.list(snapshot.version(), Long.MAX_VALUE);
                requireSameLog(files);
                for (LogFile file : files) {
                    if (file.name().kind() == LogFileName.Kind.COMMIT
                            && file.name().version() == latest + 1
                            && check(file.status(), latest + 1)) {
                        return true;
                    }
                }
                Optional<LogFile> beyond = files.stream().filter(this::isBeyond).findFirst();
                if (beyond.isEmpty()) {
                    return false;
                }
                // A directory that is listed while others write to it may show a file and not one that was there
                // before.
                if (listings == LogDirectory.LISTINGS) {
                    throw gap(beyond.get());
                }
            }
        }

        /** The log of another table at the same place, or one that was cleaned up beyond our snapshot, must not get our commit. */
        private void requireSameLog(List<LogFile> files) {
            Optional<FileStatus> read = snapshot.segment().versionCommit();
            boolean same = read.isPresent()
                    ? files.stream().anyMatch(file -> file.status().equals(read.get()))
                    : files.stream().anyMatch(file -> file.name().version() == snapshot.version());
            if (!same) {
                throw conflict(
                        Reason.VERSION_TAKEN,
                        snapshot.version(),
                        Set.of(),
                        "the log no longer has the commit of version " + snapshot.version()
                                + " that this was computed from: it was cleaned up or replaced. Nothing was changed; run it again");
            }
        }

        private boolean isBeyond(LogFile file) {
            boolean makesVersion = file.name().kind() == LogFileName.Kind.COMMIT
                    || (file.name().isCheckpoint() && file.status().size() > 0);
            return makesVersion && file.name().version() > latest;
        }

        private CorruptTableException gap(LogFile beyond) {
            String missing = reader.shown(directory.path(LogFileName.commit(latest + 1)));
            return new CorruptTableException(
                    reader.table().root(),
                    missing,
                    OptionalLong.of(beyond.name().version()),
                    missing + " is missing though there is " + beyond.status().name()
                            + "; a commit in its place would not count. Nothing was changed",
                    null);
        }

        /** Checks the commit of another writer; true if it is not another's but ours. */
        private boolean check(FileStatus commit, long version) {
            WinningCommit winner = WinningCommit.read(reader, commit, version, paths);
            if (winner.txnId().filter(txnId::equals).isPresent()) {
                latest = version;
                return true;
            }
            tell(() -> listener.commitConflict(version));
            requireNoConflict(winner);
            if (!winner.touchedPaths().isEmpty()) {
                continueWithout(winner);
            }
            adopt(winner);
            return false;
        }

        private void requireNoConflict(WinningCommit winner) {
            long version = winner.version();
            if (exclusive) {
                throw lost(Reason.VERSION_TAKEN, version, winner.operation() + " was first");
            }
            if (winner.changesProtocol()) {
                throw lost(Reason.PROTOCOL_CHANGED, version, "which changed the protocol of the table");
            }
            if (winner.assignsRowIdsInPlace() && hasFiles()) {
                throw lost(
                        Reason.FILES_ADDED,
                        version,
                        "which gives row ids to files of the table, so that what was read of them is no longer true");
            }
            Metadata changed = winner.metadata();
            if (changed != null && (changesMetadata() || !IdentityColumns.onlyAdvanced(metadata, changed))) {
                throw lost(Reason.METADATA_CHANGED, version, "which changed the metadata of the table");
            }
            for (Action action : request.actions()) {
                if (action instanceof DomainMetadata domain && winner.domains().containsKey(domain.domain())) {
                    throw lost(Reason.DOMAIN_CHANGED, version, "which wrote the domain " + domain.domain() + " too");
                }
                if (action instanceof SetTransaction own
                        && winner.applications().contains(own.appId())) {
                    throw lost(Reason.TRANSACTION_CHANGED, version, "which wrote a txn of " + own.appId() + " too");
                }
            }
        }

        private boolean hasFiles() {
            return request.actions().stream().anyMatch(FileAction.class::isInstance);
        }

        private boolean changesMetadata() {
            return request.actions().stream()
                    .anyMatch(action -> action instanceof Metadata || action instanceof Protocol);
        }

        private void continueWithout(WinningCommit winner) {
            Optional<CommitRequest> reduced = rebase.without(request, winner.touchedPaths(), winner.version());
            if (reduced.isEmpty()) {
                int count = winner.touchedPaths().size();
                throw conflict(
                        winner.onlyAddsTouch() ? Reason.FILES_ADDED : Reason.FILES_REMOVED,
                        winner.version(),
                        winner.touchedPaths(),
                        request.info().operation().orElse("the commit") + " lost to version " + winner.version() + " ("
                                + winner.operation() + "), which touched " + count + (count == 1 ? " file" : " files")
                                + " that it depends on, such as "
                                + winner.touchedPaths().iterator().next() + ". Nothing was changed; run it again");
            }
            requireValid(reduced.get());
            RequestPaths remaining = new RequestPaths(reduced.get(), pathKeys);
            for (String path : winner.touchedPaths()) {
                if (remaining.find(path) != null) {
                    throw new IllegalStateException("the rebased request still depends on " + path + ", which version "
                            + winner.version() + " touched");
                }
            }
            request = reduced.get();
            paths = remaining;
        }

        private void adopt(WinningCommit winner) {
            latest = winner.version();
            latestTime = winner.recordedTime();
            if (times.isRecorded(latest) && latestTime.isEmpty()) {
                throw reader.corrupt(
                        directory.path(LogFileName.commit(latest)),
                        latest,
                        "does not begin with a commitInfo that has an inCommitTimestamp, though the table has in-commit timestamps",
                        null);
            }
            DomainMetadata marks = winner.domains().get(RowIds.DOMAIN);
            if (marks != null) {
                rowIds.raise(latest, marks);
            }
            Metadata advanced = winner.metadata();
            if (advanced != null) {
                metadata = advanced;
            }
        }

        /** The request with everything that depends on the version and the time. */
        private CommitRequest complete(long version) {
            long now = clock.millis();
            OptionalLong recorded = times.isRecorded(version)
                    ? OptionalLong.of(Math.max(now, previousTime() + 1))
                    : OptionalLong.empty();
            CommitInfo info = request.info().committed(now, recorded, OptionalLong.of(snapshot.version()), txnId);
            return new CommitRequest(
                    info, rowIds.assign(withDeletionTimes(request.actions(), now), version), request.readPaths());
        }

        private long previousTime() {
            if (latestTime.isEmpty()) {
                latestTime = OptionalLong.of(snapshotTime());
            }
            return latestTime.getAsLong();
        }

        private long snapshotTime() {
            return snapshot.recordedTime()
                    .orElseThrow(() -> new InvalidOperationException(
                            reader.table().root(),
                            "cannot commit: the commit of version " + snapshot.version()
                                    + " is gone, and with it the in-commit timestamp that the next one has to exceed"));
        }

        private static List<Action> withDeletionTimes(List<Action> actions, long now) {
            List<Action> result = new ArrayList<>(actions.size());
            for (Action action : actions) {
                result.add(
                        action instanceof RemoveFile remove
                                        && remove.deletionTimestamp().isEmpty()
                                ? remove.withDeletionTimestamp(now)
                                : action);
            }
            return result;
        }

        private CommitConflictException lost(Reason reason, long version, String what) {
            return conflict(
                    reason,
                    version,
                    Set.of(),
                    request.info().operation().orElse("the commit") + " lost to version " + version + ", " + what
                            + ". Nothing was changed; run it again");
        }

        private CommitConflictException conflict(Reason reason, long version, Set<String> touched, String problem) {
            return new CommitConflictException(reader.table().root(), reason, version, touched, problem);
        }
    }
}
