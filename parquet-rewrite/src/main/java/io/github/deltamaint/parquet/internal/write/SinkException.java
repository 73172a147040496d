package io.github.deltamaint.parquet.internal.write;

import java.io.IOException;

/** An output cannot be written. The message names it. */
public final class SinkException extends IOException {
    SinkException(String sink, IOException cause) {
        super("cannot write " + sink + ": " + cause.getMessage(), cause);
    }
}
