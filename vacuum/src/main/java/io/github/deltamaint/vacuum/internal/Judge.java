package io.github.deltamaint.vacuum.internal;

import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.KeptFiles;
import org.jspecify.annotations.Nullable;

/** Decides about each entry of the store by what is known about its path. Used by one thread at a time. */
final class Judge implements Facts.Answer {
    private final Retention retention;
    private final KeptCounter kept;
    private final Candidates.Builder candidates;
    private final Surroundings surroundings;
    private long heldBack = Long.MAX_VALUE;

    Judge(Retention retention, KeptCounter kept, Candidates.Builder candidates, Surroundings surroundings) {
        this.surroundings = surroundings;
        this.retention = retention;
        this.kept = kept;
        this.candidates = candidates;
    }

    /** The oldest version that removed something which stays nevertheless; the largest number if there is none. */
    long heldBack() {
        return heldBack;
    }

    @Override
    public void accept(Listed entry, long fact) {
        if (entry.kind() == Listed.Kind.EMPTY_DIRECTORY) {
            judgeDirectory(entry, fact);
            return;
        }
        KeptFiles.Reason need = fact == 0 ? null : need(FactKind.of(fact));
        if (need == null) {
            need = need(entry);
        }
        long version = entry.version() >= 0 || fact == 0 ? entry.version() : FactKind.version(fact);
        if (need == null) {
            candidates.add(entry.path(), entry.size(), entry.modificationTimeMillis(), reason(entry, fact), version);
            return;
        }
        kept.add(need, entry.size());
        // Whoever removes a live file does so in a commit to come.
        if (version >= 0 && need != KeptFiles.Reason.LIVE) {
            heldBack = Math.min(heldBack, version);
        }
    }

    /** An empty directory that was made or emptied lately may be about to be filled. */
    private void judgeDirectory(Listed directory, long fact) {
        if (fact == 0 && !retention.containsMillis(directory.modificationTimeMillis())) {
            candidates.add(
                    directory.path(),
                    0,
                    directory.modificationTimeMillis(),
                    Candidate.Reason.EMPTY_DIRECTORY,
                    FactKind.UNKNOWN_VERSION);
        } else {
            surroundings.occupy(directory.path());
        }
    }

    private KeptFiles.@Nullable Reason need(Listed entry) {
        if (entry.kind() == Listed.Kind.LINK) {
            // It takes no room, and another link may lead to it.
            return KeptFiles.Reason.LINKED;
        }
        if (!retention.containsMillis(entry.modificationTimeMillis())) {
            return null;
        }
        return entry.kind() == Listed.Kind.FILE ? KeptFiles.Reason.YOUNG : KeptFiles.Reason.RETAINED_VERSION;
    }

    private static KeptFiles.@Nullable Reason need(FactKind kind) {
        return switch (kind) {
            case LIVE -> KeptFiles.Reason.LIVE;
            case RETAINED -> KeptFiles.Reason.RETAINED_VERSION;
            case CHANGE_DATA -> KeptFiles.Reason.CHANGE_DATA;
            case KEPT_VERSION -> KeptFiles.Reason.KEPT_VERSION;
            case YOUNG -> KeptFiles.Reason.YOUNG;
            case PARENT, TOMBSTONED, EXPIRED_CHANGE_DATA -> null;
        };
    }

    private static Candidate.Reason reason(Listed entry, long fact) {
        if (entry.kind() == Listed.Kind.TOMBSTONE) {
            return Candidate.Reason.TOMBSTONED;
        }
        if (entry.kind() == Listed.Kind.EXPIRED_CHANGE_DATA || PathRules.isChangeData(entry.path())) {
            return Candidate.Reason.EXPIRED_CHANGE_DATA;
        }
        if (fact == 0) {
            return Candidate.Reason.UNREFERENCED;
        }
        return FactKind.of(fact) == FactKind.TOMBSTONED
                ? Candidate.Reason.TOMBSTONED
                : Candidate.Reason.EXPIRED_CHANGE_DATA;
    }
}
