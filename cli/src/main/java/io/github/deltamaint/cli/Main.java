package io.github.deltamaint.cli;

import picocli.CommandLine;

/** The program. */
public final class Main {
    private Main() {}

    /** Runs a command and ends the process with its {@linkplain ExitCode exit code}. */
    public static void main(String[] arguments) {
        System.exit(run(Console.ofProcess(), arguments));
    }

    /** Runs a command; for callers that want to live on. */
    static int run(Console console, String... arguments) {
        int exitCode = commandLine(console).execute(arguments);
        if (exitCode == ExitCode.DONE && console.outWriter().checkError()) {
            console.errWriter().println("dm: standard output was closed or is full; not everything was printed");
            return ExitCode.FAILED;
        }
        return exitCode;
    }

    static CommandLine commandLine(Console console) {
        DmCommand root = new DmCommand(console);
        return new CommandLine(root, new CommandFactory(root))
                .setOut(console.outWriter())
                .setErr(console.errWriter())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExitCodeExceptionMapper(ExitCode::of)
                .setExecutionExceptionHandler(new FailureReport(console));
    }
}
