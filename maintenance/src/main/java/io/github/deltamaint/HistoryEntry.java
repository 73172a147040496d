package io.github.deltamaint;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A commit, as DESCRIBE HISTORY shows it. What its writer did not say is empty.
 *
 * @param version the version that it made
 * @param timestamp when
 * @param operation what was done, such as {@code OPTIMIZE}
 * @param operationParameters its parameters as text
 * @param operationMetrics its figures as text
 * @param readVersion the version that the writer had read
 * @param isolationLevel the isolation level
 * @param isBlindAppend whether it only added files and read none
 * @param userMetadata a note of the user
 * @param engineInfo the program that wrote it
 * @param userName the user, where the writer knows one
 * @param txnId the identity of the commit
 */
public record HistoryEntry(
        long version,
        Instant timestamp,
        Optional<String> operation,
        Map<String, @Nullable String> operationParameters,
        Map<String, @Nullable String> operationMetrics,
        OptionalLong readVersion,
        Optional<String> isolationLevel,
        Optional<Boolean> isBlindAppend,
        Optional<String> userMetadata,
        Optional<String> engineInfo,
        Optional<String> userName,
        Optional<String> txnId) {

    /** Copies the maps. */
    public HistoryEntry {
        operationParameters = Collections.unmodifiableMap(new LinkedHashMap<>(operationParameters));
        operationMetrics = Collections.unmodifiableMap(new LinkedHashMap<>(operationMetrics));
    }
}
