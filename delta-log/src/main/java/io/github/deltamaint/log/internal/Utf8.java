package io.github.deltamaint.log.internal;

import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bytes of the texts that make up a file's key. */
final class Utf8 {
    private Utf8() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte @Nullable [] id(Optional<DeletionVectorDescriptor> deletionVector) {
        return deletionVector.isPresent() ? bytes(deletionVector.get().uniqueId()) : null;
    }
}
