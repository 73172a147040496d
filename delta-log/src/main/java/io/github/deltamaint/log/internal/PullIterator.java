package io.github.deltamaint.log.internal;

import io.github.deltamaint.common.CloseableIterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** An iterator made of one method that gives the next element or null. */
abstract class PullIterator<T> implements CloseableIterator<T> {
    private @Nullable T peeked;
    private boolean ended;

    /** The next element, or null at the end; not called again after that. */
    abstract @Nullable T pull();

    @Override
    public final boolean hasNext() {
        if (peeked == null && !ended) {
            peeked = pull();
            ended = peeked == null;
        }
        return peeked != null;
    }

    @Override
    public final T next() {
        if (!hasNext() || peeked == null) {
            throw new NoSuchElementException();
        }
        T result = peeked;
        peeked = null;
        return result;
    }

    @Override
    public void close() {
        ended = true;
        peeked = null;
    }
}
