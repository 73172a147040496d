package io.github.deltamaint.benchmarks;

import io.github.deltamaint.testsupport.DataFileOptions;
import io.github.deltamaint.testsupport.DataFileWriter;
import io.github.deltamaint.testsupport.ValueType;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A log of very many files whose data files do not exist: a multi-part checkpoint written by parquet-java, and commits after it that each add and remove ten files. Made
 * without any of the code that is measured.
 */
final class LogTable {
    private static final ValueType STRING = ValueType.Primitive.STRING;
    private static final ValueType LONG = ValueType.Primitive.LONG;
    private static final ValueType BOOLEAN = ValueType.Primitive.BOOLEAN;
    private static final ValueType INTEGER = ValueType.Primitive.INTEGER;
    private static final int FILES_OF_PART = 100_000;
    private static final int FILES_OF_COMMIT = 10;
    private static final long START = 1_700_000_000_000L;

    private static final ValueType.Struct ADD = ValueType.struct(
            "path", STRING,
            "partitionValues", ValueType.map(STRING, STRING),
            "size", LONG,
            "modificationTime", LONG,
            "dataChange", BOOLEAN,
            "tags", ValueType.map(STRING, STRING),
            "stats", STRING);
    private static final ValueType.Struct REMOVE = ValueType.struct(
            "path", STRING,
            "deletionTimestamp", LONG,
            "dataChange", BOOLEAN,
            "extendedFileMetadata", BOOLEAN,
            "partitionValues", ValueType.map(STRING, STRING),
            "size", LONG);
    private static final ValueType.Struct METADATA = ValueType.struct(
            "id",
            STRING,
            "format",
            ValueType.struct("provider", STRING, "options", ValueType.map(STRING, STRING)),
            "schemaString",
            STRING,
            "partitionColumns",
            ValueType.array(STRING),
            "configuration",
            ValueType.map(STRING, STRING),
            "createdTime",
            LONG);
    private static final ValueType.Struct PROTOCOL =
            ValueType.struct("minReaderVersion", INTEGER, "minWriterVersion", INTEGER);
    private static final ValueType.Struct ROW =
            ValueType.struct("add", ADD, "remove", REMOVE, "metaData", METADATA, "protocol", PROTOCOL);

    private static final String SCHEMA = "{\"type\":\"struct\",\"fields\":["
            + String.join(
                    ",",
                    List.of(
                            field("order_id", "long"),
                            field("customer_id", "long"),
                            field("order_date", "date"),
                            field("customer_region", "string"),
                            field("product_category", "string"),
                            field("revenue", "decimal(10,2)"),
                            field("quantity", "integer"),
                            field("order_month", "string")))
            + "]}";

    private static final int MONTHS = 60;

    private final Path table;
    private final int partitions;

    /**
     * A table with sixty partitions.
     *
     * @param table where
     */
    LogTable(Path table) {
        this(table, MONTHS);
    }

    /**
     * A table with any number of partitions.
     *
     * @param table where
     * @param partitions how many; consecutive files are in different ones
     */
    LogTable(Path table, int partitions) {
        this.table = table;
        this.partitions = partitions;
    }

    private static String field(String name, String type) {
        return "{\"name\":\"" + name + "\",\"type\":\"" + type + "\",\"nullable\":true,\"metadata\":{}}";
    }

    /** Writes the log: the checkpoint is version 0, each commit one version more. */
    void write(int files, int commits) throws IOException {
        Path log = table.resolve("_delta_log");
        Files.createDirectories(log);
        int parts = Math.max(1, files / FILES_OF_PART);
        for (int part = 0; part < parts; part++) {
            writePart(log, part, parts, (int) ((long) files * part / parts), (int) ((long) files * (part + 1) / parts));
        }
        Files.writeString(
                log.resolve("_last_checkpoint"),
                "{\"version\":0,\"size\":" + (files + 2) + ",\"parts\":" + parts + "}");
        Files.writeString(log.resolve(name(0, "json")), info(0) + "\n");
        for (int commit = 1; commit <= commits; commit++) {
            writeCommit(log, commit, files);
        }
    }

    private static String name(long version, String suffix) {
        return String.format(Locale.ROOT, "%020d.%s", version, suffix);
    }

