package io.github.deltamaint;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What a look at the health of a table takes into account. Immutable.
 *
 * @param thresholds when something counts as a problem
 * @param directLake the capacity whose Direct Lake guardrails the table should keep to, if it is to be read so
 */
public record HealthOptions(HealthThresholds thresholds, Optional<FabricCapacity> directLake) {

    /** Checks that both are given. */
    public HealthOptions {
        requireNonNull(thresholds, "thresholds");
        requireNonNull(directLake, "directLake");
    }

    /** The default thresholds, and no Direct Lake. */
    public static HealthOptions defaults() {
        return new HealthOptions(HealthThresholds.defaults(), Optional.empty());
    }

    /** The same with other thresholds. */
    public HealthOptions withThresholds(HealthThresholds newThresholds) {
        return new HealthOptions(newThresholds, directLake);
    }

    /** The same for a table that Direct Lake reads on a capacity. */
    public HealthOptions withDirectLake(FabricCapacity capacity) {
        return new HealthOptions(thresholds, Optional.of(capacity));
    }
}
