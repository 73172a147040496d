package io.github.deltamaint.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Keeps the outputs in memory. */
public final class MemoryOutputs implements OutputFiles {
    public final Map<Integer, MemoryFile> files = new HashMap<>();

    @Override
    public ByteSink create(int index) {
        MemoryFile file = new MemoryFile("output-" + index);
        assertThat(files.put(index, file)).isNull();
        return file;
    }

    /** Checks that the outputs together hold what is expected, and that what they and the result say is true. */
    public void check(RewriteResult result, Shredded expected) throws IOException {
        assertThat(files).hasSameSizeAs(result.files());
        int from = 0;
        for (WrittenFile written : result.files()) {
            MemoryFile file = files.get(written.index());
            assertThat(file.isClosed()).isTrue();
            assertThat(written.name()).isEqualTo(file.name());
            int start = from;
            int end = from + Math.toIntExact(written.rowCount());
            Shredded part = expected.select(record -> record >= start && record < end);
            Shredded read = Shredded.read(file);
            assertThat(read.schemaText()).isEqualTo(expected.schemaText());
            assertThat(read.columns()).isEqualTo(part.columns());
            FileTruth.check(file, written, part);
            from = end;
        }
        assertThat(from).isEqualTo(expected.records());
    }
}
