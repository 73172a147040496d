package io.github.deltamaint.log.actions;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code checkpointMetadata} action, which only a V2 checkpoint has.
 *
 * @param version the version of the checkpoint
 * @param tags hints for whoever knows them
 */
public record CheckpointMetadata(long version, Map<String, @Nullable String> tags) implements Action {

    public CheckpointMetadata {
        tags = Maps.copy(tags);
    }
}
