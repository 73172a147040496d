package io.github.deltamaint.interop;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.LakehouseReport;
import io.github.deltamaint.MaintenancePolicy;
import io.github.deltamaint.MaintenancePolicy.Rule;
import java.time.Duration;

/** Maintains a lakehouse over and over until it is killed. Prints how many tables each round has maintained. */
final class LakehouseLoop {
    private LakehouseLoop() {}

    public static void main(String[] arguments) {
        while (true) {
            LakehouseReport report = DeltaMaintenance.lakehouse(arguments[0])
                    .exclusive(arguments[1], Duration.ofSeconds(5))
                    .policy(MaintenancePolicy.builder()
                            .rule(Rule.DEFAULT.withMinSavedFiles(2))
                            .build())
                    .execute();
            System.out.println(report.maintained() + " " + report.failed());
            report.tables().stream()
                    .flatMap(table -> table.failure().stream())
                    .forEach(failure -> System.out.println(failure.message()));
        }
    }
}
