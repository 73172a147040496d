package io.github.deltamaint.log.internal;

import org.jspecify.annotations.Nullable;

/** Decides by its key alone whether a file action of a checkpoint counts, before anything else of it is decoded. */
interface FileFilter {

    /**
     * Says that the actions of a file follow.
     *
     * @param rows how many rows it has
     * @param bytes how long it is
     */
    default void begin(long rows, long bytes) {}

    /**
     * Whether the action counts.
     *
     * @param path the bytes that hold the path, as UTF-8
     * @param offset where it begins
     * @param length how long it is
     * @param id the id of the deletion vector as UTF-8, or null
     */
    boolean accepts(byte[] path, int offset, int length, byte @Nullable [] id);
}
