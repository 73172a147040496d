package io.github.deltamaint.log;

import io.github.deltamaint.log.partition.LogPaths;
import io.github.deltamaint.log.storage.StoragePaths;
import java.util.Optional;

/**
 * The root of a table, and the way between the paths in its log and the paths of its storage.
 *
 * <p>Paths in the log are percent-encoded and either relative to the root or URIs. Paths of a {@link io.github.deltamaint.log.storage.Storage} are decoded and
 * absolute. The log is decoded exactly once: a directory {@code p=%23} on disk is {@code p=%2523} in the log.
 *
 * @param root the root as the storage takes it, without a slash at the end
 */
public record TablePath(String root) {

    /** The root for what a user wrote; see {@link StoragePaths#normalize}. */
    public static TablePath of(String userPath) {
        return new TablePath(StoragePaths.normalize(userPath));
    }

    /** The directory of the log. */
    public String logDirectory() {
        return StoragePaths.resolve(root, "_delta_log");
    }

    /**
     * The path in the storage of a file that the log names.
     *
     * @param logPath the {@code path} of an action
     * @throws IllegalArgumentException if the text cannot name one file; see {@link LogPaths#decode}
     */
    public String toStoragePath(String logPath) {
        return LogPaths.decode(logPath).resolve(root);
    }

    /**
     * The path that the log must have for a file below the root.
     *
     * @param relative the path below the root, decoded
     * @throws IllegalArgumentException if it is not a path below the root; see {@link LogPaths#encodeRelative}
     */
    public static String toLogPath(String relative) {
        return LogPaths.encodeRelative(relative);
    }

    /**
     * Where a path of the storage lies below the root.
     *
     * @return the path below the root, decoded; empty if it is not below the root
     */
    public Optional<String> relativize(String storagePath) {
        String prefix = root.endsWith("/") ? root : root + "/";
        return storagePath.startsWith(prefix) ? Optional.of(storagePath.substring(prefix.length())) : Optional.empty();
    }

    @Override
    public String toString() {
        return root;
    }
}
