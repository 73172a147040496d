package io.github.deltamaint.benchmarks;

import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.ContentDigests;
import io.github.deltamaint.parquet.Encodings;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowDigest;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.testsupport.LineitemGenerator;
import io.github.deltamaint.testsupport.RowGenerator;
import io.github.deltamaint.testsupport.SalesGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Merges 50 files into one in several ways and compares the CPU time of the thread that does it.
 *
 * <pre>
 * RewriteBenchmark DIRECTORY sales|lineitem [ROUNDS] [WAYS]
 * </pre>
 *
 * Ways: {@code floor} (read, parse page headers, decompress), {@code ours}, {@code modern} (ours with more encodings),
 * {@code summed} (ours, with sums of what is read), {@code readback} (summing up the output of that, and comparing: with what {@code summed}
 * takes more than {@code ours}, what {@code Verification.CONTENT} costs), {@code proof} (the same by decoding inputs and output of {@code ours},
 * which is what rewrites along a curve need), {@code ordered}, {@code orderedsummed} and {@code orderedreadback} (the same as {@code ours}, {@code
 * summed} and {@code readback} with the automatic order and memory of 1 GiB), {@code records} (parquet-java's record reader and writer); joined by commas, all by default. They run in turn in one JVM; the
 * first third of the rounds warms up and is not counted. Wall time says nothing on a shared machine, so it is not shown;
 * neither is the time of garbage collection threads. DuckDB checks that every output holds what the inputs hold. Inputs are
 * generated into the directory once: ten million rows of sales, four million of lineitem, as parquet-java writes them by
 * default, with Snappy.
 */
public final class RewriteBenchmark {
    private static final int FILES = 50;
    private static final Storage STORAGE = new LocalStorage();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static @Nullable RowDigest summed;

    private RewriteBenchmark() {}

    /** See the class comment. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2) {
            System.err.println(
                    "RewriteBenchmark DIRECTORY sales|lineitem [ROUNDS] [floor,ours,summed,readback,proof,ordered,orderedsummed,orderedreadback,modern,records]");
            System.exit(2);
        }
        Path directory = Path.of(arguments[0]);
        String table = arguments[1];
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 8;
        List<String> ways = List.of((arguments.length > 3
                        ? arguments[3]
                        : "floor,ours,summed,readback,proof,ordered,orderedsummed,orderedreadback,modern,records")
                .split(","));
        run(table, inputs(directory, table), directory, rounds, ways);
    }

    private static List<Path> inputs(Path directory, String table) throws IOException {
        RowGenerator generator = switch (table) {
            case "sales" -> new SalesGenerator();
            case "lineitem" -> new LineitemGenerator();
            default -> throw new IllegalArgumentException("no table " + table);
        };
        Path folder = directory.resolve(table);
        if (!Files.exists(folder)) {
            System.out.println("generating " + folder);
            Path unfinished = directory.resolve(table + ".unfinished");
            generator.writeFiles(unfinished, table.equals("sales") ? 10_000_000 : 4_000_000, FILES);
            Files.move(unfinished, folder);
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static void run(String table, List<Path> inputs, Path directory, int rounds, List<String> ways)
            throws IOException, SQLException {
        long inputBytes = bytes(inputs);
        String expected = content(directory.resolve(table) + "/*.parquet");
        Map<String, List<Long>> times = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String way : ways) {
                Path output = directory.resolve(table + "-" + way + ".parquet");
                long start = THREADS.getCurrentThreadCpuTime();
                run(way, inputs, output);
                long nanos = THREADS.getCurrentThreadCpuTime() - start;
                times.computeIfAbsent(way, name -> new ArrayList<>()).add(nanos);
                System.out.printf(Locale.ROOT, "round %d %-8s %.3f s%n", round, way, nanos / 1e9);
            }
        }
        System.out.printf(Locale.ROOT, "%n%s: %d bytes in %d files%n", table, inputBytes, inputs.size());
        double floor = times.containsKey("floor") ? median(times.get("floor")) : Double.NaN;
        for (String way : ways) {
            List<Long> all = Objects.requireNonNull(times.get(way));
            Path output = directory.resolve(table + "-" + way + ".parquet");
            boolean written = !way.equals("floor") && !way.equals("proof") && !way.endsWith("readback");
            System.out.printf(
                    Locale.ROOT,
                    "%-8s first %.3f s, median %.3f s, best %.3f s, %.2f x floor%s%n",
                    way,
                    all.get(0) / 1e9,
                    median(all) / 1e9,
                    all.stream().min(Long::compare).orElseThrow() / 1e9,
                    median(all) / floor,
                    written
                            ? String.format(
                                    Locale.ROOT,
                                    ", %d bytes, %.3f of the input, content %s",
                                    Files.size(output),
                                    (double) Files.size(output) / inputBytes,
                                    content(output.toString()).equals(expected) ? "equal" : "DIFFERENT")
                            : "");
        }
    }

    private static void run(String way, List<Path> inputs, Path output) throws IOException {
        Files.deleteIfExists(output);
        switch (way) {
            case "floor" -> DecompressionFloor.run(inputs);
            case "ours" -> rewrite(inputs, output, WriteSettings.defaults());
            case "summed" ->
                summed = ParquetRewriter.rewrite(request(inputs, output, WriteSettings.defaults())
                                .summing(true)
                                .build())
                        .content()
                        .orElseThrow();
            case "readback" -> readBack(inputs, Path.of(output.toString().replace("-readback", "-summed")));
            case "ordered" -> ParquetRewriter.rewrite(ordered(inputs, output).build());
            case "orderedsummed" ->
                summed = ParquetRewriter.rewrite(
                                ordered(inputs, output).summing(true).build())
                        .content()
                        .orElseThrow();
            case "orderedreadback" ->
                readBack(inputs, Path.of(output.toString().replace("-orderedreadback", "-orderedsummed")));
            case "modern" ->
                rewrite(
                        inputs,
                        output,
                        WriteSettings.builder().encodings(Encodings.MODERN).build());
            case "proof" ->
                prove(
                        inputs,
                        output.resolveSibling(output.getFileName().toString().replace("-proof", "-ours")));
            case "records" -> RecordCopy.copy(inputs, output);
            default -> throw new IllegalArgumentException("no way " + way);
        }
    }

    private static RewriteResult rewrite(List<Path> inputs, Path output, WriteSettings settings) throws IOException {
        return ParquetRewriter.rewrite(request(inputs, output, settings).build());
    }

    private static RewriteRequest.Builder ordered(List<Path> inputs, Path output) throws IOException {
        return request(inputs, output, WriteSettings.defaults())
                .memoryLimitBytes(1L << 30)
                .order(RowOrder.automatic());
    }

    private static RewriteRequest.Builder request(List<Path> inputs, Path output, WriteSettings settings)
            throws IOException {
        RewriteRequest.Builder request = RewriteRequest.builder(schema(inputs.get(0)))
                .settings(settings)
                .outputs(index -> STORAGE.create(output.toString()));
        inputs.forEach(input -> request.input(input(input)));
        return request;
    }

    private static RewriteInput input(Path file) {
        return RewriteInput.of(file.toString(), () -> STORAGE.open(file.toString()));
    }

    private static void prove(List<Path> inputs, Path output) throws IOException {
        RewriteRequest request =
                request(inputs, output, WriteSettings.defaults()).build();
        if (!ContentDigests.ofInputs(request).equals(ContentDigests.ofOutputs(request, List.of(input(output))))) {
            throw new IllegalStateException(output + " does not have the rows of the inputs");
        }
    }

    private static void readBack(List<Path> inputs, Path output) throws IOException {
        RewriteRequest request =
                request(inputs, output, WriteSettings.defaults()).build();
        if (!ContentDigests.ofRowsInOrder(request, List.of(input(output))).equals(summed)) {
            throw new IllegalStateException(output + " does not have the rows of the inputs");
        }
    }

    private static MessageType schema(Path file) throws IOException {
        try (ParquetFile open = ParquetFile.open(STORAGE.open(file.toString()))) {
            return open.schema();
        }
    }

    private static long bytes(List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    /** The median of all but the first third. */
    private static double median(List<Long> times) {
        long[] counted = times.stream()
                .skip(times.size() / 3)
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        int middle = counted.length / 2;
        return counted.length % 2 == 1 ? counted[middle] : (counted[middle - 1] + counted[middle]) / 2.0;
    }

    /** Rows and the sum of the hashes of whole rows. */
    private static String content(String files) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            try (ResultSet result = statement.executeQuery(
                    "SELECT count(*), sum(hash(t)::HUGEINT) FROM read_parquet('" + files + "') t")) {
                result.next();
                return Arrays.asList(result.getString(1), result.getString(2)).toString();
            }
        }
    }
}
