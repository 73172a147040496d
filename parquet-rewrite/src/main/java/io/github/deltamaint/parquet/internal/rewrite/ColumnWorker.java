package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.write.ColumnPipeline;
import io.github.deltamaint.parquet.internal.write.HeldColumnWriter;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.PageCompressor;
import java.io.Closeable;
import java.io.IOException;

/** What it takes to carry one column after the other: buffers, codecs, a pipeline. Used by one thread at a time. */
final class ColumnWorker implements Closeable {
    private static final int LARGEST_WINDOW = 8 << 20;

    private final InputCache.Reader inputs;
    private final PageBuffers buffers;
    private final PageCompressor compressor;
    private final ColumnPipeline pipeline;
    private final ColumnCopier copier;
    private final HeldColumnWriter writer;
    private final Runnable cancellation;

    ColumnWorker(RewriteRequest request, InputCache cache, Leaf firstLeaf, Runnable cancellation) {
        long memory = request.memory().limitBytes();
        inputs = cache.reader();
        buffers = new PageBuffers(windowBytes(memory), new CodecPool());
        compressor = new PageCompressor(request.settings());
        pipeline = new ColumnPipeline(request.settings(), memory / 16, compressor, firstLeaf);
        writer = new HeldColumnWriter(request.settings(), memory / 16, compressor, firstLeaf);
        this.cancellation = cancellation;
        copier = new ColumnCopier(inputs, pipeline, buffers, request.settings(), cancellation);
    }

    static int windowBytes(long memoryLimitBytes) {
        return (int) Math.min(LARGEST_WINDOW, memoryLimitBytes / 16);
    }

    InputCache.Reader inputs() {
        return inputs;
    }

    ColumnPipeline pipeline() {
        return pipeline;
    }

    ColumnCopier copier() {
        return copier;
    }

    HeldColumnWriter writer() {
        return writer;
    }

    /** Throws if the rewrite is to stop. */
    void checkCancelled() {
        cancellation.run();
    }

    @Override
    public void close() throws IOException {
        buffers.close();
        compressor.close();
        inputs.close();
    }
}
