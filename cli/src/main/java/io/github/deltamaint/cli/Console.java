package io.github.deltamaint.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Where results go (standard output) and where everything else goes (standard error). */
final class Console {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean terminal;
    private boolean progressShown;

    /** The console of the process. Results are buffered, so whoever prints them flushes. */
    static Console ofProcess() {
        return new Console(
                new PrintWriter(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                isTerminal());
    }

    /** Since JDK 22 there is a console without a terminal too, and a method that tells. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal() {
        java.io.Console console = System.console();
        if (console == null || Runtime.version().feature() < 22) {
            return console != null;
        }
        try {
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    Console(PrintWriter out, PrintWriter err, boolean terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    PrintWriter outWriter() {
        return out;
    }

    PrintWriter errWriter() {
        return err;
    }

    /** Replaces the line that shows how far things are; does nothing where nobody watches. */
    synchronized void progress(String line) {
        if (terminal) {
            err.print("\r\u001b[K" + line);
            err.flush();
            progressShown = true;
        }
    }

    /** Removes the line that {@link #progress} left. */
    synchronized void finishProgress() {
        if (progressShown) {
            err.print("\r\u001b[K");
            err.flush();
            progressShown = false;
        }
    }
}
