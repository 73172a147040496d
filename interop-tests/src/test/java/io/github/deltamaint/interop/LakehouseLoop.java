package io.github.deltamaint.interop;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.LakehouseListener;
import io.github.deltamaint.MaintenanceContext;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.MaintenancePolicy;
import io.github.deltamaint.MaintenancePolicy.Rule;
import io.github.deltamaint.MaintenanceScheduler;
import io.github.deltamaint.RewriteTask;
import io.github.deltamaint.TableReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * A service with a scheduler, until it is killed. Prints {@code work TABLE MILLIS} when it begins to rewrite files, which it does under a lease alone, {@code commit TABLE MILLIS}
 * under it too, {@code done TABLE MILLIS} once the lease is given back, and the failures.
 */
final class LakehouseLoop {
    private LakehouseLoop() {}

    public static void main(String[] arguments) throws InterruptedException {
        String root = arguments[0];
        MaintenanceContext context = MaintenanceContext.builder()
                .listeners(table -> new MaintenanceListener() {
                    @Override
                    public void rewriteStarted(RewriteTask task) {
                        say("work", Path.of(table).getFileName().toString());
                    }

                    @Override
                    public void commitFinished(long version) {
                        say("commit", Path.of(table).getFileName().toString());
                    }
                })
                .build();
        MaintenanceScheduler.of(() -> DeltaMaintenance.lakehouse(root, context)
                        .exclusive(arguments[1], Duration.ofSeconds(5))
                        .maxConcurrentTables(1)
                        .listener(new LakehouseListener() {
                            @Override
                            public void tableFinished(TableReport report) {
                                say("done", report.table());
                                report.failure()
                                        .ifPresent(failure -> System.out.println("failure " + failure.message()));
                            }
                        })
                        .policy(MaintenancePolicy.builder()
                                .rule(Rule.DEFAULT
                                        .withMinSavedFiles(2)
                                        .withOptimizeEvery(Duration.ZERO)
                                        .withCheckpointAfter(20))
                                .build()))
                .start(Executors.newSingleThreadScheduledExecutor(), Duration.ofMillis(1));
        new CountDownLatch(1).await();
    }

    private static void say(String what, String table) {
        System.out.println(what + " " + table + " " + System.currentTimeMillis());
    }
}
