package io.github.deltamaint.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.internal.json.JsonUtils;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.ScanImpl;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.github.deltamaint.testsupport.TableReader;
import io.github.deltamaint.testsupport.TableRows;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Delta Kernel with its default engine: log replay, checkpoints, deletion vectors, column mapping and partition values are
 * all Delta Kernel's own. It shares parquet-java with us, so for the bytes of Parquet files {@link DuckDbReader} is the
 * better judge.
 */
final class KernelReader implements TableReader {

    private final Engine engine = DefaultEngine.create(new Configuration(false));

    @Override
    public TableRows rows(Path table) {
        return read(Table.forPath(engine, table.toString()).getLatestSnapshot(engine));
    }

    @Override
    public TableRows rows(Path table, long version) {
        return read(Table.forPath(engine, table.toString()).getSnapshotAsOfVersion(engine, version));
    }

    /** The version that Delta Kernel takes for the latest. */
    long latestVersion(Path table) {
        return Table.forPath(engine, table.toString()).getLatestSnapshot(engine).getVersion();
    }

    /** The table properties of the latest version. */
    Map<String, String> tableProperties(Path table) {
        return Table.forPath(engine, table.toString()).getLatestSnapshot(engine).getTableProperties();
    }

    /** The configuration of a metadata domain of the latest version. */
    Optional<String> domain(Path table, String name) {
        return Table.forPath(engine, table.toString()).getLatestSnapshot(engine).getDomainMetadata(name);
    }

    /** The version that was current at a time. */
    long versionAt(Path table, Instant time) {
        return Table.forPath(engine, table.toString())
                .getSnapshotAsOfTimestamp(engine, time.toEpochMilli())
                .getVersion();
    }

    /** How far an application has written. */
    Optional<Long> transaction(Path table, String application) {
        return Table.forPath(engine, table.toString())
                .getLatestSnapshot(engine)
                .getLatestTransactionVersion(engine, application);
    }

    /**
     * The add actions of the latest version by path and deletion vector, with statistics as JSON. Left out are what every checkpoint says of {@code dataChange}, tags if there are
     * none, and statistics if checkpoints have them as columns alone, where Delta Kernel does not look.
     */
    Map<String, JsonNode> files(Path table) {
        ScanImpl scan = (ScanImpl) Table.forPath(engine, table.toString())
                .getLatestSnapshot(engine)
                .getScanBuilder()
                .build();
        boolean statistics = !"false".equals(tableProperties(table).get("delta.checkpoint.writeStatsAsJson"));
        Map<String, JsonNode> files = new TreeMap<>();
        try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine, true)) {
            while (batches.hasNext()) {
                try (CloseableIterator<Row> rows = batches.next().getRows()) {
                    while (rows.hasNext()) {
                        Row row = rows.next();
                        Row add = row.getStruct(row.getSchema().indexOf("add"));
                        ObjectNode file = withoutWhatCheckpointsLeaveOut(JsonUtils.rowToJson(add), statistics);
                        files.put(file.get("path").asText() + file.path("deletionVector"), file);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static ObjectNode withoutWhatCheckpointsLeaveOut(String add, boolean statistics) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode file = (ObjectNode) json.readTree(add);
        file.remove("dataChange");
        if (file.path("tags").isEmpty()) {
            file.remove("tags");
        }
        if (!statistics) {
            file.remove("stats");
        } else if (file.has("stats")) {
            file.set("stats", json.readTree(file.get("stats").asText()));
        }
        return file;
    }

    /** The table properties of an older version. */
    Map<String, String> tableProperties(Path table, long version) {
        return Table.forPath(engine, table.toString())
                .getSnapshotAsOfVersion(engine, version)
                .getTableProperties();
    }

    private TableRows read(Snapshot snapshot) {
        ValueType.Struct columns = ValueType.parse(snapshot.getSchema().toJson());
        Scan scan = snapshot.getScanBuilder().build();
        Row state = scan.getScanState(engine);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
            while (batches.hasNext()) {
                try (CloseableIterator<Row> files = batches.next().getRows()) {
                    while (files.hasNext()) {
                        readFile(state, files.next(), columns, rows);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new TableRows(columns, rows);
    }

    private void readFile(Row state, Row file, ValueType.Struct columns, List<List<@Nullable Object>> into)
            throws IOException {
        FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
        StructType physical = ScanStateRow.getPhysicalDataReadSchema(state);
        try (CloseableIterator<FileReadResult> read = engine.getParquetHandler()
                        .readParquetFiles(Utils.singletonCloseableIterator(status), physical, Optional.empty());
                CloseableIterator<FilteredColumnarBatch> logical =
                        Scan.transformPhysicalData(engine, state, file, read.map(FileReadResult::getData))) {
            while (logical.hasNext()) {
                try (CloseableIterator<Row> rows = logical.next().getRows()) {
                    while (rows.hasNext()) {
                        into.add(KernelValues.row(columns, rows.next()));
                    }
                }
            }
        }
    }
}
