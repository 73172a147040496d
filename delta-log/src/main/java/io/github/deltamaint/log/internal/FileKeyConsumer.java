package io.github.deltamaint.log.internal;

import org.jspecify.annotations.Nullable;

/** Takes what identifies an active file, and what is cheap to know beside it, without an object per file. */
interface FileKeyConsumer {

    /**
     * Takes a file.
     *
     * @param path the bytes that hold the path, as UTF-8; valid during the call
     * @param offset where it begins
     * @param length how long it is
     * @param id the id of the deletion vector as UTF-8, or null
     * @param size the length of the file in bytes
     * @param deletedRows how many rows the deletion vector hides; 0 without one
     */
    void accept(byte[] path, int offset, int length, byte @Nullable [] id, long size, long deletedRows);
}
