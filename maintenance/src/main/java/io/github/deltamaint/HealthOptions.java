package io.github.deltamaint;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a look at the health of a table takes into account. Immutable.
 *
 * @param thresholds when something counts as a problem
 * @param directLake the capacity whose Direct Lake guardrails the table should keep to, if it is to be read so
 * @param deep whether footers of all data files, all commits and all checkpoints are read too
 * @param storage whether the directories of the table are listed too
 * @param columns by which columns queries filter, such as {@code address.city}; if none are given, the clustering columns of the table are taken
 * @param engines which engines must be able to use the table
 */
public record HealthOptions(
        HealthThresholds thresholds,
        Optional<FabricCapacity> directLake,
        boolean deep,
        boolean storage,
        List<String> columns,
        Set<Engine> engines) {

    /** Checks that all are given, and copies the collections. */
    public HealthOptions {
        requireNonNull(thresholds, "thresholds");
        requireNonNull(directLake, "directLake");
        columns = List.copyOf(columns);
        engines = Collections.unmodifiableSet(new TreeSet<>(engines));
    }

    /** The default thresholds, no Direct Lake, and nothing but the log. */
    public static HealthOptions defaults() {
        return new HealthOptions(HealthThresholds.defaults(), Optional.empty(), false, false, List.of(), Set.of());
    }

    /** The same with other thresholds. */
    public HealthOptions withThresholds(HealthThresholds newThresholds) {
        return new HealthOptions(newThresholds, directLake, deep, storage, columns, engines);
    }

    /** The same for a table that Direct Lake reads on a capacity. */
    public HealthOptions withDirectLake(FabricCapacity capacity) {
        return new HealthOptions(thresholds, Optional.of(capacity), deep, storage, columns, engines);
    }

    /** The same with a look into all files: damage, row groups, and V-Order where only the files tell of it. One small read per data file at least. */
    public HealthOptions withDeep() {
        return new HealthOptions(thresholds, directLake, true, storage, columns, engines);
    }

    /** The same with a look at what is stored: files to vacuum, files that nobody knows, log files to clean up, and how far back the table can be read. */
    public HealthOptions withStorage() {
        return new HealthOptions(thresholds, directLake, deep, true, columns, engines);
    }

    /** The same for a table whose queries filter by these columns. */
    public HealthOptions withColumns(String... names) {
        return new HealthOptions(thresholds, directLake, deep, storage, List.of(names), engines);
    }

    /** The same for a table that these engines must be able to use; one named twice counts once. */
    public HealthOptions withEngines(Engine... names) {
        return new HealthOptions(thresholds, directLake, deep, storage, columns, Set.copyOf(List.of(names)));
    }
}
