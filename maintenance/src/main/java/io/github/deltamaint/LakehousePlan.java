package io.github.deltamaint;

import io.github.deltamaint.common.DataSize;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What would be done to the tables below a root, and can be done. */
public interface LakehousePlan {

    /** The root. */
    String root();

    /** Every table, sorted by path, also those that need nothing. */
    List<Entry> tables();

    /** Whether there is nothing to do to any table. */
    default boolean isEmpty() {
        return tables().stream().allMatch(table -> table.steps().isEmpty());
    }

    /** The bytes of all files that would be rewritten. */
    default DataSize bytesToRewrite() {
        return tables().stream()
                .flatMap(table -> table.steps().stream())
                .map(Step::bytesToRewrite)
                .reduce(DataSize.ZERO, DataSize::plus);
    }

    /**
     * Carries out exactly this plan, once, as far as the tables still are as they were.
     *
     * @throws IllegalStateException if called a second time
     */
    LakehouseReport execute();

    /**
     * A table.
     *
     * @param table the path below the root
     * @param steps what would be done to it, in this order; empty if it needs nothing, or cannot be maintained
     * @param failure why it cannot be looked at, or is refused
     * @param activity how it is written to and what was done for it last; empty if nothing depends on that
     * @param waitsUntil when the window of its rule begins, if now is outside of it; nothing is planned then
     */
    record Entry(
            String table,
            List<Step> steps,
            Optional<TableFailure> failure,
            Optional<TableActivity> activity,
            Optional<Instant> waitsUntil) {

        /** Copies the list. */
        public Entry {
            steps = List.copyOf(steps);
        }
    }

    /**
     * One thing to do to a table.
     *
     * @param kind what
     * @param rule the glob of the rule that asks for it
     * @param reasons why
     * @param filesToRewrite how many files it replaces
     * @param bytesToRewrite their size
     * @param filesToDelete how many files it deletes for good
     */
    record Step(
            Kind kind,
            String rule,
            List<String> reasons,
            long filesToRewrite,
            DataSize bytesToRewrite,
            long filesToDelete) {

        /** Copies the list. */
        public Step {
            reasons = List.copyOf(reasons);
        }
    }

    /** What can be done to a table, in the order in which it is done. */
    enum Kind {
        /** {@link TableMaintenance#optimize()} as the rule says. */
        OPTIMIZE,
        /** {@link TableMaintenance#checkpoint()}. */
        CHECKPOINT,
        /** {@link TableMaintenance#vacuum()}, with the retention of the table. */
        VACUUM,
        /** {@link TableMaintenance#cleanUpLog()}. */
        CLEAN_LOG
    }
}
