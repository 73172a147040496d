package io.github.deltamaint.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON texts of the log as people read them. */
final class JsonTexts {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonTexts() {}

    /** A JSON string without its quotes; any other JSON as it is. */
    static String unquoted(String json) {
        if (!json.startsWith("\"")) {
            return json;
        }
        try {
            JsonNode node = JSON.readTree(json);
            return node.isTextual() ? node.textValue() : json;
        } catch (JsonProcessingException e) {
            return json;
        }
    }

    /** As {@link #unquoted(String)}, for every value; JSON's null is null. */
    static Map<String, @Nullable String> unquoted(Map<String, String> json) {
        Map<String, @Nullable String> texts = new LinkedHashMap<>();
        json.forEach((key, value) -> texts.put(key, value.equals("null") ? null : unquoted(value)));
        return texts;
    }

    /** Texts by name as a JSON object. */
    static String object(Map<String, String> texts) {
        try {
            return JSON.writeValueAsString(texts);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts cannot be written as JSON", e);
        }
    }
}
