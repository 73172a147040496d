package io.github.deltamaint.internal.plan;

import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.Verification;
import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.expression.Predicate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings that a planner looks at, to be varied one at a time.
 *
 * @param where predicates
 * @param target the target size in bytes; 0 for none
 * @param min the smallest size in bytes that is not small; 0 for none
 * @param ratio the share of deleted rows
 * @param vOrder whether the layout is asked for
 * @param profile the profile that is asked for
 * @param full whether all files are asked for
 * @param maxBytes the budget in bytes; 0 for none
 */
record PlannerSettings(
        List<String> where,
        long target,
        long min,
        double ratio,
        boolean vOrder,
        Optional<LayoutProfile> profile,
        boolean full,
        long maxBytes) {
    /** Target 100, else the defaults. */
    static final PlannerSettings DEFAULT =
            new PlannerSettings(List.of(), 100, 0, 0.05, false, Optional.empty(), false, 0);

    PlannerSettings withWhere(String... predicates) {
        return new PlannerSettings(List.of(predicates), target, min, ratio, vOrder, profile, full, maxBytes);
    }

    PlannerSettings withTarget(long bytes) {
        return new PlannerSettings(where, bytes, min, ratio, vOrder, profile, full, maxBytes);
    }

    PlannerSettings withMin(long bytes) {
        return new PlannerSettings(where, target, bytes, ratio, vOrder, profile, full, maxBytes);
    }

    PlannerSettings withRatio(double newRatio) {
        return new PlannerSettings(where, target, min, newRatio, vOrder, profile, full, maxBytes);
    }

    PlannerSettings withVOrder() {
        return new PlannerSettings(where, target, min, ratio, true, profile, full, maxBytes);
    }

    PlannerSettings withProfile(LayoutProfile newProfile) {
        return new PlannerSettings(where, target, min, ratio, vOrder, Optional.of(newProfile), full, maxBytes);
    }

    PlannerSettings withFull() {
        return new PlannerSettings(where, target, min, ratio, vOrder, profile, true, maxBytes);
    }

    PlannerSettings withMaxBytes(long bytes) {
        return new PlannerSettings(where, target, min, ratio, vOrder, profile, full, bytes);
    }

    OptimizeSettings toSettings() {
        return new OptimizeSettings(
                where.stream().map(Predicate::parse).toList(),
                size(target),
                size(min),
                ratio,
                vOrder ? Optional.of(true) : Optional.empty(),
                profile,
                Optional.empty(),
                full,
                OptionalInt.empty(),
                size(maxBytes),
                Optional.of(Verification.COUNTS),
                Optional.empty(),
                new MaintenanceListener() {},
                CancellationToken.none(),
                Optional.empty(),
                false);
    }

    private static Optional<DataSize> size(long bytes) {
        return bytes == 0 ? Optional.empty() : Optional.of(DataSize.ofBytes(bytes));
    }
}
