package io.github.deltamaint.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The state of a table as sorted lines of text, from our snapshot and from the naive model, in one form that can be compared. */
final class SnapshotContents {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final List<String> ADD = List.of(
            "path",
            "partitionValues",
            "size",
            "modificationTime",
            "stats",
            "tags",
            "deletionVector",
            "baseRowId",
            "defaultRowCommitVersion",
            "clusteringProvider");
    private static final List<String> REMOVE = List.of(
            "path",
            "deletionTimestamp",
            "partitionValues",
            "size",
            "deletionVector",
            "baseRowId",
            "defaultRowCommitVersion");
    private static final List<String> METADATA = List.of(
            "id", "name", "description", "format", "schemaString", "partitionColumns", "configuration", "createdTime");
    private static final List<String> PROTOCOL =
            List.of("minReaderVersion", "minWriterVersion", "readerFeatures", "writerFeatures");

    private SnapshotContents() {}

    /** Everything in a snapshot, read twice to see that a second pass gives the same. */
    static List<String> of(Snapshot snapshot) {
        List<String> lines = new ArrayList<>();
        lines.add(line("protocol", tree(snapshot.protocol()), PROTOCOL));
        lines.add(line("metaData", tree(snapshot.metadata()), METADATA));
        snapshot.setTransactions()
                .values()
                .forEach(txn -> lines.add(line("txn", tree(txn), List.of("appId", "version", "lastUpdated"))));
        snapshot.domainMetadata()
                .values()
                .forEach(domain -> lines.add(line("domainMetadata", tree(domain), List.of("domain", "configuration"))));
        TreeSet<String> files = new TreeSet<>();
        try (CloseableIterator<AddFile> active = snapshot.activeFiles(FileProjection.WITH_STATS)) {
            active.forEachRemaining(add -> addUnique(files, line("add", tree(add), ADD)));
        }
        try (CloseableIterator<RemoveFile> tombstones = snapshot.tombstones()) {
            tombstones.forEachRemaining(remove -> addUnique(files, line("remove", tree(remove), REMOVE)));
        }
        lines.addAll(files);
        lines.sort(null);
        return lines;
    }

    private static void addUnique(TreeSet<String> lines, String line) {
        if (!lines.add(line)) {
            throw new AssertionError("twice: " + line);
        }
    }

    /** The same of the naive model. */
    static List<String> of(NaiveSnapshot snapshot) {
        List<String> lines = new ArrayList<>();
        lines.add(line("protocol", snapshot.protocol(), PROTOCOL));
        ObjectNode metadata = snapshot.metadata().deepCopy();
        if (!metadata.hasNonNull("schemaString")) {
            metadata.put("schemaString", Metadata.NO_COLUMNS);
        }
        lines.add(line("metaData", metadata, METADATA));
        snapshot.transactions()
                .values()
                .forEach(txn -> lines.add(line("txn", txn, List.of("appId", "version", "lastUpdated"))));
        snapshot.domains()
                .values()
                .forEach(domain -> lines.add(line("domainMetadata", domain, List.of("domain", "configuration"))));
        snapshot.files().forEach(file -> lines.add(line("add", file.add(), ADD)));
        snapshot.tombstones().forEach(remove -> lines.add(line("remove", remove, REMOVE)));
        lines.sort(null);
        return lines;
    }

    /** A line of JSON without one of its members. */
    static String without(String member, String json) {
        return ((ObjectNode) parse(json)).without(member).toString();
    }

    private static JsonNode tree(Action action) {
        JsonNode line = parse(ActionJson.write(action));
        return line.elements().next();
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static String line(String kind, JsonNode action, List<String> members) {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        for (String member : members) {
            JsonNode value = action.path(member);
            if (member.equals("stats") && value.isTextual()) {
                known.set(member, stats(value.asText()));
            } else if (member.equals("deletionVector") && value.isObject()) {
                known.set(member, numbers(value));
            } else if (value.isArray()
                    || !value.isNull() && !value.isMissingNode() && !(value.isObject() && value.isEmpty())) {
                known.set(member, sorted(value));
            }
        }
        return kind + " " + known;
    }

    private static JsonNode stats(String text) {
        try {
            return numbers(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            return JsonNodeFactory.instance.textNode("not JSON: " + text);
        }
    }

    private static JsonNode sorted(JsonNode node) {
        if (!node.isObject()) {
            return node;
        }
        ObjectNode sorted = JsonNodeFactory.instance.objectNode();
        node.properties().stream()
                .sorted(java.util.Map.Entry.comparingByKey())
                .forEach(entry -> sorted.set(entry.getKey(), sorted(entry.getValue())));
        return sorted;
    }

    /** Numbers by value: a checkpoint may have 1.50 where the commit had 1.5. Members that are null say nothing. */
    private static JsonNode numbers(JsonNode node) {
        if (node.isNumber()) {
            BigDecimal value = node.decimalValue().stripTrailingZeros();
            return JsonNodeFactory.instance.textNode("number " + value.toPlainString());
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        node.properties().stream()
                .filter(entry -> !entry.getValue().isNull())
                .sorted(java.util.Map.Entry.comparingByKey())
                .forEach(entry -> result.set(entry.getKey(), numbers(entry.getValue())));
        return result;
    }
}
