package io.github.deltamaint.parquet;

/** The order of the rows in the outputs of a {@link RewriteRequest}. */
public sealed interface RowOrder {

    /** As read: the rows of the first input, then those of the second, and so on, each in the order of its file. */
    static RowOrder asRead() {
        return AsRead.INSTANCE;
    }

    /** See {@link #asRead()}. */
    enum AsRead implements RowOrder {
        /** The only one. */
        INSTANCE
    }
}
