package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.internal.write.PageOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The pages of a column chunk that wait in memory for those before them in the file. Used by one thread at a time. */
final class PageStore implements PageOutput {
    private static final int BLOCK_BYTES = 1 << 18;

    private final List<byte[]> blocks = new ArrayList<>();
    private int used = BLOCK_BYTES;

    @Override
    public void write(byte[] bytes, int offset, int length) {
        int done = 0;
        while (done < length) {
            if (used == BLOCK_BYTES) {
                blocks.add(new byte[BLOCK_BYTES]);
                used = 0;
            }
            int step = Math.min(length - done, BLOCK_BYTES - used);
            System.arraycopy(bytes, offset + done, blocks.get(blocks.size() - 1), used, step);
            used += step;
            done += step;
        }
    }

    /** Writes the pages, and forgets them while they are written. */
    void moveTo(PageOutput output) throws IOException {
        for (int i = 0; i < blocks.size(); i++) {
            output.write(blocks.get(i), 0, i == blocks.size() - 1 ? used : BLOCK_BYTES);
            blocks.set(i, new byte[0]);
        }
    }
}
