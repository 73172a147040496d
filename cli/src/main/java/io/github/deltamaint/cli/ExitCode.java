package io.github.deltamaint.cli;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import picocli.CommandLine;

/** What the process returns. Part of the contract of the command line. */
final class ExitCode {
    /** Done; also when there was nothing to do. */
    static final int DONE = 0;

    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;
    /** Another writer won; nothing was changed. */
    static final int LOST_TO_CONCURRENT_WRITER = 3;
    /** The table needs something that we refuse. */
    static final int REFUSED = 4;

    private ExitCode() {}

    static int of(Throwable failure) {
        if (failure instanceof CommitConflictException) {
            return LOST_TO_CONCURRENT_WRITER;
        }
        if (failure instanceof UnsupportedTableFeatureException) {
            return REFUSED;
        }
        return failure instanceof IllegalArgumentException || failure instanceof CommandLine.ParameterException
                ? WRONG_USAGE
                : FAILED;
    }
}
