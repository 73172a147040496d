package io.github.deltamaint.common;

import java.util.Iterator;

/**
 * Elements that come from open files one after the other.
 *
 * <p>Used by one thread. Whoever got it closes it, also when it was read to its end; closing it twice does nothing.
 * {@link #hasNext()} and {@link #next()} may throw what the operation that returned it says.
 *
 * @param <T> the element
 */
public interface CloseableIterator<T> extends Iterator<T>, AutoCloseable {

    @Override
    void close();
}
