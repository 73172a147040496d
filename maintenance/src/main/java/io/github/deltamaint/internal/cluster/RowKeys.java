package io.github.deltamaint.internal.cluster;

import io.github.deltamaint.internal.files.FileColumns;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.zorder.SpaceFillingCurve;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

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
        read((input, reader) -> {
            for (int i = 0; i < columns.length; i++) {
                columns[i].sample(reader.column(leafOfColumn[i]));
            }
        });
        for (KeyColumn column : columns) {
            column.rank(curve.bitsPerDimension());
        }
    }

    /** Is given keys. */
    interface Visitor {
        /**
         * Takes the next rows of an input, in its order.
         *
         * @param reader tells their positions
         * @param keys of {@link ColumnBatchReader#records()} rows; used again for the next ones
         */
        void rows(int input, ColumnBatchReader reader, long[] keys);
    }

    /** Gives the keys of all rows that survive, in the order in which they are read. */
    void forEach(Visitor visitor) throws IOException {
        int[][] ranks = new int[columns.length][BATCH_RECORDS];
        long[] keys = new long[BATCH_RECORDS];
        read((input, reader) -> {
            for (int i = 0; i < columns.length; i++) {
                columns[i].ranks(reader.column(leafOfColumn[i]), ranks[i]);
            }
            curve.longKeys(ranks, 0, reader.records(), keys);
            visitor.rows(input, reader, keys);
        });
    }

    private interface BatchVisitor {
        void batch(int input, ColumnBatchReader reader);
    }

    private void read(BatchVisitor visitor) throws IOException {
        for (int i = 0; i < inputs.size(); i++) {
            RewriteInput input = inputs.get(i);
            try (ParquetFile file = ParquetFile.open(input.opener().open());
                    ColumnBatchReader reader =
                            ColumnBatchReader.open(file, schema, files.matching(), input.selection(), BATCH_RECORDS)) {
                while (reader.next()) {
                    if (cancelled.getAsBoolean()) {
                        throw new CancellationException("the rewrite was cancelled");
                    }
                    visitor.batch(i, reader);
                }
            }
        }
    }
}
