package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.internal.write.PageOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The pages of a column chunk that wait in memory for those before them in the file. Used by one thread at a time. */
final class PageStore implements PageOutput {
    private static final int FIRST_BLOCK_BYTES = 1 << 12;
    private static final int LARGEST_BLOCK_BYTES = 1 << 18;

    private final List<byte[]> blocks = new ArrayList<>();
    private byte[] last = {};
    private int used;

    /** The memory that so many bytes take at most. */
    static long memoryBytes(long bytes) {
        return FIRST_BLOCK_BYTES + bytes + Math.min(bytes, LARGEST_BLOCK_BYTES);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        int done = 0;
        while (done < length) {
            if (used == last.length) {
                addBlock();
            }
            int step = Math.min(length - done, last.length - used);
            System.arraycopy(bytes, offset + done, last, used, step);
            used += step;
            done += step;
        }
    }

    private void addBlock() {
        last = new byte[Math.min(LARGEST_BLOCK_BYTES, Math.max(FIRST_BLOCK_BYTES, 2 * last.length))];
        blocks.add(last);
        used = 0;
    }

    /** Writes the pages, and forgets them while they are written. */
    void moveTo(PageOutput output) throws IOException {
        for (int i = 0; i < blocks.size(); i++) {
            byte[] block = blocks.set(i, new byte[0]);
            output.write(block, 0, i == blocks.size() - 1 ? used : block.length);
        }
    }
}
