package io.github.deltamaint.parquet.internal.write;

import java.io.IOException;

/** Takes the pages of a column chunk, one after the other. */
public interface PageOutput {

    /** Takes bytes; they may be changed once the call has returned. */
    void write(byte[] bytes, int offset, int length) throws IOException;
}
