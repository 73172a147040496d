package io.github.deltamaint.log.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.log.actions.Metadata;
import java.util.Iterator;

/** Tells a change of metadata that matters from one that only records how far identity columns have counted. */
final class IdentityColumns {
    private static final String HIGH_WATER_MARK = "delta.identity.highWaterMark";
    private static final JsonMapper JSON = JsonMapper.builder(com.fasterxml.jackson.core.JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    private IdentityColumns() {}

    /** Whether two states of the metadata differ in nothing but the high water marks of identity columns. */
    static boolean onlyAdvanced(Metadata before, Metadata after) {
        return withoutSchema(before).equals(withoutSchema(after))
                && sameSchema(before.schemaString(), after.schemaString());
    }

    private static Metadata withoutSchema(Metadata metadata) {
        return new Metadata(
                metadata.id(),
                metadata.name(),
                metadata.description(),
                metadata.format(),
                "",
                metadata.partitionColumns(),
                metadata.configuration(),
                metadata.createdTime());
    }

    private static boolean sameSchema(String before, String after) {
        if (before.equals(after)) {
            return true;
        }
        try {
            return withoutMarks(JSON.readTree(before)).equals(withoutMarks(JSON.readTree(after)));
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private static JsonNode withoutMarks(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(HIGH_WATER_MARK);
        }
        for (Iterator<JsonNode> children = node.elements(); children.hasNext(); ) {
            withoutMarks(children.next());
        }
        return node;
    }
}
