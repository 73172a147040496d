package io.github.deltamaint.internal.care;

import io.github.deltamaint.FileProblem;
import io.github.deltamaint.FileProblem.Kind;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.log.LogProblem;
import java.util.List;
import java.util.Optional;

/** Damage of the log in the words of the facade. */
final class LogProblems {
    private LogProblems() {}

    static FileProblem toPublic(LogProblem problem) {
        return new FileProblem(
                String.join(", ", problem.files()),
                kind(problem.kind()),
                problem.detail(),
                problem.repair().map(LogProblems::words));
    }

    private static Kind kind(LogProblem.Kind kind) {
        return switch (kind) {
            case GAP -> Kind.GAP_IN_LOG;
            case UNREADABLE_COMMIT -> Kind.UNREADABLE_COMMIT;
            case DAMAGED_CHECKPOINT -> Kind.DAMAGED_CHECKPOINT;
            case MISSING_SIDECAR -> Kind.MISSING_SIDECAR;
            case DUPLICATE_FILE -> Kind.DUPLICATE_FILE;
            case WRONG_LAST_CHECKPOINT -> Kind.WRONG_LAST_CHECKPOINT;
            case WRONG_CHECKSUM -> Kind.WRONG_CHECKSUM;
            case ORPHANED_FILE -> Kind.ORPHANED_LOG_FILE;
        };
    }

    private static String words(LogProblem.Repair repair) {
        return switch (repair) {
            case DELETE -> "is deleted";
            case MOVE_ASIDE -> "is moved to _delta_log/_deltamaint_damaged";
            case REWRITE -> "is written anew";
        };
    }

    /** Why the latest version cannot be read, unless one of the problems says so already. */
    static List<FileProblem> explaining(CorruptTableException failure, List<FileProblem> known) {
        return known.stream().anyMatch(problem -> problem.repair().isEmpty())
                ? List.of()
                : List.of(new FileProblem(
                        failure.file(),
                        Kind.UNREADABLE_COMMIT,
                        String.valueOf(failure.getMessage()),
                        Optional.empty()));
    }
}
