package io.github.deltamaint.log.storage;

/**
 * One entry of a listing.
 *
 * @param path the absolute path, decoded, as {@link Storage} takes it
 * @param size the length in bytes; zero for a directory
 * @param modificationTimeMillis when it was last changed, in milliseconds since 1970; zero where a store keeps none for directories
 * @param isDirectory whether it is a directory
 */
public record FileStatus(String path, long size, long modificationTimeMillis, boolean isDirectory) {

    /** The last part of the path. */
    public String name() {
        return StoragePaths.name(path);
    }
}
