package io.github.deltamaint.internal.read;

import io.github.deltamaint.common.CancellationToken;
import io.github.deltamaint.internal.files.DataFiles;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A sample of the rows of a table in some of its columns: whole files, spread over the table, until enough rows have been seen, and of these some at random.
 * Always the same for the same version.
 *
 * @param rows values by column, in the form of {@link io.github.deltamaint.log.schema.Values}
 */
public record SampledRows(List<@Nullable Object[]> rows) {
    private static final int SAMPLED_FILES = 24;
    private static final long SEED = 42;

    /**
     * Reads a sample.
     *
     * @param columns leaf columns
     * @param most how many rows it has at most
     */
    public static SampledRows of(Snapshot snapshot, DataFiles files, List<ColumnPath> columns, int most, Clock clock) {
        StructType schema = snapshot.schema();
        List<StructField> fields = new ArrayList<>();
        for (ColumnPath column : columns) {
            StructField field = schema.resolve(column).get(0);
            if (!fields.contains(field)) {
                fields.add(field);
            }
        }
        TableRows table = TableRows.of(
                snapshot,
                files,
                List.of(),
                Optional.of(fields.stream().map(StructField::name).toList()),
                clock,
                CancellationToken.none());
        long step = Math.max(1, snapshot.counts().numFiles() / SAMPLED_FILES);
        List<@Nullable Object[]> sample = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(SEED);
        long[] seen = new long[1];
        long[] file = new long[1];
        table.inFiles(add -> file[0]++ % step == 0).forEachFile((partition, reader) -> {
            RowAssembler rows = new RowAssembler(table.columns(), table.layout(), partition);
            while (reader.next()) {
                rows.batch(reader);
                for (int record = 0; record < reader.records(); record++) {
                    @Nullable Object[] row = rows.next();
                    long place = seen[0]++;
                    int slot = place < most
                            ? (int) place
                            : (int) Math.min(most, (long) (random.nextDouble() * (place + 1)));
                    if (slot == sample.size()) {
                        sample.add(values(table.columns(), columns, row));
                    } else if (slot < most) {
                        sample.set(slot, values(table.columns(), columns, row));
                    }
                }
            }
            return true;
        });
        return new SampledRows(sample);
    }

    private static @Nullable Object[] values(StructType struct, List<ColumnPath> columns, @Nullable Object[] row) {
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = RowFilter.value(struct, columns.get(i), row);
        }
        return values;
    }
}
