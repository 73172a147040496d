package io.github.deltamaint.parquet.internal.rewrite;

import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.CorruptFileException;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.Projection;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import java.io.IOException;

/**
 * An input that is open, aligned with the schema of the outputs.
 *
 * @param places where chunks that were read in part can be read on
 * @param memoryBytes about the bytes that the open file takes in memory
 * @param holdsSource whether the source is kept open, because the file is not held in memory as a whole
 */
record OpenInput(
        RewriteInput input,
        ParquetFile file,
        Projection projection,
        PagePlaces places,
        long memoryBytes,
        boolean holdsSource) {
    /** What a column chunk takes in a parsed footer, statistics included. */
    private static final long CHUNK_BYTES = 600;

    /**
     * Opens an input.
     *
     * @param wholly whether to read the whole file into memory, so that its source can be closed
     */
    static OpenInput open(RewriteInput input, RewriteRequest request, boolean wholly) throws IOException {
        try {
            return openAndAlign(input, request, wholly);
        } catch (IOException e) {
            throw Failures.naming(e, input);
        }
    }

    private static OpenInput openAndAlign(RewriteInput input, RewriteRequest request, boolean wholly)
            throws IOException {
        ByteSource source = input.opener().open();
        ParquetFile file = ParquetFile.open(wholly ? WholeFile.read(source) : source);
        try {
            if (input.selection().lastDeleted() >= file.rowCount()) {
                throw new CorruptFileException(
                        input.name(),
                        "row " + input.selection().lastDeleted() + " is to be deleted, but the file has "
                                + file.rowCount() + " rows: the selection belongs to another file");
            }
            long length = source.length();
            boolean inMemory = wholly || length <= ParquetFile.SMALL_FILE_BYTES;
            if (inMemory) {
                source.close();
            }
            long footer = CHUNK_BYTES * file.rowGroups() * file.columns().size();
            Projection projection = Projection.of(file, request.schema(), request.matching());
            return new OpenInput(
                    input,
                    file,
                    projection,
                    new PagePlaces(projection.leaves().size()),
                    footer + (inMemory ? length : 0),
                    !inMemory);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }
}
