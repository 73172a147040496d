package io.github.deltamaint.log.actions;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The {@code commitInfo} action: who did what, for the history.
 *
 * <p>Writers put what they like into it. Members that are missing or of another shape than here are kept as JSON text in {@code others}, so that nothing
 * gets lost and nothing fails.
 *
 * @param timestamp when it was made, by the writer's clock, in milliseconds since 1970
 * @param inCommitTimestamp the time of the version on tables that record it here
 * @param operation the name of the operation, such as {@code OPTIMIZE}
 * @param operationParameters its parameters; each value is JSON text such as {@code true} or {@code "[]"} with the quotes
 * @param readVersion the version that the writer had read
 * @param isolationLevel the isolation level
 * @param isBlindAppend whether it only added files and read none
 * @param operationMetrics its figures, numbers as text
 * @param userMetadata a note of the user
 * @param tags hints for whoever knows them
 * @param engineInfo the program that wrote it
 * @param txnId the identity of this attempt to commit; no other commit has it
 * @param others every other member, its value as JSON text
 */
public record CommitInfo(
        OptionalLong timestamp,
        OptionalLong inCommitTimestamp,
        Optional<String> operation,
        Map<String, String> operationParameters,
        OptionalLong readVersion,
        Optional<String> isolationLevel,
        Optional<Boolean> isBlindAppend,
        Map<String, @Nullable String> operationMetrics,
        Optional<String> userMetadata,
        Map<String, @Nullable String> tags,
        Optional<String> engineInfo,
        Optional<String> txnId,
        Map<String, String> others)
        implements Action {

    public CommitInfo {
        operationParameters = Maps.copy(operationParameters);
        operationMetrics = Maps.copy(operationMetrics);
        tags = Maps.copy(tags);
        others = Maps.copy(others);
    }

    /** The same, with what is known only when it is written. */
    public CommitInfo committed(
            long newTimestamp, OptionalLong newInCommitTimestamp, OptionalLong newReadVersion, String newTxnId) {
        return new CommitInfo(
                OptionalLong.of(newTimestamp),
                newInCommitTimestamp,
                operation,
                operationParameters,
                newReadVersion,
                isolationLevel,
                isBlindAppend,
                operationMetrics,
                userMetadata,
                tags,
                engineInfo,
                Optional.of(newTxnId),
                others);
    }

    /** Begins a description of an operation; the transaction adds times, versions and its identity. */
    public static Builder of(String operation) {
        return new Builder(operation);
    }

    /** Collects what an operation says about itself. Used by one thread. */
    public static final class Builder {
        private final String operation;
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final Map<String, @Nullable String> metrics = new LinkedHashMap<>();
        private final Map<String, @Nullable String> tags = new LinkedHashMap<>();
        private final Map<String, String> others = new LinkedHashMap<>();
        private Optional<String> isolationLevel = Optional.empty();
        private Optional<Boolean> isBlindAppend = Optional.empty();
        private Optional<String> userMetadata = Optional.empty();
        private Optional<String> engineInfo = Optional.empty();

        private Builder(String operation) {
            this.operation = operation;
        }

        /** A parameter that is a text. */
        public Builder parameter(String key, String value) {
            parameters.put(key, ActionJson.quote(value));
            return this;
        }

        /** A parameter that is a list of texts, written as Spark does: as a text that holds a JSON list. */
        public Builder parameter(String key, List<String> values) {
            return parameter(key, ActionJson.list(values));
        }

        /** A parameter that is true or false. */
        public Builder parameter(String key, boolean value) {
            parameters.put(key, Boolean.toString(value));
            return this;
        }

        /** A parameter that is a number. */
        public Builder parameter(String key, long value) {
            parameters.put(key, Long.toString(value));
            return this;
        }

        /** A figure. */
        public Builder metric(String key, long value) {
            metrics.put(key, Long.toString(value));
            return this;
        }

        /** A figure that is no number, such as a digest. */
        public Builder metric(String key, String value) {
            metrics.put(key, value);
            return this;
        }

        /** A hint. */
        public Builder tag(String key, String value) {
            tags.put(key, value);
            return this;
        }

        /** A member of our own at the top level; its value is text. */
        public Builder other(String key, String value) {
            others.put(key, ActionJson.quote(value));
            return this;
        }

        /** The isolation level; {@code SnapshotIsolation} for what changes no data. */
        public Builder isolationLevel(String level) {
            isolationLevel = Optional.of(level);
            return this;
        }

        /** Whether files were only added and none read. */
        public Builder blindAppend(boolean value) {
            isBlindAppend = Optional.of(value);
            return this;
        }

        /** A note of the user. */
        public Builder userMetadata(Optional<String> note) {
            userMetadata = note;
            return this;
        }

        /** The program. */
        public Builder engineInfo(String program) {
            engineInfo = Optional.of(program);
            return this;
        }

        /** The description, without times, versions and identity. */
        public CommitInfo build() {
            return new CommitInfo(
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.of(operation),
                    parameters,
                    OptionalLong.empty(),
                    isolationLevel,
                    isBlindAppend,
                    metrics,
                    userMetadata,
                    tags,
                    engineInfo,
                    Optional.empty(),
                    others);
        }
    }
}
