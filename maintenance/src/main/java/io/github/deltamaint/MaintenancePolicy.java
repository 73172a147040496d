package io.github.deltamaint;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.lakehouse.Glob;
import io.github.deltamaint.internal.policy.PolicyParser;
import io.github.deltamaint.log.schema.ColumnPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What is to be done to which tables of a lakehouse. Immutable.
 *
 * <pre>{@code
 * MaintenancePolicy policy = MaintenancePolicy.builder()
 *         .rule(Rule.of("bronze/**").withOptimize(false))
 *         .rule(Rule.of("gold/**").withMinSavedFiles(1).withTargetFileSize(mebibytes(256)))
 *         .build();
 * }</pre>
 *
 * <p>The first rule whose glob matches the path of a table below the root counts; tables that none matches get {@link Rule#DEFAULT}. The same as a file: see
 * {@link #parse}.
 */
public final class MaintenancePolicy {
    private final List<Rule> rules;
    private final List<Glob> globs;
    private final OptionalInt maxConcurrentTables;

    private MaintenancePolicy(List<Rule> rules, OptionalInt maxConcurrentTables) {
        this.maxConcurrentTables = maxConcurrentTables;
        this.rules = List.copyOf(rules);
        this.globs = rules.stream().map(rule -> new Glob(rule.match())).toList();
    }

    /** Every table as {@link Rule#DEFAULT} says. */
    public static MaintenancePolicy defaults() {
        return builder().build();
    }

    /** Begins a policy without rules. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads a policy that is written as YAML; the documentation has its fields, and a JSON schema.
     *
     * @param yaml the text
     * @param name what messages call it, such as the name of the file
     * @throws IllegalArgumentException if it is no such policy; the message names line and field
     */
    public static MaintenancePolicy parse(String yaml, String name) {
        return PolicyParser.parse(requireNonNull(yaml, "yaml"), requireNonNull(name, "name"));
    }

    /** The rules, in their order. */
    public List<Rule> rules() {
        return rules;
    }

    /** How many tables are worked on at the same time, where {@link LakehouseMaintenance#maxConcurrentTables} does not say; empty for its default. */
    public OptionalInt maxConcurrentTables() {
        return maxConcurrentTables;
    }

    /** The rule for a table, by its path below the root. */
    public Rule ruleFor(String table) {
        for (int i = 0; i < rules.size(); i++) {
            if (globs.get(i).matches(table)) {
                return rules.get(i);
            }
        }
        return Rule.DEFAULT;
    }

    @Override
    public String toString() {
        return rules.toString();
    }

    /**
     * What is to be done to the tables that match a glob.
     *
     * @param match the glob, as in {@link LakehouseMaintenance#include}
     * @param optimize whether tables are compacted at all
     * @param minSavedFiles how many files OPTIMIZE must save to be worth the work; files with many deleted rows are rewritten in any case
     * @param targetFileSize as {@link Optimize#targetFileSize}
     * @param minFileSize as {@link Optimize#minFileSize}
     * @param maxDeletedRowsRatio as {@link Optimize#maxDeletedRowsRatio}
     * @param commitEvery as {@link Optimize#commitEvery}
     * @param zOrderBy by which columns rows are put into order; empty to leave that to the table
     * @param clusterBy the same along a Hilbert curve, as {@link Optimize#clusterBy}; not together with {@code zOrderBy}
     * @param optimizeEvery how much time must pass between two OPTIMIZEs where only {@linkplain LakehouseMaintenance#dueOnly() what is due} is done; if empty, {@link TableActivity}
     *     decides
     * @param checkpointAfter after how many commits a checkpoint is due, where only what is due is done
     * @param vacuumEvery how much time must pass between two VACUUMs, which keep to the retention of the table; never if empty
     * @param cleanLog whether the log is cleaned up
     * @param vOrder as {@link Optimize#vOrder(boolean)}; if empty, the table property decides
     * @param profile as {@link Optimize#profile}
     * @param maxBytesPerRun as {@link Optimize#maxBytes}, for each table
     * @param retention as {@link Vacuum#retain}; if empty, the retention of the table
     * @param window when tables may be worked on; at any time if empty. Outside of it nothing is planned, and no step is begun
     */
    public record Rule(
            String match,
            boolean optimize,
            long minSavedFiles,
            Optional<DataSize> targetFileSize,
            Optional<DataSize> minFileSize,
            double maxDeletedRowsRatio,
            OptionalInt commitEvery,
            List<String> zOrderBy,
            List<String> clusterBy,
            Optional<Duration> optimizeEvery,
            long checkpointAfter,
            Optional<Duration> vacuumEvery,
            boolean cleanLog,
            Optional<Boolean> vOrder,
            Optional<LayoutProfile> profile,
            Optional<DataSize> maxBytesPerRun,
            Optional<Duration> retention,
            Optional<TimeWindow> window) {

        /** For tables that no rule matches: compacted when that saves 10 files or more, with the defaults of OPTIMIZE; a checkpoint after 100 commits; nothing is deleted. */
        public static final Rule DEFAULT = new Rule(
                "**",
                true,
                10,
                Optional.empty(),
                Optional.empty(),
                0.05,
                OptionalInt.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                100,
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        /** Checks the values. */
        public Rule {
            new Glob(match);
            if (minSavedFiles <= 0) {
                throw new IllegalArgumentException("minSavedFiles must be positive but was " + minSavedFiles);
            }
            positive(targetFileSize, "targetFileSize");
            positive(minFileSize, "minFileSize");
            if (!(maxDeletedRowsRatio >= 0 && maxDeletedRowsRatio <= 1)) {
                throw new IllegalArgumentException(
                        "maxDeletedRowsRatio must be between 0 and 1 but was " + maxDeletedRowsRatio);
            }
            if (commitEvery.isPresent() && commitEvery.getAsInt() <= 0) {
                throw new IllegalArgumentException("commitEvery must be positive but was " + commitEvery.getAsInt());
            }
            zOrderBy = List.copyOf(zOrderBy);
            zOrderBy.forEach(ColumnPath::parse);
            clusterBy = List.copyOf(clusterBy);
            clusterBy.forEach(ColumnPath::parse);
            if (!zOrderBy.isEmpty() && !clusterBy.isEmpty()) {
                throw new IllegalArgumentException("rows have one order: give either zOrderBy or clusterBy");
            }
            if (checkpointAfter <= 0) {
                throw new IllegalArgumentException("checkpointAfter must be positive but was " + checkpointAfter);
            }
            notNegative(optimizeEvery, "optimizeEvery");
            notNegative(vacuumEvery, "vacuumEvery");
            positive(maxBytesPerRun, "maxBytesPerRun");
            notNegative(retention, "retention");
        }

        private static void positive(Optional<DataSize> size, String name) {
            if (size.isPresent() && size.get().bytes() == 0) {
                throw new IllegalArgumentException(name + " must be positive but was " + size.get());
            }
        }

        private static void notNegative(Optional<Duration> time, String name) {
            if (time.isPresent() && time.get().isNegative()) {
                throw new IllegalArgumentException(name + " must not be negative but was " + time.get());
            }
        }

        /** A rule that says what {@link #DEFAULT} says, for the tables that match a glob. */
        public static Rule of(String match) {
            return DEFAULT.withMatch(match);
        }

        /** The same for other tables. */
        public Rule withMatch(String glob) {
            return with(copy -> copy.match = glob);
        }

        /** The same with another {@link #optimize()}. */
        public Rule withOptimize(boolean compact) {
            return with(copy -> copy.optimize = compact);
        }

        /** The same with another {@link #minSavedFiles()}. */
        public Rule withMinSavedFiles(long files) {
            return with(copy -> copy.minSavedFiles = files);
        }

        /** The same with another {@link #targetFileSize()}. */
        public Rule withTargetFileSize(DataSize size) {
            return with(copy -> copy.targetFileSize = Optional.of(size));
        }

        /** The same with another {@link #minFileSize()}. */
        public Rule withMinFileSize(DataSize size) {
            return with(copy -> copy.minFileSize = Optional.of(size));
        }

        /** The same with another {@link #maxDeletedRowsRatio()}. */
        public Rule withMaxDeletedRowsRatio(double ratio) {
            return with(copy -> copy.maxDeletedRowsRatio = ratio);
        }

        /** The same with another {@link #commitEvery()}. */
        public Rule withCommitEvery(int tasks) {
            return with(copy -> copy.commitEvery = OptionalInt.of(tasks));
        }

        /** The same with another {@link #zOrderBy()}. */
        public Rule withZOrderBy(String... columns) {
            return with(copy -> copy.zOrderBy = List.of(columns));
        }

        /** The same with another {@link #clusterBy()}. */
        public Rule withClusterBy(String... columns) {
            return with(copy -> copy.clusterBy = List.of(columns));
        }

        /** The same with another {@link #optimizeEvery()}. */
        public Rule withOptimizeEvery(Duration time) {
            return with(copy -> copy.optimizeEvery = Optional.of(time));
        }

        /** The same with another {@link #checkpointAfter()}. */
        public Rule withCheckpointAfter(long commits) {
            return with(copy -> copy.checkpointAfter = commits);
        }

        /** The same with another {@link #vacuumEvery()}. */
        public Rule withVacuumEvery(Duration time) {
            return with(copy -> copy.vacuumEvery = Optional.of(time));
        }

        /** The same with another {@link #cleanLog()}. */
        public Rule withCleanLog(boolean clean) {
            return with(copy -> copy.cleanLog = clean);
        }

        /** The same with another {@link #vOrder()}. */
        public Rule withVOrder(boolean wanted) {
            return with(copy -> copy.vOrder = Optional.of(wanted));
        }

        /** The same with another {@link #profile()}. */
        public Rule withProfile(LayoutProfile newProfile) {
            return with(copy -> copy.profile = Optional.of(newProfile));
        }

        /** The same with another {@link #maxBytesPerRun()}. */
        public Rule withMaxBytesPerRun(DataSize bytes) {
            return with(copy -> copy.maxBytesPerRun = Optional.of(bytes));
        }

        /** The same with another {@link #retention()}. */
        public Rule withRetention(Duration time) {
            return with(copy -> copy.retention = Optional.of(time));
        }

        /** The same with another {@link #window()}. */
        public Rule withWindow(TimeWindow times) {
            return with(copy -> copy.window = Optional.of(times));
        }

        private Rule with(Consumer<Copy> change) {
            Copy copy = new Copy(this);
            change.accept(copy);
            return copy.toRule();
        }

        /** A rule that can still be changed. */
        private static final class Copy {
            private String match;
            private boolean optimize;
            private long minSavedFiles;
            private Optional<DataSize> targetFileSize;
            private Optional<DataSize> minFileSize;
            private double maxDeletedRowsRatio;
            private OptionalInt commitEvery;
            private List<String> zOrderBy;
            private List<String> clusterBy;
            private Optional<Duration> optimizeEvery;
            private long checkpointAfter;
            private Optional<Duration> vacuumEvery;
            private boolean cleanLog;
            private Optional<Boolean> vOrder;
            private Optional<LayoutProfile> profile;
            private Optional<DataSize> maxBytesPerRun;
            private Optional<Duration> retention;
            private Optional<TimeWindow> window;

            Copy(Rule rule) {
                match = rule.match;
                optimize = rule.optimize;
                minSavedFiles = rule.minSavedFiles;
                targetFileSize = rule.targetFileSize;
                minFileSize = rule.minFileSize;
                maxDeletedRowsRatio = rule.maxDeletedRowsRatio;
                commitEvery = rule.commitEvery;
                zOrderBy = rule.zOrderBy;
                clusterBy = rule.clusterBy;
                optimizeEvery = rule.optimizeEvery;
                checkpointAfter = rule.checkpointAfter;
                vacuumEvery = rule.vacuumEvery;
                cleanLog = rule.cleanLog;
                vOrder = rule.vOrder;
                profile = rule.profile;
                maxBytesPerRun = rule.maxBytesPerRun;
                retention = rule.retention;
                window = rule.window;
            }

            Rule toRule() {
                return new Rule(
                        match,
                        optimize,
                        minSavedFiles,
                        targetFileSize,
                        minFileSize,
                        maxDeletedRowsRatio,
                        commitEvery,
                        zOrderBy,
                        clusterBy,
                        optimizeEvery,
                        checkpointAfter,
                        vacuumEvery,
                        cleanLog,
                        vOrder,
                        profile,
                        maxBytesPerRun,
                        retention,
                        window);
            }
        }
    }

    /** Collects rules; for one use by one thread. */
    public static final class Builder {
        private final List<Rule> rules = new ArrayList<>();
        private OptionalInt maxConcurrentTables = OptionalInt.empty();

        private Builder() {}

        /** Adds a rule, for tables that no rule before it matches. */
        public Builder rule(Rule rule) {
            rules.add(requireNonNull(rule, "rule"));
            return this;
        }

        /**
         * How many tables are worked on at the same time.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder maxConcurrentTables(int tables) {
            if (tables <= 0) {
                throw new IllegalArgumentException("maxConcurrentTables must be positive but was " + tables);
            }
            maxConcurrentTables = OptionalInt.of(tables);
            return this;
        }

        /** The policy. */
        public MaintenancePolicy build() {
            return new MaintenancePolicy(rules, maxConcurrentTables);
        }
    }
}
