package io.github.deltamaint.log.actions;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Takes the members that we know out of a {@code commitInfo}, as long as they have the shape that we know. */
final class CommitInfoMembers {
    private final Map<String, String> json;

    /**
     * Takes over the members.
     *
     * @param json each member as JSON text; those taken are removed from it
     */
    CommitInfoMembers(Map<String, String> json) {
        this.json = json;
    }

    CommitInfo toCommitInfo() {
        return new CommitInfo(
                number("timestamp"),
                number("inCommitTimestamp"),
                take("operation", JsonValues::text),
                take("operationParameters", JsonValues::jsonMap).orElse(Map.of()),
                number("readVersion"),
                take("isolationLevel", JsonValues::text),
                take("isBlindAppend", JsonValues::booleanValue),
                take("operationMetrics", CommitInfoMembers::metrics).orElse(Map.of()),
                take("userMetadata", JsonValues::text),
                take("tags", JsonValues::textMap).orElse(Map.of()),
                take("engineInfo", JsonValues::text),
                take("txnId", JsonValues::text),
                json);
    }

    // Generic inference would lose the nullness of the values.
    private static Map<String, @Nullable String> metrics(JsonParser parser, String name) throws IOException {
        return JsonValues.textMap(parser, name);
    }

    private OptionalLong number(String name) {
        Optional<Long> value = take(name, JsonValues::longValue);
        return value.isPresent() ? OptionalLong.of(value.get()) : OptionalLong.empty();
    }

    private <T> Optional<T> take(String name, Shape<T> shape) {
        String text = json.get(name);
        if (text == null) {
            return Optional.empty();
        }
        try (JsonParser parser = JsonValues.FACTORY.createParser(text)) {
            parser.nextToken();
            T value = shape.read(parser, name);
            json.remove(name);
            return Optional.ofNullable(value);
        } catch (MalformedActionException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FunctionalInterface
    private interface Shape<T> {
        @Nullable T read(JsonParser parser, String name) throws IOException;
    }
}
