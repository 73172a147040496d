package io.github.deltamaint.log;

import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.CommitInfo;
import java.util.List;
import java.util.Set;

/**
 * What a transaction shall commit.
 *
 * @param info what the history says about it; the transaction adds times, read version and identity
 * @param actions the other actions, in the order in which they are written; may be empty
 * @param readPaths files that the actions were computed from, as written in the log; those that are removed need not be repeated
 */
public record CommitRequest(CommitInfo info, List<Action> actions, Set<String> readPaths) {

    public CommitRequest {
        actions = List.copyOf(actions);
        readPaths = Set.copyOf(readPaths);
    }

    /** A request that depends on no files other than those it removes. */
    public static CommitRequest of(CommitInfo info, List<? extends Action> actions) {
        return new CommitRequest(info, List.copyOf(actions), Set.of());
    }
}
