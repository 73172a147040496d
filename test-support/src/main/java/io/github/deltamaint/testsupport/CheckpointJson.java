package io.github.deltamaint.testsupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns the rows of a Parquet checkpoint into the JSON that a commit would hold. */
final class CheckpointJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private CheckpointJson() {}

    static List<JsonNode> read(Path checkpoint) {
        TableRows rows = ParquetRows.read(checkpoint);
        List<JsonNode> actions = new ArrayList<>();
        for (List<@Nullable Object> row : rows.rows()) {
            ObjectNode action = object(rows.type(), row);
            if (action.get("add") instanceof ObjectNode add) {
                useParsedStatistics(add);
            }
            actions.add(action);
        }
        return actions;
    }

    /** Statistics may stand in a checkpoint as a struct only. */
    private static void useParsedStatistics(ObjectNode add) {
        JsonNode parsed = add.remove("stats_parsed");
        add.remove("partitionValues_parsed");
        if (parsed != null && !add.has("stats")) {
            add.put("stats", parsed.toString());
        }
    }

    private static ObjectNode object(ValueType.Struct struct, List<?> values) {
        ObjectNode object = NODES.objectNode();
        for (int i = 0; i < struct.fields().size(); i++) {
            Object value = values.get(i);
            if (value != null) {
                ValueType.Field field = struct.fields().get(i);
                object.set(field.name(), node(field.type(), value));
            }
        }
        return object;
    }

    private static JsonNode node(ValueType type, @Nullable Object value) {
        if (value == null) {
            return NODES.nullNode();
        }
        if (type instanceof ValueType.Struct struct) {
            return object(struct, (List<?>) value);
        }
        if (type instanceof ValueType.ArrayOf array) {
            ArrayNode elements = NODES.arrayNode();
            ((List<?>) value).forEach(element -> elements.add(node(array.element(), element)));
            return elements;
        }
        if (type instanceof ValueType.MapOf map) {
            ObjectNode entries = NODES.objectNode();
            for (Object entry : (List<?>) value) {
                Map.Entry<?, ?> keyAndValue = (Map.Entry<?, ?>) entry;
                entries.set(String.valueOf(keyAndValue.getKey()), node(map.value(), keyAndValue.getValue()));
            }
            return entries;
        }
        return Statistics.node(type, value);
    }

    /** The action's text with keys sorted; without absent members and without {@code dataChange}, which replay forgets. */
    static String comparable(JsonNode action) {
        ObjectNode sorted = (ObjectNode) sorted(action);
        sorted.remove("dataChange");
        sorted.properties().removeIf(entry -> entry.getValue().isNull());
        return sorted.toString();
    }

    private static JsonNode sorted(JsonNode node) {
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        TreeMap<String, JsonNode> members = new TreeMap<>();
        object.properties().forEach(entry -> members.put(entry.getKey(), sorted(entry.getValue())));
        ObjectNode sorted = NODES.objectNode();
        sorted.setAll(members);
        return sorted;
    }
}
