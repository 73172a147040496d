package io.github.deltamaint.log.internal.checkpoint;

import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ParquetFileAppender;
import io.github.deltamaint.parquet.WriteSettings;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Writes a checkpoint file, or a sidecar, in Parquet, action by action. Memory is bounded: a row group is written when it has taken {@value #MEMORY_BYTES} bytes.
 *
 * <p>Used by one thread. {@link #finish()} completes the file, {@link #close()} without it gives it up.
 */
public final class ActionFile implements Closeable {
    private static final long MEMORY_BYTES = 4 << 20;
    private static final int DICTIONARY_BYTES = 1 << 18;
    private static final int ROWS_AT_ONCE = 1 << 10;

    private final ParquetFileAppender file;
    private final FileActionRows fileRows;
    private final @Nullable StateActionRows stateRows;
    private final List<Fields> groups = new ArrayList<>();
    private long actions;

    private ActionFile(
            ParquetFileAppender file,
            MessageType schema,
            CheckpointSettings settings,
            @Nullable TypedColumns typed,
            boolean sidecar) {
        this.file = file;
        fileRows = new FileActionRows(
                new Fields(file, schema, "add"), new Fields(file, schema, "remove"), settings.statsAsJson(), typed);
        stateRows = sidecar ? null : new StateActionRows(file, schema, settings.v2());
        groups.addAll(fileRows.fields());
        if (stateRows != null) {
            groups.addAll(stateRows.fields());
        }
    }

    /**
     * Starts a file.
     *
     * @param sink where it goes; aborted if starting fails
     * @param snapshot the table whose checkpoint it is part of
     * @param sidecar whether it takes file actions alone
     */
    public static ActionFile open(ByteSink sink, Snapshot snapshot, CheckpointSettings settings, boolean sidecar)
            throws IOException {
        boolean opened = false;
        try {
            TypedColumns typed = settings.statsAsStruct() ? TypedColumns.of(snapshot) : null;
            List<Type> statistics = new ArrayList<>();
            if (settings.statsAsJson()) {
                statistics.add(ActionSchema.text("stats"));
            }
            if (typed != null) {
                statistics.addAll(typed.fields());
            }
            MessageType schema = sidecar ? ActionSchema.files(statistics) : ActionSchema.all(settings.v2(), statistics);
            WriteSettings written = WriteSettings.builder()
                    .compression(settings.compression())
                    .dictionaryBytes(DICTIONARY_BYTES)
                    .build();
            ParquetFileAppender file = ParquetFileAppender.open(sink, schema, written, Map.of(), MEMORY_BYTES);
            opened = true;
            return new ActionFile(file, schema, settings, typed, sidecar);
        } finally {
            if (!opened) {
                sink.abort();
            }
        }
    }

    /**
     * Appends an action. {@code dataChange} is written as false; statistics and tags of a tombstone are left out.
     *
     * @throws IllegalArgumentException if a text of it is no Unicode
     */
    public void write(Action action) throws IOException {
        if (action instanceof AddFile add) {
            fileRows.write(add);
            skip(stateRows);
        } else if (action instanceof RemoveFile remove) {
            fileRows.write(remove);
            skip(stateRows);
        } else if (stateRows != null) {
            fileRows.fields().forEach(Fields::skipRow);
            stateRows.write(action);
        } else {
            throw new IllegalArgumentException("a sidecar cannot hold " + action);
        }
        if (++actions % ROWS_AT_ONCE == 0) {
            flush();
        }
    }

    private static void skip(@Nullable StateActionRows rows) {
        if (rows != null) {
            rows.fields().forEach(Fields::skipRow);
        }
    }

    private void flush() throws IOException {
        groups.forEach(Fields::flush);
        file.endRecords();
    }

    /** How many actions were written. */
    public long actions() {
        return actions;
    }

    /** The digest of the typed columns that were written. */
    public TypedDigest typedDigest() {
        return fileRows.typedDigest();
    }

    /**
     * Completes the file and closes the sink.
     *
     * @return the length in bytes
     */
    public long finish() throws IOException {
        flush();
        return file.finish().length();
    }

    @Override
    public void close() {
        file.close();
    }
}
