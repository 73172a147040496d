package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a rewrite, opened as they are needed. Shared by the threads of the rewrite, each of which has a {@link Reader} of its
 * own.
 *
 * <p>Every column visits all inputs in the same order, so evicting the one that was used longest ago would always evict the one
 * that is needed next. Instead an input that has been opened stays open as long as there is room for it, and those that find
 * no room are opened anew for each visit.
 */
final class InputCache implements Closeable {
    /** Sources that are held open; beyond that, files are read into memory as a whole while the budget lasts. */
    private static final int MOST_SOURCES = 64;

    /** Files up to this length are read as a whole rather than kept open, when there are many. */
    private static final long WHOLE_FILE_BYTES = 16 << 20;

    private final RewriteRequest request;
    private final List<RewriteInput> inputs;
    private final long memoryBytes;
    private final @Nullable OpenInput[] kept;
    private int sources;
    private long taken;

    InputCache(RewriteRequest request, long memoryBytes) {
        this.request = request;
        this.memoryBytes = memoryBytes;
        inputs = request.inputs();
        kept = new OpenInput[inputs.size()];
    }

    /** A way to the inputs for one thread. */
    Reader reader() {
        return new Reader();
    }

    /** The inputs as one thread sees them. Used by one thread; its owner closes it. */
    final class Reader implements Closeable {
        private @Nullable OpenInput visitor;
        private int visited = -1;

        /** An input; it stays open at least until another one is asked for. */
        OpenInput get(int index) throws IOException {
            OpenInput last = visitor;
            if (last != null && visited == index) {
                return last;
            }
            OpenInput open = keptInput(index);
            if (open != null) {
                return open;
            }
            close();
            OpenInput opened = open(index);
            if (!keep(index, opened)) {
                visitor = opened;
                visited = index;
            }
            return Objects.requireNonNullElse(keptInput(index), opened);
        }

        @Override
        public void close() throws IOException {
            OpenInput last = visitor;
            visitor = null;
            visited = -1;
            if (last != null) {
                last.file().close();
            }
        }
    }

    private synchronized @Nullable OpenInput keptInput(int index) {
        return kept[index];
    }

    private OpenInput open(int index) throws IOException {
        RewriteInput input = inputs.get(index);
        OpenInput opened = OpenInput.open(input, request, false);
        if (opened.holdsSource() && isFull() && fitsWholly(opened)) {
            opened.file().close();
            opened = OpenInput.open(input, request, true);
        }
        return opened;
    }

    private synchronized boolean isFull() {
        return sources >= MOST_SOURCES;
    }

    /** Keeps an input if there is room for it; if another thread has opened it meanwhile, that one stays and this one is closed. */
    private synchronized boolean keep(int index, OpenInput opened) throws IOException {
        if (kept[index] != null) {
            opened.file().close();
            return true;
        }
        boolean fits = taken + opened.memoryBytes() <= memoryBytes && (!opened.holdsSource() || sources < MOST_SOURCES);
        if (fits) {
            kept[index] = opened;
            taken += opened.memoryBytes();
            sources += opened.holdsSource() ? 1 : 0;
        }
        return fits;
    }

    private synchronized boolean fitsWholly(OpenInput opened) throws IOException {
        long length = opened.file().source().length();
        return length <= WHOLE_FILE_BYTES && taken + opened.memoryBytes() + length <= memoryBytes;
    }

    /** Says that no thread needs an input any more. */
    synchronized void release(int index) throws IOException {
        OpenInput open = kept[index];
        if (open != null) {
            kept[index] = null;
            taken -= open.memoryBytes();
            sources -= open.holdsSource() ? 1 : 0;
            open.file().close();
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (int i = 0; i < kept.length; i++) {
            try {
                release(i);
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
