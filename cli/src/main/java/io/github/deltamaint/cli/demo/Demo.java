package io.github.deltamaint.cli.demo;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.MaintenanceListener;
import io.github.deltamaint.OptimizeResult;
import io.github.deltamaint.TableDetail;
import io.github.deltamaint.TableDigest;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.log.DeltaLog;
import io.github.deltamaint.log.TablePath;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Makes the fragmented sales table, compacts it, and compares before with after. */
public final class Demo {
    private static final List<String> ORDER = List.of("customer_region", "product_category", "order_date");
    private static final int FILES_OF_ORDER = 16;
    private static final long SMALLEST_FILE = 64 << 10;

    private final Path directory;
    private final long rows;

    /**
     * A demonstration; nothing happens yet.
     *
     * @param directory where the table goes; must be empty or not exist
     * @param rows how many rows it has
     */
    public Demo(Path directory, long rows) {
        this.directory = directory.toAbsolutePath().normalize();
        this.rows = rows;
    }

    /**
     * One side of the comparison.
     *
     * @param version the version of the table
     * @param files how many files it has
     * @param size their size together
     * @param averageFileSize their average size
     * @param queryFilesRead how many files the query opened
     * @param queryBytesRead how many bytes it read
     * @param queryTime how long it took
     * @param digest the digest of all rows
     */
    public record Side(
            long version,
            long files,
            DataSize size,
            DataSize averageFileSize,
            int queryFilesRead,
            DataSize queryBytesRead,
            Duration queryTime,
            String digest) {}

    /**
     * The outcome.
     *
     * @param table where the table is
     * @param rows how many rows it has
     * @param queryRows how many of them the query counts
     * @param queryRevenue what the query sums up
     * @param before the table as it was written
     * @param after the table after OPTIMIZE
     * @param optimize what OPTIMIZE did
     * @param sameRows whether digest and answer are equal before and after
     */
    public record Report(
            String table,
            long rows,
            long queryRows,
            BigDecimal queryRevenue,
            Side before,
            Side after,
            OptimizeResult optimize,
            boolean sameRows) {}

    /**
     * Creates the table. Slow for many rows.
     *
     * @throws IllegalArgumentException if there is something at the place for it
     */
    public void createTable() throws IOException {
        if (Files.exists(directory) && !isEmptyDirectory()) {
            throw new IllegalArgumentException(
                    directory + " is not an empty directory; name one that does not exist yet");
        }
        try (Storage storage = new LocalStorage()) {
            new SalesTable(storage, table(), UUID::randomUUID).create(rows);
        }
    }

    private boolean isEmptyDirectory() throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        }
    }

    /** Compacts the table, and looks at it before and after. */
    public Report optimize(MaintenanceListener listener) throws IOException {
        TableMaintenance maintenance = DeltaMaintenance.table(table().root());
        SalesQuery.Answer first = query();
        Side before = side(maintenance, first);
        OptimizeResult result = maintenance.optimize().listener(listener).execute();
        SalesQuery.Answer second = query();
        Side after = side(maintenance, second);
        boolean sameAnswer = first.rows() == second.rows() && first.revenue().compareTo(second.revenue()) == 0;
        return new Report(
                table().root(),
                rows,
                second.rows(),
                second.revenue(),
                before,
                after,
                result,
                sameAnswer && before.digest().equals(after.digest()));
    }

    /**
     * What putting rows along a curve changed.
     *
     * @param columns the columns of the order
     * @param after the table afterwards
     * @param optimize what OPTIMIZE did
     * @param sameRows whether digest and answer are those of the table before
     */
    public record ZOrder(List<String> columns, Side after, OptimizeResult optimize, boolean sameRows) {
        /** Copies the list. */
        public ZOrder {
            columns = List.copyOf(columns);
        }
    }

    /** Puts the rows of the compacted table along a Z-order curve, in files small enough that a query can leave some out. */
    public ZOrder zOrder(Report compacted, MaintenanceListener listener) throws IOException {
        TableMaintenance maintenance = DeltaMaintenance.table(table().root());
        long size = compacted.after().size().bytes();
        OptimizeResult result = maintenance
                .optimize()
                .zOrderBy(ORDER.toArray(String[]::new))
                .targetFileSize(DataSize.ofBytes(Math.max(SMALLEST_FILE, size / FILES_OF_ORDER)))
                .listener(listener)
                .execute();
        SalesQuery.Answer answer = query();
        Side after = side(maintenance, answer);
        boolean sameAnswer =
                answer.rows() == compacted.queryRows() && answer.revenue().compareTo(compacted.queryRevenue()) == 0;
        return new ZOrder(
                ORDER,
                after,
                result,
                sameAnswer && after.digest().equals(compacted.after().digest()));
    }

    private TablePath table() {
        return TablePath.of(directory.toString());
    }

    private SalesQuery.Answer query() throws IOException {
        try (Storage storage = new LocalStorage()) {
            Clock clock = Clock.systemUTC();
            SalesQuery query = new SalesQuery(storage, clock);
            DeltaLog log = DeltaLog.forTable(storage, table().root(), clock);
            query.run(log.snapshot()); // warms up, so that the first side has no disadvantage
            return query.run(log.snapshot());
        }
    }

    private static Side side(TableMaintenance maintenance, SalesQuery.Answer answer) {
        TableDetail detail = maintenance.detail();
        TableDigest digest = maintenance.digest();
        return new Side(
                detail.version(),
                detail.numFiles(),
                detail.sizeInBytes(),
                DataSize.ofBytes(detail.sizeInBytes().bytes() / Math.max(1, detail.numFiles())),
                answer.filesRead(),
                DataSize.ofBytes(answer.bytesRead()),
                answer.elapsed(),
                digest.digest());
    }
}
