package io.github.deltamaint.vacuum;

import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.Storages;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;

/** Vacuums in tests: the shortest way from a table to a plan. */
final class Vacuums {
    private final Storage storage;
    private final String table;
    private final Clock clock;

    private Vacuums(Storage storage, String table, Clock clock) {
        this.storage = storage;
        this.table = table;
        this.clock = clock;
    }

    /** Of a table on disk. */
    static Vacuums of(Path table, Clock clock) {
        return of(new LocalStorage(), table.toString(), clock);
    }

    /** Of a table in a storage. */
    static Vacuums of(Storage storage, String table, Clock clock) {
        return new Vacuums(storage, table, clock);
    }

    DeltaLog log() {
        return DeltaLog.forTable(storage, table, clock);
    }

    /** A plan with what the table's own retention lets go, unless the settings say otherwise. */
    VacuumPlan plan(UnaryOperator<VacuumSettings.Builder> settings) {
        Storages storages = Storages.builder().register("", storage).build();
        VacuumSettings.Builder builder = VacuumSettings.builder().engineInfo("test");
        return VacuumPlanner.plan(log(), storages, settings.apply(builder).build(), clock, UUID::randomUUID);
    }

    /** A plan with a retention that may be unsafe. */
    VacuumPlan planWith(Duration retention) {
        return plan(settings -> settings.retain(retention).allowUnsafeRetention("test"));
    }

    /** The paths of the candidates, sorted. */
    static List<String> paths(VacuumPlan plan) {
        return StreamSupport.stream(plan.candidates().spliterator(), false)
                .map(Candidate::path)
                .toList();
    }
}
