package io.github.deltamaint.log.storage;

/**
 * One entry of a listing.
 *
 * @param path the absolute path, decoded, as {@link Storage} takes it
 * @param size the length in bytes; zero for a directory
 * @param modificationTimeMillis when it was last changed, in milliseconds since 1970; zero where a store keeps none for directories
 * @param isDirectory whether it is a directory
 * @param isLink whether it is a link, where the store has such; everything else is then about what it leads to
 */
public record FileStatus(String path, long size, long modificationTimeMillis, boolean isDirectory, boolean isLink) {

    /** An entry that is no link. */
    public FileStatus(String path, long size, long modificationTimeMillis, boolean isDirectory) {
        this(path, size, modificationTimeMillis, isDirectory, false);
    }

    /** The last part of the path. */
    public String name() {
        return StoragePaths.name(path);
    }
}
