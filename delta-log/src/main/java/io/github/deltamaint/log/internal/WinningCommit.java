package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.FileAction;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.storage.FileStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What another writer's commit did, as far as it can matter to ours. Of its files only those are kept that ours depends on. */
final class WinningCommit {
    /** What Delta Spark calls the commits by which it gives row ids to the files of a table that gets the feature, and takes them away again. */
    private static final Set<String> BACKFILLS = Set.of("ROW TRACKING BACKFILL", "ROW TRACKING UNBACKFILL");

    private final long version;
    private @Nullable CommitInfo commitInfo;
    private boolean beginsWithCommitInfo;
    private @Nullable Protocol protocol;
    private @Nullable Metadata metadata;
    private final Map<String, DomainMetadata> domains = new HashMap<>();
    private final Set<String> applications = new HashSet<>();
    private final Set<String> touchedPaths = new TreeSet<>();
    private boolean onlyAddsTouch = true;

    private WinningCommit(long version) {
        this.version = version;
    }

    /**
     * Reads a commit.
     *
     * @param ours the files that our commit depends on
     */
    static WinningCommit read(LogReader reader, FileStatus commit, long version, RequestPaths ours) {
        WinningCommit winner = new WinningCommit(version);
        boolean first = true;
        try (LogReader.Actions actions = reader.actions(
                commit, version, java.util.EnumSet.allOf(io.github.deltamaint.log.actions.ActionKind.class), false)) {
            while (actions.hasNext()) {
                winner.add(actions.next(), first, ours);
                first = false;
            }
        }
        return winner;
    }

    private void add(Action action, boolean first, RequestPaths ours) {
        if (action instanceof FileAction file) {
            String path = ours.find(file.path());
            if (path != null) {
                touchedPaths.add(path);
                onlyAddsTouch &= file instanceof AddFile;
            }
        } else if (action instanceof CommitInfo info) {
            beginsWithCommitInfo = first;
            commitInfo = info;
        } else if (action instanceof Protocol changed) {
            protocol = changed;
        } else if (action instanceof Metadata changed) {
            metadata = changed;
        } else if (action instanceof DomainMetadata domain) {
            domains.put(domain.domain(), domain);
        } else if (action instanceof SetTransaction transaction) {
            applications.add(transaction.appId());
        }
    }

    long version() {
        return version;
    }

    Optional<String> txnId() {
        return commitInfo == null ? Optional.empty() : commitInfo.txnId();
    }

    /** The operation for messages. */
    String operation() {
        return commitInfo == null ? "a commit" : commitInfo.operation().orElse("a commit");
    }

    /** The time that the commit records in its first line; empty if it does not. */
    java.util.OptionalLong recordedTime() {
        return commitInfo == null || !beginsWithCommitInfo
                ? java.util.OptionalLong.empty()
                : commitInfo.inCommitTimestamp();
    }

    /** Whether it adds files once more, with other row ids than before. */
    boolean assignsRowIdsInPlace() {
        return BACKFILLS.contains(operation());
    }

    boolean changesProtocol() {
        return protocol != null;
    }

    @Nullable Metadata metadata() {
        return metadata;
    }

    Map<String, DomainMetadata> domains() {
        return domains;
    }

    Set<String> applications() {
        return applications;
    }

    /** The files that both commits depend on, as ours spells them. */
    Set<String> touchedPaths() {
        return touchedPaths;
    }

    /** Whether it only added what both depend on. */
    boolean onlyAddsTouch() {
        return onlyAddsTouch;
    }
}
