package io.github.deltamaint;

import static java.util.Objects.requireNonNull;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.internal.lakehouse.Glob;
import io.github.deltamaint.internal.policy.PolicyParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

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

    private MaintenancePolicy(List<Rule> rules) {
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
     */
    public record Rule(
            String match,
            boolean optimize,
            long minSavedFiles,
            Optional<DataSize> targetFileSize,
            Optional<DataSize> minFileSize,
            double maxDeletedRowsRatio,
            OptionalInt commitEvery) {

        /** For tables that no rule matches: compacted when that saves 10 files or more, with the defaults of OPTIMIZE. */
        public static final Rule DEFAULT =
                new Rule("**", true, 10, Optional.empty(), Optional.empty(), 0.05, OptionalInt.empty());

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
        }

        private static void positive(Optional<DataSize> size, String name) {
            if (size.isPresent() && size.get().bytes() == 0) {
                throw new IllegalArgumentException(name + " must be positive but was " + size.get());
            }
        }

        /** A rule that says what {@link #DEFAULT} says, for the tables that match a glob. */
        public static Rule of(String match) {
            return DEFAULT.withMatch(match);
        }

        /** The same for other tables. */
        public Rule withMatch(String glob) {
            return new Rule(
                    glob, optimize, minSavedFiles, targetFileSize, minFileSize, maxDeletedRowsRatio, commitEvery);
        }

        /** The same with another {@link #optimize()}. */
        public Rule withOptimize(boolean compact) {
            return new Rule(
                    match, compact, minSavedFiles, targetFileSize, minFileSize, maxDeletedRowsRatio, commitEvery);
        }

        /** The same with another {@link #minSavedFiles()}. */
        public Rule withMinSavedFiles(long files) {
            return new Rule(match, optimize, files, targetFileSize, minFileSize, maxDeletedRowsRatio, commitEvery);
        }

        /** The same with another {@link #targetFileSize()}. */
        public Rule withTargetFileSize(DataSize size) {
            return new Rule(
                    match, optimize, minSavedFiles, Optional.of(size), minFileSize, maxDeletedRowsRatio, commitEvery);
        }

        /** The same with another {@link #minFileSize()}. */
        public Rule withMinFileSize(DataSize size) {
            return new Rule(
                    match,
                    optimize,
                    minSavedFiles,
                    targetFileSize,
                    Optional.of(size),
                    maxDeletedRowsRatio,
                    commitEvery);
        }

        /** The same with another {@link #maxDeletedRowsRatio()}. */
        public Rule withMaxDeletedRowsRatio(double ratio) {
            return new Rule(match, optimize, minSavedFiles, targetFileSize, minFileSize, ratio, commitEvery);
        }

        /** The same with another {@link #commitEvery()}. */
        public Rule withCommitEvery(int tasks) {
            return new Rule(
                    match,
                    optimize,
                    minSavedFiles,
                    targetFileSize,
                    minFileSize,
                    maxDeletedRowsRatio,
                    OptionalInt.of(tasks));
        }
    }

    /** Collects rules; for one use by one thread. */
    public static final class Builder {
        private final List<Rule> rules = new ArrayList<>();

        private Builder() {}

        /** Adds a rule, for tables that no rule before it matches. */
        public Builder rule(Rule rule) {
            rules.add(requireNonNull(rule, "rule"));
            return this;
        }

        /** The policy. */
        public MaintenancePolicy build() {
            return new MaintenancePolicy(rules);
        }
    }
}
