package io.github.deltamaint.cli.demo;

import io.github.deltamaint.common.CloseableIterator;
import io.github.deltamaint.log.FileProjection;
import io.github.deltamaint.log.Snapshot;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.expression.BoundPredicate;
import io.github.deltamaint.log.expression.Predicate;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.ColumnBatch;
import io.github.deltamaint.parquet.ColumnBatchReader;
import io.github.deltamaint.parquet.FieldMatching;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.RowSelection;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.schema.MessageType;

/**
 * What the business asks of the sales table: the revenue with electronics in the Northeast from June to August 2024. Files are left out
 * where their statistics rule them out, as every Delta reader does.
 */
final class SalesQuery {
    private static final Predicate FILTER =
            Predicate.parse("customer_region = 'Northeast' AND product_category = 'Electronics'"
                    + " AND order_date BETWEEN DATE '2024-06-01' AND DATE '2024-08-31'");
    private static final byte[] REGION = "Northeast".getBytes(StandardCharsets.UTF_8);
    private static final byte[] CATEGORY = "Electronics".getBytes(StandardCharsets.UTF_8);
    private static final int FIRST_DAY = (int) LocalDate.of(2024, 6, 1).toEpochDay();
    private static final int LAST_DAY = (int) LocalDate.of(2024, 8, 31).toEpochDay();
    private static final int BATCH_RECORDS = 8192;

    private static final MessageType COLUMNS = DataFileSchema.of(
                    new StructType(SalesTable.SCHEMA.fields().subList(2, 6)),
                    ColumnMapping.NONE,
                    DataFileSchema.Options.dataColumns(List.of()))
            .messageType();

    private final Storage storage;
    private final Clock clock;

    SalesQuery(Storage storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
    }

    /**
     * The answer, and what it took.
     *
     * @param rows how many rows match
     * @param revenue the sum of their revenue
     * @param filesRead how many files were opened
     * @param bytesRead how many bytes were read from them
     * @param elapsed how long it took
     */
    record Answer(long rows, BigDecimal revenue, int filesRead, long bytesRead, Duration elapsed) {}

    Answer run(Snapshot snapshot) throws IOException {
        long started = System.nanoTime();
        BoundPredicate filter = FILTER.bind(snapshot.schema(), clock);
        StatisticsSchema statistics = StatisticsSchema.all(snapshot.schema(), List.of(), ColumnMapping.NONE);
        Totals totals = new Totals();
        try (CloseableIterator<AddFile> files = snapshot.activeFiles(FileProjection.WITH_STATS)) {
            while (files.hasNext()) {
                AddFile file = files.next();
                if (filter.mayMatch(FileStatistics.parse(file.stats().orElse(null), statistics), null)) {
                    read(snapshot.tablePath().toStoragePath(file.path()), totals);
                }
            }
        }
        return new Answer(
                totals.rows,
                BigDecimal.valueOf(totals.cents, 2),
                totals.files,
                totals.bytes,
                Duration.ofNanos(System.nanoTime() - started));
    }

    private void read(String path, Totals totals) throws IOException {
        totals.files++;
        try (ParquetFile file = ParquetFile.open(new CountingSource(storage.open(path), totals));
                ColumnBatchReader reader =
                        ColumnBatchReader.open(file, COLUMNS, FieldMatching.NAME, RowSelection.all(), BATCH_RECORDS)) {
            ColumnBatch date = reader.column("order_date");
            ColumnBatch region = reader.column("customer_region");
            ColumnBatch category = reader.column("product_category");
            ColumnBatch revenue = reader.column("revenue");
            while (reader.next()) {
                for (int record = 0; record < reader.records(); record++) {
                    int day = date.ints()[record];
                    if (day >= FIRST_DAY
                            && day <= LAST_DAY
                            && is(region, record, REGION)
                            && is(category, record, CATEGORY)) {
                        totals.rows++;
                        totals.cents += revenue.longs()[record];
                    }
                }
            }
        }
    }

    private static boolean is(ColumnBatch column, int record, byte[] value) {
        int[] offsets = column.offsets();
        return Arrays.equals(column.bytes(), offsets[record], offsets[record + 1], value, 0, value.length);
    }

    private static final class Totals {
        private long rows;
        private long cents;
        private int files;
        private long bytes;
    }

    private record CountingSource(ByteSource source, Totals totals) implements ByteSource {
        @Override
        public String name() {
            return source.name();
        }

        @Override
        public long length() throws IOException {
            return source.length();
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            source.readFully(position, buffer, offset, length);
            totals.bytes += length;
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
