package io.github.deltamaint.testsupport;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads whole tables with {@link NaiveLog} and parquet-java's record API. */
public final class ParquetJavaReader extends NaiveTableReader {

    @Override
    protected List<List<@Nullable Object>> readFile(
            Path file, ValueType.Struct columns, ParquetRows.Matching matching) {
        return ParquetRows.read(file, columns, matching);
    }
}
