package io.github.deltamaint.parquet.internal.write;

import io.github.deltamaint.parquet.internal.read.ValueVector;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A column held as it was read: one whose values hardly repeat, or one with lists. */
public final class StoredColumn extends HeldColumn {
    private static final int PICKED_AT_A_TIME = 20_000;

    private final ColumnData data;
    private final @Nullable SortedDictionary dictionary;
    private final int rows;
    private @Nullable RecordGather gather;

    /**
     * Holds a column.
     *
     * @param dictionary if not null, {@code data} holds its ranks
     */
    StoredColumn(ColumnData data, @Nullable SortedDictionary dictionary) {
        super(data.leaf());
        this.data = data;
        this.dictionary = dictionary;
        rows = data.records();
    }

    /** Numbers the values anew: where they hardly repeat in the whole column, they may repeat among these records. */
    @Override
    public HeldColumn pick(int[] picked, ColumnPipeline pipeline, ColumnPipeline.Hold how) throws IOException {
        double entriesPerRow = (double) data.entries() / Math.max(1, rows);
        pipeline.startHeld(leaf(), (int) Math.min(Integer.MAX_VALUE, entriesPerRow * picked.length), how);
        ColumnData part = new ColumnData(leaf());
        for (int at = 0; at < picked.length; at += PICKED_AT_A_TIME) {
            part.reset(leaf(), data.holdsIds(), 0);
            append(picked, at, Math.min(PICKED_AT_A_TIME, picked.length - at), part);
            if (dictionary != null) {
                part.lookUpIds(dictionary.values());
            }
            if (part.allPresent()) {
                pipeline.data().addPresent(part.entries(), part.repetitionLevels(), 0);
            } else {
                pipeline.data().addEntries(part.entries(), part.definitionLevels(), part.repetitionLevels(), 0);
            }
            pipeline.addValues(part.values(), 0, part.valueCount());
            pipeline.added();
        }
        return Objects.requireNonNull(pipeline.endHeld());
    }

    @Override
    public @Nullable StoredColumn grouped(RowGroups groups) {
        return leaf().isFlat() ? new StoredColumn(groups.group(data), dictionary) : null;
    }

    /** Its entries as they were read. */
    public ColumnData data() {
        return data;
    }

    /** What the ids of {@link #data()} stand for; null if it has values. */
    public @Nullable ValueVector values() {
        return looked();
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public long bytes() {
        return data.bytes() + (dictionary == null ? 0 : EncodingChooser.plainBytes(leaf(), dictionary.values()));
    }

    @Override
    long valueCount() {
        return data.valueCount();
    }

    @Override
    @Nullable SortedDictionary dictionary() {
        return dictionary;
    }

    @Override
    void append(int[] picked, int from, int count, ColumnData target) {
        RecordGather current = gather;
        if (current == null) {
            current = new RecordGather(data);
            gather = current;
        }
        current.append(picked, from, count, target);
    }
}
