package io.github.deltamaint.interop;

import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.DataFileOptions;
import io.github.deltamaint.testsupport.DataFileWriter;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A process that appends to a table until a time has come, with none of the code under test: Parquet by parquet-java, the log by hand. At the end it prints
 * how many rows it has appended.
 */
final class AppendLoop {
    /** All rows of a file are in one of these. */
    static final List<String> REGIONS = List.of("East", "North", "West");

    private static final int ROWS = 20;
    private static final long PAUSE_MILLIS = 40;

    private final Path table;
    private long nextVersion;

    private AppendLoop(Path table) {
        this.table = table;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        AppendLoop loop = new AppendLoop(Path.of(arguments[0]));
        long end = Long.parseLong(arguments[1]);
        long pauseMillis = arguments.length > 2 ? Long.parseLong(arguments[2]) : PAUSE_MILLIS;
        long rows = 0;
        while (System.currentTimeMillis() < end) {
            loop.append(rows);
            rows += ROWS;
            Thread.sleep(pauseMillis);
        }
        System.out.println("rows " + rows);
    }

    /** Rows number {@code first} and the following, the same whoever makes them. */
    static Columns rows(long first) {
        List<List<Object>> rows = new ArrayList<>();
        for (long id = first; id < first + ROWS; id++) {
            rows.add(List.of(id, "note " + id % 7, region(first)));
        }
        return Columns.of(
                ValueType.columns(
                        "id", ValueType.Primitive.LONG,
                        "note", ValueType.Primitive.STRING,
                        "region", ValueType.Primitive.STRING),
                rows);
    }

    private static String region(long first) {
        return REGIONS.get((int) (first / ROWS % REGIONS.size()));
    }

    private void append(long first) throws IOException {
        String name = "region=" + region(first) + "/part-" + UUID.randomUUID() + ".parquet";
        Path file = table.resolve(name);
        Columns rows = rows(first);
        ValueType.Struct columns = new ValueType.Struct(rows.type().fields().subList(0, 2));
        DataFileWriter.write(
                file,
                columns,
                DataFileOptions.DEFAULT,
                rows.rows().stream().map(row -> row.subList(0, 2)).toList());
        commit("{\"commitInfo\":{\"operation\":\"WRITE\",\"isBlindAppend\":true}}\n{\"add\":{\"path\":\"" + name
                + "\",\"partitionValues\":{\"region\":\"" + region(first) + "\"},\"size\":" + Files.size(file)
                + ",\"modificationTime\":" + Files.getLastModifiedTime(file).toMillis()
                + ",\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":" + ROWS + "}\"}}\n");
    }

    /** Puts the commit behind the last one: a file that is complete before it gets its name, which only one can get. */
    private void commit(String text) throws IOException {
        Path log = table.resolve("_delta_log");
        Path complete = Files.writeString(log.resolve("." + UUID.randomUUID() + ".tmp"), text);
        nextVersion = Math.max(nextVersion, latestVersion(log) + 1);
        while (true) {
            try {
                Files.createLink(log.resolve(String.format(Locale.ROOT, "%020d.json", nextVersion)), complete);
                break;
            } catch (FileAlreadyExistsException e) {
                nextVersion++;
            }
        }
        Files.delete(complete);
    }

    private static long latestVersion(Path log) throws IOException {
        try (Stream<Path> entries = Files.list(log)) {
            return entries.map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("\\d{20}\\.json"))
                    .mapToLong(name -> Long.parseLong(name.substring(0, 20)))
                    .max()
                    .orElse(-1);
        }
    }
}
