package io.github.deltamaint.cli;

import io.github.deltamaint.common.DeltaMaintenanceException;
import picocli.CommandLine;

/** Says on standard error what went wrong: for the user's own failures the message, for ours the stack as well. */
final class FailureReport implements CommandLine.IExecutionExceptionHandler {
    private final Console console;

    FailureReport(Console console) {
        this.console = console;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        console.finishProgress();
        boolean expected = failure instanceof DeltaMaintenanceException || failure instanceof IllegalArgumentException;
        console.errWriter()
                .println("dm: " + (failure.getMessage() == null ? failure.toString() : failure.getMessage()));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null
                    && !String.valueOf(failure.getMessage()).contains(cause.getMessage())) {
                console.errWriter().println("  because: " + cause.getMessage());
            }
        }
        if (!expected) {
            failure.printStackTrace(console.errWriter());
        }
        console.errWriter().flush();
        return ExitCode.of(failure);
    }
}
