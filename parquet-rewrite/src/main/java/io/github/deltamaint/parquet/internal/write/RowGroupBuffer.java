package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.MessageType;

/**
 * Builds the row groups of a file with all columns at once: every column has its own pipeline, whose finished pages wait in
 * memory until the row group is complete. Used by one thread.
 */
public final class RowGroupBuffer implements AutoCloseable {
    private final List<Leaf> leaves;
    private final WriteSettings settings;
    private final long memoryLimitBytes;
    private final FileAssembler file;
    private final PageCompressor compressor;
    private final List<ColumnPipeline> pipelines = new ArrayList<>();
    private final List<PageBuffer> pages = new ArrayList<>();
    private long rows;

    private RowGroupBuffer(List<Leaf> leaves, WriteSettings settings, long memoryLimitBytes, FileAssembler file) {
        this.leaves = leaves;
        this.settings = settings;
        this.memoryLimitBytes = memoryLimitBytes;
        this.file = file;
        compressor = new PageCompressor(settings);
        for (Leaf leaf : leaves) {
            pipelines.add(new ColumnPipeline(settings, memoryLimitBytes / 4, compressor, leaf));
            pages.add(new PageBuffer());
        }
        startRowGroup();
    }

    /** Starts a file; the sink is aborted if that fails. */
    public static RowGroupBuffer open(
            ByteSink sink,
            MessageType schema,
            WriteSettings settings,
            Map<String, String> keyValueMetadata,
            long memoryLimitBytes)
            throws IOException {
        List<Leaf> leaves = Leaf.of(schema);
        try {
            FileAssembler file = new FileAssembler(sink, schema, leaves, settings, keyValueMetadata);
            return new RowGroupBuffer(leaves, settings, memoryLimitBytes, file);
        } catch (IOException | RuntimeException e) {
            sink.abort();
            throw e;
        }
    }

    /** The leaf columns. */
    public List<Leaf> leaves() {
        return leaves;
    }

    private void startRowGroup() {
        rows = 0;
        for (int i = 0; i < pipelines.size(); i++) {
            PageBuffer buffer = pages.get(i);
            buffer.clear();
            pipelines.get(i).start(leaves.get(i), buffer::write, 0);
        }
    }

    /** Takes over complete records, which the buffers of all columns hold in equal number; may write row groups. */
    public void add(List<EntryBuffer> columns, int records) throws IOException {
        int left = records;
        while (left > 0) {
            int moved = (int) Math.min(left, settings.rowGroupRows() - rows);
            move(columns, moved);
            left -= moved;
        }
    }

    private void move(List<EntryBuffer> columns, int records) throws IOException {
        long taken = 0;
        long encoded = 0;
        for (int i = 0; i < pipelines.size(); i++) {
            ColumnPipeline pipeline = pipelines.get(i);
            columns.get(i).moveTo(pipeline, records);
            taken += pipeline.bytes() + pages.get(i).length();
            encoded += pipeline.unwrittenBytes() + pages.get(i).length();
        }
        rows += records;
        if (taken >= memoryLimitBytes || encoded >= settings.rowGroupBytes() || rows >= settings.rowGroupRows()) {
            writeRowGroup();
        }
    }

    private void writeRowGroup() throws IOException {
        file.startRowGroup();
        for (int i = 0; i < pipelines.size(); i++) {
            WrittenChunk chunk = pipelines.get(i).finish();
            file.startChunk();
            file.write(pages.get(i).bytes(), 0, pages.get(i).length());
            file.endChunk(chunk, rows);
        }
        file.endRowGroup(rows);
        startRowGroup();
    }

    /** The bytes written to the sink so far. */
    public long position() {
        return file.position();
    }

    /** Writes the last row group and the footer and closes the sink. */
    public WrittenFile finish() throws IOException {
        if (rows > 0) {
            writeRowGroup();
        }
        return file.finish(0, List.of());
    }

    /** Frees native memory. */
    @Override
    public void close() {
        compressor.close();
    }
}
