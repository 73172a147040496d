package io.github.deltamaint.log;

import java.util.Optional;
import java.util.Set;

/**
 * Decides how a transaction goes on when another writer has touched some of the files that it was computed from.
 *
 * <p>Called by the thread that commits, after nothing was written. It may be called again, with other files, when more writers were faster.
 */
@FunctionalInterface
public interface Rebase {

    /**
     * What to commit instead.
     *
     * @param request what could not be committed
     * @param touchedPaths the files of the request that the winner touched, as written in the request
     * @param winningVersion the version that the winner made
     * @return a request that neither reads, adds nor removes any of these files, or empty to give up
     */
    Optional<CommitRequest> without(CommitRequest request, Set<String> touchedPaths, long winningVersion);

    /** Gives up whenever a file was touched. */
    static Rebase giveUp() {
        return (request, touchedPaths, winningVersion) -> Optional.empty();
    }
}
