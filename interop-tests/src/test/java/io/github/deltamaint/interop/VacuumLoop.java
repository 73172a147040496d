package io.github.deltamaint.interop;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.Vacuum;
import io.github.deltamaint.vacuum.VacuumResult;
import java.time.Duration;

/**
 * A process that vacuums a table again and again until a time has come, once at least, in turns by a listing, from the log, and into quarantine, with a pause in between if one is given. At the end it prints how many files it removed, how
 * many it failed to remove, and how many runs there were.
 */
final class VacuumLoop {
    private VacuumLoop() {}

    public static void main(String[] arguments) throws InterruptedException {
        long end = Long.parseLong(arguments[1]);
        Duration retention = Duration.parse(arguments[2]);
        long pauseMillis = arguments.length > 3 ? Long.parseLong(arguments[3]) : 0;
        long removed = 0;
        long failed = 0;
        int runs = 0;
        do {
            Vacuum vacuum = DeltaMaintenance.table(arguments[0])
                    .vacuum()
                    .retain(retention)
                    .allowUnsafeRetention("no reader and no writer of this test takes longer");
            switch (runs % 3) {
                case 0 -> {
                    // By a listing, as it is.
                }
                case 1 -> vacuum.lite();
                default -> vacuum.quarantine();
            }
            VacuumResult result = vacuum.execute();
            removed += result.filesDeleted();
            failed += result.failureCount();
            runs++;
            Thread.sleep(pauseMillis);
        } while (System.currentTimeMillis() < end);
        System.out.println("removed " + removed);
        System.out.println("failed " + failed);
        System.out.println("runs " + runs);
    }
}
