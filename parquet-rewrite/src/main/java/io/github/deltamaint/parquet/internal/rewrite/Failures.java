package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.UnsupportedFileException;
import io.github.deltamaint.parquet.internal.write.Leaf;
import io.github.deltamaint.parquet.internal.write.SinkException;
import java.io.IOException;
import java.util.concurrent.CancellationException;

/** Says of which column and input a failure is, unless the failure says so itself. */
final class Failures {
    private Failures() {}

    static IOException naming(IOException failure, RewriteInput input) {
        return isNamed(failure)
                ? failure
                : new IOException("cannot open " + input.name() + ": " + failure.getMessage(), failure);
    }

    private static boolean isNamed(IOException failure) {
        return failure instanceof SinkException
                || failure instanceof CorruptFileException
                || failure instanceof UnsupportedFileException;
    }

    static IOException naming(IOException failure, Leaf leaf, RewriteInput input) {
        if (isNamed(failure)) {
            return failure;
        }
        return new IOException(
                "cannot read column " + leaf + " of " + input.name() + ": " + failure.getMessage(), failure);
    }

    static RuntimeException naming(RuntimeException failure, Leaf leaf, RewriteInput input) {
        if (failure instanceof CancellationException) {
            return failure;
        }
        return new IllegalStateException(
                "cannot rewrite column " + leaf + " of " + input.name() + ": " + failure.getMessage(), failure);
    }
}
