package io.github.deltamaint.log.actions;

import java.util.Optional;

/**
 * The identity of a logical file: at any version the log has it as an active file, as a tombstone, or not at all.
 *
 * @param path the path as written in the log
 * @param deletionVectorId the {@linkplain DeletionVectorDescriptor#uniqueId() identity of its deletion vector}, if it has one
 */
public record FileKey(String path, Optional<String> deletionVectorId) {

    @Override
    public String toString() {
        return deletionVectorId.map(id -> path + " with deletion vector " + id).orElse(path);
    }
}
