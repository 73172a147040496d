package io.github.deltamaint.parquet;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** A source that counts how many like it are open, and fails when its reads are used up. */
final class WatchedSource implements ByteSource {
    private final ByteSource source;
    private final AtomicInteger openSources;
    private final AtomicInteger readsLeft;
    private boolean isOpen = true;

    WatchedSource(ByteSource source, AtomicInteger openSources, AtomicInteger readsLeft) {
        this.source = source;
        this.openSources = openSources;
        this.readsLeft = readsLeft;
        openSources.incrementAndGet();
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public long length() throws IOException {
        return source.length();
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        if (readsLeft.getAndDecrement() <= 0) {
            throw new IOException("connection reset");
        }
        source.readFully(position, buffer, offset, length);
    }

    @Override
    public void close() throws IOException {
        if (isOpen) {
            isOpen = false;
            openSources.decrementAndGet();
            source.close();
        }
    }
}
