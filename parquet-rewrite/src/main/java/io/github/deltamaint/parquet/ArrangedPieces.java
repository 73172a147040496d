package io.github.deltamaint.parquet;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one output in pieces that are small enough to be arranged one after the other, each of inputs of its own, such as those of a {@linkplain SpilledRows
 * bucket}.
 */
public interface ArrangedPieces {

    /**
     * One piece: the next rows of the output.
     *
     * @param inputs where its rows are
     * @param arrangement the order of these rows, as one file
     */
    record Piece(List<RewriteInput> inputs, RowArrangement arrangement) {
        /** Copies the list. */
        public Piece {
            inputs = List.copyOf(inputs);
        }
    }

    /** Makes the next piece, once the one before has been written; null if there is none. */
    @Nullable Piece next() throws IOException;
}
