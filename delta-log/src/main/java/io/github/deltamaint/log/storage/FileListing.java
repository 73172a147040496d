package io.github.deltamaint.log.storage;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Entries of a directory that arrive while they are read. Used by one thread; whoever asked for it closes it. */
public interface FileListing extends Closeable {

    /**
     * The next entry, or null after the last one.
     *
     * @throws IOException if the listing cannot be continued; it must not be taken for complete then
     */
    @Nullable FileStatus next() throws IOException;

    @Override
    void close() throws IOException;
}
