package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.FieldMatching;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.zorder.SpaceFillingCurve;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * The places on a curve of the rows of some files, found by reading nothing but the columns of the order: once to learn how their values are spread, then as
 * often as keys are asked for. Used by one thread.
 */
final class RowKeys {
    private static final int BATCH_RECORDS = 1 << 14;
    private static final long SEED = 0x9E3779B97F4A7C15L;

    private final List<RewriteInput> inputs;
    private final FileColumns files;
    private final BooleanSupplier cancelled;
    private final MessageType schema;
    private final int[] leafOfColumn;
    private final KeyColumn[] columns;
    private final SpaceFillingCurve curve;

    RowKeys(ClusterOrder order, List<RewriteInput> inputs, FileColumns files, BooleanSupplier cancelled) {
        this.inputs = inputs;
        this.files = files;
        this.cancelled = cancelled;
        List<ClusterOrder.Column> keys = order.columns();
        List<List<String>> paths =
                keys.stream().map(ClusterOrder.Column::physicalPath).toList();
        schema = new MessageType("keys", fields(files.schema().messageType(), List.of(), paths));
        curve = order.curve();
        columns = new KeyColumn[keys.size()];
        leafOfColumn = new int[keys.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new KeyColumn(keys.get(i).type().kind(), SEED + i);
            leafOfColumn[i] = leaf(paths.get(i));
        }
    }

    /** The fields of a group on the way to the paths. */
    private static List<Type> fields(GroupType group, List<String> parent, List<List<String>> paths) {
        List<Type> kept = new ArrayList<>();
        for (Type field : group.getFields()) {
            List<String> path = new ArrayList<>(parent);
            path.add(field.getName());
            boolean isOnTheWay = paths.stream()
                    .anyMatch(wanted -> wanted.size() >= path.size()
                            && wanted.subList(0, path.size()).equals(path));
            if (isOnTheWay) {
                kept.add(
                        field.isPrimitive()
                                ? field
                                : field.asGroupType().withNewFields(fields(field.asGroupType(), path, paths)));
            }
        }
        return kept;
    }

    private int leaf(List<String> path) {
        for (int leaf = 0; leaf < schema.getColumns().size(); leaf++) {
            if (List.of(schema.getColumns().get(leaf).getPath()).equals(path)) {
                return leaf;
            }
        }
        throw new IllegalStateException("no leaf " + path + " in " + schema);
    }

    /** Learns how the values are spread; must be called first. */
    void sample() throws IOException {
        try (Batches batches = new Batches(inputs, files.matching())) {
            for (ColumnBatchReader reader = batches.next(); reader != null; reader = batches.next()) {
                for (int i = 0; i < columns.length; i++) {
                    columns[i].sample(reader.column(leafOfColumn[i]));
                }
            }
        }
        for (KeyColumn column : columns) {
            column.rank(curve.bitsPerDimension());
        }
    }

    /** The keys of rows, a batch at a time. Whoever opened it closes it. */
    interface Cursor extends Closeable {
        /** Goes to the next rows; false if there are none. */
        boolean next() throws IOException;

        /** How many rows these are. */
        int records();

        /** Their keys; used again for the next ones. */
        long[] keys();

        @Override
        void close() throws IOException;
    }

    /** The keys of all rows that survive, in the order in which they are read. */
    Cursor open() {
        return open(inputs, files.matching());
    }

    /**
     * The keys of other files with the same values.
     *
     * @param others files in the schema of the new files
     * @param matching how fields are found in them
     */
    Cursor open(List<RewriteInput> others, FieldMatching matching) {
        Batches batches = new Batches(others, matching);
        int[][] ranks = new int[columns.length][BATCH_RECORDS];
        long[] keys = new long[BATCH_RECORDS];
        return new Cursor() {
            @Override
            public boolean next() throws IOException {
                ColumnBatchReader reader = batches.next();
                if (reader == null) {
                    return false;
                }
                for (int i = 0; i < columns.length; i++) {
                    columns[i].ranks(reader.column(leafOfColumn[i]), ranks[i]);
                }
                curve.longKeys(ranks, 0, reader.records(), keys);
                return true;
            }

            @Override
            public int records() {
                return batches.records();
            }

            @Override
            public long[] keys() {
                return keys;
            }

            @Override
            public void close() throws IOException {
                batches.close();
            }
        };
    }

    /** The key columns of some files, a batch at a time. */
    private final class Batches implements Closeable {
        private final Iterator<RewriteInput> left;
        private final FieldMatching matching;
        private @Nullable ParquetFile file;
        private @Nullable ColumnBatchReader reader;

        Batches(List<RewriteInput> from, FieldMatching matching) {
            left = from.iterator();
            this.matching = matching;
        }

        /** Goes to the next batch; null if there is none. */
        @Nullable ColumnBatchReader next() throws IOException {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException("the rewrite was cancelled");
            }
            ColumnBatchReader current = reader;
            while (current == null || !current.next()) {
                close();
                if (!left.hasNext()) {
                    return null;
                }
                RewriteInput input = left.next();
                ParquetFile opened = ParquetFile.open(input.opener().open());
                file = opened;
                current = ColumnBatchReader.open(opened, schema, matching, input.selection(), BATCH_RECORDS);
                reader = current;
            }
            return current;
        }

        int records() {
            return reader == null ? 0 : reader.records();
        }

        @Override
        public void close() throws IOException {
            ColumnBatchReader current = reader;
            ParquetFile opened = file;
            reader = null;
            file = null;
            if (current != null) {
                current.close();
            }
            if (opened != null) {
                opened.close();
            }
        }
    }
}
