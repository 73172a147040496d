package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a rewrite, opened as they are needed. Used by one thread.
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
    private @Nullable OpenInput visitor;
    private int visited = -1;

    InputCache(RewriteRequest request, long memoryBytes) {
        this.request = request;
        this.memoryBytes = memoryBytes;
        inputs = request.inputs();
        kept = new OpenInput[inputs.size()];
    }

    /** An input; it stays open at least until another one is asked for. */
    OpenInput get(int index) throws IOException {
        OpenInput open = kept[index];
        if (open != null) {
            return open;
        }
        OpenInput last = visitor;
        if (last != null && visited == index) {
            return last;
        }
        closeVisitor();
        return open(index);
    }

    private OpenInput open(int index) throws IOException {
        RewriteInput input = inputs.get(index);
        OpenInput opened = OpenInput.open(input, request, false);
        if (opened.holdsSource() && sources >= MOST_SOURCES && fitsWholly(opened)) {
            opened.file().close();
            opened = OpenInput.open(input, request, true);
        }
        boolean fits = taken + opened.memoryBytes() <= memoryBytes && (!opened.holdsSource() || sources < MOST_SOURCES);
        if (fits) {
            kept[index] = opened;
            taken += opened.memoryBytes();
            sources += opened.holdsSource() ? 1 : 0;
        } else {
            visitor = opened;
            visited = index;
        }
        return opened;
    }

    private boolean fitsWholly(OpenInput opened) throws IOException {
        long length = opened.file().source().length();
        return length <= WHOLE_FILE_BYTES && taken + opened.memoryBytes() + length <= memoryBytes;
    }

    /** Says that an input is not needed any more. */
    void release(int index) throws IOException {
        OpenInput open = kept[index];
        if (open != null) {
            kept[index] = null;
            taken -= open.memoryBytes();
            sources -= open.holdsSource() ? 1 : 0;
            open.file().close();
        }
        if (visited == index) {
            closeVisitor();
        }
    }

    private void closeVisitor() throws IOException {
        OpenInput last = visitor;
        visitor = null;
        visited = -1;
        if (last != null) {
            last.file().close();
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
        closeVisitor();
        if (failure != null) {
            throw failure;
        }
    }
}