    private void writePart(Path log, int part, int parts, int from, int to) {
        String suffix = String.format(Locale.ROOT, "checkpoint.%010d.%010d.parquet", part + 1, parts);
        try (DataFileWriter writer = new DataFileWriter(log.resolve(name(0, suffix)), ROW, DataFileOptions.DEFAULT)) {
            if (part == 0) {
                writer.write(Arrays.asList(null, null, null, Arrays.<@Nullable Object>asList(1, 2)));
                writer.write(Arrays.asList(null, null, metadata(), null));
            }
            for (int file = from; file < to; file++) {
                List<@Nullable Object> add = new ArrayList<>();
                add.add(path(file));
                add.add(List.of(new SimpleImmutableEntry<>("order_month", month(file))));
                add.add(size(file));
                add.add(START + file);
                add.add(false);
                add.add(null);
                add.add(stats(file));
                writer.write(Arrays.asList(add, null, null, null));
            }
        }
    }

    private static List<@Nullable Object> metadata() {
        return Arrays.asList(
                "7f3a3b0e-6b0f-4c3e-9f5a-0d6a4b1c2d3e",
                Arrays.asList("parquet", List.of()),
                SCHEMA,
                List.of("order_month"),
                List.of(),
                START);
    }

    private void writeCommit(Path log, int commit, int files) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(log.resolve(name(commit, "json")))) {
            out.write(info(commit) + "\n");
            for (int i = 0; i < FILES_OF_COMMIT; i++) {
                int old = (int) (((long) commit * FILES_OF_COMMIT + i) * 7919 % files);
                int added = files + commit * FILES_OF_COMMIT + i;
                out.write("{\"remove\":{\"path\":\"" + path(old) + "\",\"deletionTimestamp\":" + (START + commit)
                        + ",\"dataChange\":true,\"extendedFileMetadata\":true,\"partitionValues\":{\"order_month\":\""
                        + month(old) + "\"},\"size\":" + size(old) + "}}\n");
                out.write("{\"add\":{\"path\":\"" + path(added) + "\",\"partitionValues\":{\"order_month\":\""
                        + month(added) + "\"},\"size\":" + size(added) + ",\"modificationTime\":" + (START + added)
                        + ",\"dataChange\":true,\"stats\":\"" + stats(added).replace("\"", "\\\"") + "\"}}\n");
            }
        }
    }

    private static String info(int version) {
        return "{\"commitInfo\":{\"timestamp\":" + (START + version) + ",\"operation\":\"WRITE\","
                + "\"operationParameters\":{\"mode\":\"Append\"},\"engineInfo\":\"benchmark\",\"txnId\":\""
                + new UUID(version, version) + "\"}}";
    }

    /** The path of a file, by its number: those of the checkpoint first, then those of the commits. */
    String path(int file) {
        long hash = (file + 1) * 0x9E3779B97F4A7C15L;
        return partition(file % partitions)
                + String.format(
                        Locale.ROOT, "/part-%05d-%s.c000.snappy.parquet", file % 1000, new UUID(hash, ~hash * 31));
    }

    /** The directory of a partition, by its number. */
    String partition(int number) {
        return "order_month=" + month(number);
    }

    private String month(int file) {
        return partitions == MONTHS ? calendarMonth(file) : String.format(Locale.ROOT, "%05d", file % partitions);
    }

    private static String calendarMonth(int file) {
        return String.format(Locale.ROOT, "%04d-%02d", 2020 + file % 60 / 12, file % 12 + 1);
    }

    private static long size(int file) {
        return 1_000_000 + file % 977 * 1000L;
    }

    private static String stats(int file) {
        long first = file * 50_000L;
        return "{\"numRecords\":50000,\"minValues\":{\"order_id\":" + first + ",\"customer_id\":" + file % 100
                + ",\"order_date\":\"" + calendarMonth(file)
                + "-01\",\"customer_region\":\"Midwest\",\"product_category\":\"Books\",\"revenue\":" + file % 90
                + ".25,\"quantity\":1},\"maxValues\":{\"order_id\":" + (first + 49_999) + ",\"customer_id\":"
                + (900_000 + file % 99_999) + ",\"order_date\":\"" + calendarMonth(file)
                + "-28\",\"customer_region\":\"West\",\"product_category\":\"Toys\",\"revenue\":" + (900 + file % 99)
                + ".75,\"quantity\":5},\"nullCount\":{\"order_id\":0,\"customer_id\":0,\"order_date\":0,\"customer_region\":"
                + file % 7 + ",\"product_category\":0,\"revenue\":" + file % 3 + ",\"quantity\":0}}";
    }
}
