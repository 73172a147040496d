package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.codec.CodecPool;
import io.github.deltamaint.parquet.internal.digest.SequenceHasher;
import io.github.deltamaint.parquet.internal.read.ChunkReader;
import io.github.deltamaint.parquet.internal.read.PageBuffers;
import io.github.deltamaint.parquet.internal.read.ValueVector;
import io.github.deltamaint.parquet.internal.rewrite.ColumnCopier.Summed;
import io.github.deltamaint.parquet.internal.write.Leaf;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Reads column chunks and sums up what they hold, entry after entry. Used by one thread at a time. */
final class ChunkSummer implements Closeable {
    /** The values of a piece. */
    private static final int PIECE = 1 << 13;

    private final RewriteRequest request;
    private final InputCache.Reader inputs;
    private final SequenceHasher hasher = new SequenceHasher();
    private final PageBuffers buffers;
    private final int[] ids = new int[PIECE];
    private byte[] definitions = {};
    private byte[] repetitions = {};

    ChunkSummer(RewriteRequest request, InputCache cache) {
        this.request = request;
        inputs = cache.reader();
        buffers = new PageBuffers(ColumnWorker.windowBytes(request.memory().limitBytes()), new CodecPool());
    }

    /** The inputs as this thread sees them. */
    InputCache.Reader inputs() {
        return inputs;
    }

    /**
     * Sums up a column chunk.
     *
     * @param firstEntry the entries of the column before it
     */
    Summed sum(int input, int rowGroup, Leaf leaf, long firstEntry) throws IOException {
        OpenInput open = inputs.get(input);
        hasher.start(leaf.path(), leaf.maxDefinitionLevel(), firstEntry);
        try (ChunkReader chunk = ChunkReader.open(
                open.file(), rowGroup, open.projection().leaves().get(leaf.index()), buffers)) {
            ValueVector values = new ValueVector(leaf.kind());
            ValueVector learnt = null;
            while (chunk.nextPage()) {
                if (request.cancelled().getAsBoolean()) {
                    throw new CancellationException("the rewrite was cancelled");
                }
                boolean isDictionary = chunk.pageIsDictionary() && chunk.pageValues() > 0;
                if (isDictionary && learnt == null) {
                    learnt = Objects.requireNonNull(chunk.dictionary());
                    hasher.learn(learnt, null);
                }
                sum(chunk, leaf, isDictionary, values);
            }
        } catch (RuntimeException e) {
            throw Failures.naming(e, leaf, open.input());
        } catch (IOException e) {
            throw Failures.naming(e, leaf, open.input());
        }
        return new Summed(0, hasher.place() - firstEntry, hasher.digest());
    }

    private void sum(ChunkReader page, Leaf leaf, boolean isDictionary, ValueVector values) throws IOException {
        int entries = page.pageLevels();
        int uniform = page.uniformDefinitionLevel();
        boolean present = uniform == leaf.maxDefinitionLevel();
        byte @Nullable [] repetition = leaf.isFlat() ? null : repetitions(page, entries);
        if (uniform >= 0 && !present) {
            hasher.addNulls(entries, uniform, repetition, 0);
            return;
        }
        byte @Nullable [] definition = present ? null : definitions(page, entries);
        for (int from = 0; from < entries; from += PIECE) {
            int count = Math.min(PIECE, entries - from);
            int valueCount = definition == null ? count : present(definition, from, count, leaf);
            if (isDictionary) {
                page.readIds(valueCount, ids, 0, null);
                hasher.addIds(ids, 0, valueCount, count, definition, repetition, from);
            } else {
                values.clear();
                read(page, valueCount, values);
                hasher.addValues(values, 0, valueCount, count, definition, repetition, from);
            }
        }
    }

    private byte[] definitions(ChunkReader page, int entries) {
        if (definitions.length < entries) {
            definitions = new byte[entries];
        }
        page.readDefinitionLevels(definitions, 0);
        return definitions;
    }

    private byte[] repetitions(ChunkReader page, int entries) {
        if (repetitions.length < entries) {
            repetitions = new byte[entries];
        }
        page.readRepetitionLevels(repetitions, 0);
        return repetitions;
    }

    private static int present(byte[] definition, int from, int count, Leaf leaf) {
        int present = 0;
        for (int i = from; i < from + count; i++) {
            present += definition[i] == leaf.maxDefinitionLevel() ? 1 : 0;
        }
        return present;
    }

    private static void read(ChunkReader page, int count, ValueVector into) throws IOException {
        if (into.kind() == ValueKind.BYTES) {
            page.appendBytes(count, into);
            return;
        }
        into.reserve(count);
        if (into.kind() == ValueKind.INT) {
            page.readInts(count, into.ints(), 0);
        } else {
            page.readLongs(count, into.longs(), 0);
        }
        into.added(count);
    }

    @Override
    public void close() throws IOException {
        buffers.close();
        inputs.close();
    }
}
