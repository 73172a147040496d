package io.github.deltamaint.cli;

import io.github.deltamaint.vacuum.QuarantineResult;
import java.io.PrintWriter;
import java.util.Locale;

/** How commands on the quarantine say what they did. */
final class QuarantineOutput {
    private QuarantineOutput() {}

    static void print(DmCommand root, String done, QuarantineResult result) {
        root.print(result, () -> {
            PrintWriter out = root.console().outWriter();
            out.printf(
                    Locale.ROOT,
                    "%s %d files (%s) of %d runs%n",
                    done,
                    result.files(),
                    result.size(),
                    result.runs().size());
            if (result.failureCount() > 0) {
                out.println(result.failureCount() + " failed; run again for these:");
                result.failures().forEach(failure -> out.println("  " + failure.path() + ": " + failure.cause()));
            }
        });
    }
}
