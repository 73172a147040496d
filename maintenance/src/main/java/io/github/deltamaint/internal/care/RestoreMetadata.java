package io.github.deltamaint.internal.care;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.Metadata;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which metadata a table gets that becomes what it was: that of the older version, except for what must never go back. */
final class RestoreMetadata {
    private static final String MAPPING_MODE = "delta.columnMapping.mode";
    private static final String MAX_COLUMN_ID = "delta.columnMapping.maxColumnId";
    private static final String HIGH_WATER_MARK = "delta.identity.highWaterMark";
    private static final String STEP = "delta.identity.step";

    /** How commits and rows are counted goes on as it is. */
    private static final List<String> KEPT = List.of(
            "delta.enableInCommitTimestamps",
            "delta.inCommitTimestampEnablementVersion",
            "delta.inCommitTimestampEnablementTimestamp",
            "delta.enableRowTracking",
            "delta.rowTrackingSuspended");

    private static final ObjectMapper JSON = new ObjectMapper();

    private RestoreMetadata() {}

    static Metadata of(Snapshot current, Snapshot target) {
        Metadata now = current.metadata();
        Metadata then = target.metadata();
        if (!now.id().equals(then.id())) {
            throw refused(current, target, "it was another table then (its id was " + then.id() + ")");
        }
        if (!Objects.equals(mode(now), mode(then))) {
            throw refused(
                    current,
                    target,
                    "the table's column mapping mode has changed from " + mode(then) + " to " + mode(now)
                            + ", which cannot be taken back");
        }
        for (String feature : target.features().names()) {
            if (!current.features().names().contains(feature)) {
                throw refused(
                        current,
                        target,
                        "the table feature " + feature + ", which that version needs, was dropped since");
            }
        }
        return new Metadata(
                        then.id(),
                        then.name(),
                        then.description(),
                        then.format(),
                        withMarks(then.schemaString(), now.schemaString(), current),
                        then.partitionColumns(),
                        Map.of(),
                        then.createdTime())
                .withConfiguration(configuration(now, then));
    }

    private static InvalidOperationException refused(Snapshot current, Snapshot target, String why) {
        return new InvalidOperationException(
                current.tablePath().root(), "cannot be restored to version " + target.version() + ": " + why);
    }

    private static String mode(Metadata metadata) {
        return Objects.requireNonNullElse(metadata.configuration().get(MAPPING_MODE), "none");
    }

    private static Map<String, @Nullable String> configuration(Metadata now, Metadata then) {
        Map<String, @Nullable String> configuration = new LinkedHashMap<>(then.configuration());
        for (String key : KEPT) {
            configuration.remove(key);
            if (now.configuration().containsKey(key)) {
                configuration.put(key, now.configuration().get(key));
            }
        }
        String highest = now.configuration().get(MAX_COLUMN_ID);
        if (highest != null) {
            configuration.put(MAX_COLUMN_ID, highest);
        }
        return configuration;
    }

    /** Identity columns go on from where they are: no value is given twice. */
    private static String withMarks(String then, String now, Snapshot current) {
        if (!now.contains(HIGH_WATER_MARK)) {
            return then;
        }
        try {
            JsonNode schema = JSON.readTree(then);
            Map<String, JsonNode> marked = new LinkedHashMap<>();
            JSON.readTree(now)
                    .path("fields")
                    .forEach(field -> marked.put(field.path("name").asText(), field));
            for (JsonNode field : schema.path("fields")) {
                JsonNode reached = marked.getOrDefault(field.path("name").asText(), JSON.missingNode())
                        .path("metadata")
                        .path(HIGH_WATER_MARK);
                if (reached.isIntegralNumber() && field.path("metadata") instanceof ObjectNode metadata) {
                    advance(metadata, reached.longValue());
                }
            }
            return JSON.writeValueAsString(schema);
        } catch (JsonProcessingException e) {
            throw new InvalidOperationException(
                    current.tablePath().root(), "cannot be restored: its schema is no JSON: " + e.getMessage());
        }
    }

    private static void advance(ObjectNode metadata, long reached) {
        if (!metadata.has(STEP)) {
            return;
        }
        JsonNode before = metadata.path(HIGH_WATER_MARK);
        long mark = reached;
        if (before.isIntegralNumber()) {
            mark = metadata.path(STEP).asLong() < 0
                    ? Math.min(reached, before.longValue())
                    : Math.max(reached, before.longValue());
        }
        metadata.put(HIGH_WATER_MARK, mark);
    }
}
