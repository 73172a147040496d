package io.github.deltamaint.interop;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.Optimize;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.DataSize;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that optimizes a table again and again until a time has come, every other time in parts and into small files, with a pause in between if one is given. At the end it prints how often it
 * committed, lost, dropped a task, and was overtaken.
 */
final class OptimizeLoop {
    private OptimizeLoop() {}

    public static void main(String[] arguments) throws InterruptedException {
        long end = Long.parseLong(arguments[1]);
        long pauseMillis = arguments.length > 2 ? Long.parseLong(arguments[2]) : 0;
        int committed = 0;
        int lost = 0;
        int dropped = 0;
        AtomicInteger overtaken = new AtomicInteger();
        MaintenanceListener listener = new MaintenanceListener() {
            @Override
            public void commitConflict(long winningVersion) {
                overtaken.incrementAndGet();
            }
        };
        for (int run = 0; System.currentTimeMillis() < end; run++) {
            Optimize optimize = DeltaMaintenance.table(arguments[0]).optimize().listener(listener);
            if (run % 2 == 0) {
                optimize.commitEvery(1).targetFileSize(DataSize.kibibytes(8));
            }
            try {
                OptimizeResult result = optimize.execute();
                committed += result.versions().size();
                dropped += result.droppedTasks().size();
            } catch (CommitConflictException e) {
                lost++;
            }
            Thread.sleep(pauseMillis);
        }
        System.out.println("committed " + committed);
        System.out.println("lost " + lost);
        System.out.println("dropped " + dropped);
        System.out.println("overtaken " + overtaken);
    }
}
