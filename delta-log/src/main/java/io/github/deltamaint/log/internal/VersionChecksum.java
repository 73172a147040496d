package io.github.deltamaint.log.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionKind;
import io.github.deltamaint.log.actions.ActionReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The members of a version checksum file (PROTOCOL.md, "Version Checksum File"). */
final class VersionChecksum {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonNode members;

    private VersionChecksum(JsonNode members) {
        this.members = members;
    }

    /**
     * Reads the file.
     *
     * @throws IOException if it is no JSON object; the message says why
     */
    static VersionChecksum parse(byte[] content) throws IOException {
        JsonNode members;
        try {
            members = JSON.readTree(content);
        } catch (JsonProcessingException e) {
            throw new IOException("is no JSON: " + e.getOriginalMessage(), e);
        }
        if (!members.isObject()) {
            throw new IOException("is no JSON object");
        }
        return new VersionChecksum(members);
    }

    /** A number; empty if it is not there. */
    OptionalLong number(String name) {
        JsonNode value = members.path(name);
        return value.isIntegralNumber() && value.canConvertToLong()
                ? OptionalLong.of(value.longValue())
                : OptionalLong.empty();
    }

    /** Whether there is a member that is not null. */
    boolean has(String name) {
        return members.hasNonNull(name);
    }

    /** A member of whatever shape; empty if it is not there. */
    Optional<JsonNode> member(String name) {
        return has(name) ? Optional.of(members.get(name)) : Optional.empty();
    }

    /**
     * A member that is an action.
     *
     * @throws IOException if it is not; the message says why
     */
    Action action(String name, ActionKind kind) throws IOException {
        return action(name, members.path(name), kind);
    }

    /**
     * A member that is a list of actions.
     *
     * @throws IOException if it is not; the message says why
     */
    List<Action> actions(String name, ActionKind kind) throws IOException {
        JsonNode list = members.path(name);
        if (!list.isArray()) {
            throw new IOException(name + " is no list");
        }
        List<Action> actions = new ArrayList<>();
        for (JsonNode element : list) {
            actions.add(action(name, element, kind));
        }
        return actions;
    }

    private static Action action(String name, JsonNode value, ActionKind kind) throws IOException {
        byte[] line = JsonNodeFactory.instance
                .objectNode()
                .set(kind.key(), value)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        try (ActionReader reader = ActionReader.open(line, EnumSet.of(kind), true)) {
            Action action = reader.next();
            if (action == null) {
                throw new IOException(name + " holds a null");
            }
            return action;
        }
    }
}
