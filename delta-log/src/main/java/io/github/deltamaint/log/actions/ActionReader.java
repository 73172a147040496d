package io.github.deltamaint.log.actions;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the actions of a commit, a log compaction or a V2 checkpoint in JSON one after the other, holding one at a time.
 *
 * <p>Actions and members that nobody knows are passed over, as the protocol asks. Used by one thread; whoever opened it closes it.
 */
public final class ActionReader implements Closeable {
    private final JsonParser parser;
    private final Set<ActionKind> wanted;
    private final boolean withStats;

    private ActionReader(JsonParser parser, Set<ActionKind> wanted, boolean withStats) {
        this.parser = parser;
        this.wanted = wanted;
        this.withStats = withStats;
    }

    /** Reads every action with everything in it. Closing the reader closes {@code in}. */
    public static ActionReader open(InputStream in) throws IOException {
        return open(in, EnumSet.allOf(ActionKind.class), true);
    }

    /**
     * Reads actions of some kinds; the others are passed over without being looked at.
     *
     * @param in the bytes; closing the reader closes it
     * @param wanted the kinds
     * @param withStats whether file actions get their statistics; they stay empty otherwise
     */
    public static ActionReader open(InputStream in, Set<ActionKind> wanted, boolean withStats) throws IOException {
        return new ActionReader(JsonValues.FACTORY.createParser(in), wanted, withStats);
    }

    /** As {@link #open(InputStream, Set, boolean)}, for bytes that are in memory. */
    public static ActionReader open(byte[] bytes, Set<ActionKind> wanted, boolean withStats) throws IOException {
        return new ActionReader(JsonValues.FACTORY.createParser(bytes), wanted, withStats);
    }

    /**
     * The next action of a kind that is wanted, or null at the end.
     *
     * @throws MalformedActionException if the text is not what the protocol says, or ends inside an action
     */
    public @Nullable Action next() throws IOException {
        try {
            JsonToken token;
            while ((token = parser.nextToken()) != null) {
                if (token != JsonToken.START_OBJECT) {
                    throw JsonValues.malformed(parser, "expected an action in braces but found " + token);
                }
                Action action = line();
                if (action != null) {
                    return action;
                }
            }
            return null;
        } catch (JsonProcessingException e) {
            throw JsonValues.malformed(e.getLocation(), e.getOriginalMessage(), e);
        }
    }

    /** Reads one object; at most one of its members may be an action that is not null. */
    private @Nullable Action line() throws IOException {
        Action action = null;
        boolean found = false;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            ActionKind kind = ActionKind.of(parser.currentName());
            JsonToken value = parser.nextToken();
            if (kind == null || value == JsonToken.VALUE_NULL) {
                parser.skipChildren();
                continue;
            }
            if (found) {
                throw JsonValues.malformed(parser, "a second action (" + kind.key() + ") in one line");
            }
            found = true;
            if (value != JsonToken.START_OBJECT) {
                throw JsonValues.malformed(parser, "'" + kind.key() + "' must be an object but is " + value);
            }
            if (wanted.contains(kind)) {
                action = ActionParsers.parse(parser, kind, withStats);
            } else {
                parser.skipChildren();
            }
        }
        return action;
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
