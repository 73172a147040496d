package io.github.deltamaint.interop;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.Vacuum;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.vacuum.VacuumPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A process that removes from a table what was not needed at a time, or puts it back, and says when it begins. It is there to be killed. */
final class VacuumProcess {
    /** What it prints when it is about to remove or to put back the first file. */
    static final String BEGINS = "begins";

    private VacuumProcess() {}

    /** What it is to do. */
    enum Task {
        DELETE,
        QUARANTINE,
        RESTORE
    }

    public static void main(String[] arguments) {
        Path table = Path.of(arguments[0]);
        switch (Task.valueOf(arguments[1])) {
            case DELETE -> vacuum(table, Instant.parse(arguments[2])).execute();
            case QUARANTINE ->
                vacuum(table, Instant.parse(arguments[2])).quarantine().execute();
            case RESTORE -> {
                System.out.println(BEGINS);
                restore(table);
            }
        }
        System.out.println("done");
    }

    /** A vacuum with a cutoff. */
    static Vacuum vacuum(Path table, Instant cutoff) {
        MaintenanceListener listener = new MaintenanceListener() {
            @Override
            public void vacuumPlanned(VacuumPlan plan) {
                System.out.println(BEGINS);
            }
        };
        return DeltaMaintenance.table(table.toString())
                .vacuum()
                .retain(Duration.between(cutoff, Instant.now()))
                .allowUnsafeRetention("nobody reads older versions in this test")
                .listener(listener);
    }

    /** Puts back what all runs have in quarantine. */
    static void restore(Path table) {
        TableMaintenance maintenance = DeltaMaintenance.table(table.toString());
        maintenance
                .quarantine()
                .runs()
                .forEach(run -> maintenance.quarantine().restore(run.run(), CancellationToken.none()));
    }
}
