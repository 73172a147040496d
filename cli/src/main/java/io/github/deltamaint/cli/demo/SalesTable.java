package io.github.deltamaint.cli.demo;

import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.schema.ColumnMapping;
import io.github.deltamaint.log.schema.DataFileSchema;
import io.github.deltamaint.log.schema.PrimitiveType;
import io.github.deltamaint.log.schema.StructField;
import io.github.deltamaint.log.schema.StructType;
import io.github.deltamaint.log.stats.ColumnStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.log.stats.StatisticsSettings;
import io.github.deltamaint.log.stats.StatisticsWriter;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.storage.StoragePaths;
import io.github.deltamaint.parquet.ColumnAppender;
import io.github.deltamaint.parquet.ColumnSummary;
import io.github.deltamaint.parquet.ParquetFileAppender;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;

/** Writes the sales table as a busy ingestion job leaves it: 50 batches of 4 files each. */
final class SalesTable {
    static final int BATCHES = 50;
    static final int FILES_PER_BATCH = 4;

    static final StructType SCHEMA = StructType.of(
            new StructField("order_id", PrimitiveType.LONG),
            new StructField("customer_id", PrimitiveType.LONG),
            new StructField("order_date", PrimitiveType.DATE),
            new StructField("customer_region", PrimitiveType.STRING),
            new StructField("product_category", PrimitiveType.STRING),
            new StructField("revenue", PrimitiveType.decimal(10, 2)),
            new StructField("quantity", PrimitiveType.INTEGER));

    private static final DataFileSchema FILE_SCHEMA =
            DataFileSchema.of(SCHEMA, ColumnMapping.NONE, DataFileSchema.Options.dataColumns(List.of()));
    private static final StatisticsWriter STATISTICS = new StatisticsWriter(
            StatisticsSchema.all(SCHEMA, List.of(), ColumnMapping.NONE), StatisticsSettings.DEFAULT, false);
    private static final String ENGINE = "dm demo";

    private final Storage storage;
    private final TablePath table;
    private final Supplier<UUID> uuids;

    SalesTable(Storage storage, TablePath table, Supplier<UUID> uuids) {
        this.storage = storage;
        this.table = table;
        this.uuids = uuids;
    }

    /** Creates the table with rows 0 to {@code rows - 1}; each file has the next ones. */
    void create(long rows) throws IOException {
        commit(
                0,
                List.of(
                        CommitInfo.of("CREATE TABLE").engineInfo(ENGINE).build(),
                        new Protocol(1, 2, Optional.empty(), Optional.empty()),
                        new Metadata(
                                uuids.get().toString(),
                                Optional.empty(),
                                Optional.of("The sales table of the demonstration"),
                                new Metadata.Format("parquet", Map.of()),
                                SCHEMA.toJson(),
                                List.of(),
                                Map.of(),
                                OptionalLong.empty())));
        int files = BATCHES * FILES_PER_BATCH;
        for (int batch = 0; batch < BATCHES; batch++) {
            List<Action> actions = new ArrayList<>();
            actions.add(CommitInfo.of("WRITE")
                    .parameter("mode", "Append")
                    .engineInfo(ENGINE)
                    .build());
            for (int i = 0; i < FILES_PER_BATCH; i++) {
                long file = (long) batch * FILES_PER_BATCH + i;
                actions.add(write(i, rows * file / files, rows * (file + 1) / files));
            }
            commit(batch + 1, actions);
        }
    }

    private void commit(int version, List<Action> actions) throws IOException {
        String file = String.format(Locale.ROOT, "%020d.json", version);
        storage.putIfAbsent(StoragePaths.resolve(table.logDirectory(), file), ActionJson.write(actions));
    }

    private AddFile write(int number, long from, long to) throws IOException {
        String name = String.format(Locale.ROOT, "part-%05d-%s.c000.snappy.parquet", number, uuids.get());
        String path = StoragePaths.resolve(table.root(), name);
        WrittenFile written;
        try (ParquetFileAppender file = ParquetFileAppender.open(
                storage.create(path),
                FILE_SCHEMA.messageType(),
                WriteSettings.defaults(),
                Map.of(),
                RewriteRequest.DEFAULT_MEMORY_LIMIT_BYTES)) {
            append(file, from, to);
            written = file.finish();
        }
        return AddFile.of(
                name,
                Map.of(),
                written.length(),
                storage.status(path).modificationTimeMillis(),
                true,
                Optional.of(statistics(written)));
    }

    private static void append(ParquetFileAppender file, long from, long to) throws IOException {
        ColumnAppender orderId = file.column("order_id");
        ColumnAppender customerId = file.column("customer_id");
        ColumnAppender orderDate = file.column("order_date");
        ColumnAppender region = file.column("customer_region");
        ColumnAppender category = file.column("product_category");
        ColumnAppender revenue = file.column("revenue");
        ColumnAppender quantity = file.column("quantity");
        for (long id = from; id < to; id++) {
            orderId.appendLong(id);
            customerId.appendLong(SalesRows.customerId(id));
            orderDate.appendInt(SalesRows.orderDate(id));
            region.appendString(SalesRows.region(id));
            category.appendString(SalesRows.category(id));
            revenue.appendLong(SalesRows.revenueCents(id));
            quantity.appendInt(SalesRows.quantity(id));
            file.endRecords();
        }
    }

    private static String statistics(WrittenFile written) {
        return STATISTICS.write(written.rowCount(), column -> {
            ColumnSummary summary = written.columns().get(column.index());
            return ColumnStatistics.ofParquet(
                    (PrimitiveType) column.type(), summary.nullCount(), summary.min(), summary.max(), summary.hasNaN());
        });
    }
}
