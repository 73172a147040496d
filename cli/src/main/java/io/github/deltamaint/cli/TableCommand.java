package io.github.deltamaint.cli;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.TableMaintenance;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command for one table. */
abstract class TableCommand implements Callable<Integer> {
    private final DmCommand root;

    @Parameters(index = "0", paramLabel = "TABLE", description = "The directory of the table, or its URI.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String table;

    /** Not the standard mixin: it would claim {@code --version}, which here is a version of the table. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help and exits.")
    @SuppressWarnings("UnusedVariable") // picocli asks for it
    private boolean help;

    TableCommand(DmCommand root) {
        this.root = root;
    }

    final DmCommand root() {
        return root;
    }

    final PrintWriter out() {
        return root.console().outWriter();
    }

    @Override
    public final Integer call() {
        try (MaintenanceContext context = openContext()) {
            return runFor(DeltaMaintenance.table(table, context));
        }
    }

    /** The resources; commands that let the user set them override this. */
    MaintenanceContext openContext() {
        return root.openContext();
    }

    /** As {@link #run}; commands whose result may be a failure override this. */
    int runFor(TableMaintenance maintenance) {
        run(maintenance);
        return ExitCode.DONE;
    }

    /** Does the work and prints the result. */
    abstract void run(TableMaintenance maintenance);
}
