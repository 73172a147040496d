package io.github.deltamaint.benchmarks;

import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.RowGroupLayout.Candidate;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.SortColumn;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.parquet.WrittenFile;
import io.github.deltamaint.testsupport.LineitemGenerator;
import io.github.deltamaint.testsupport.RowGenerator;
import io.github.deltamaint.testsupport.SalesGenerator;
import io.github.deltamaint.testsupport.StarFactGenerator;
import io.github.deltamaint.testsupport.TaxiGenerator;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the automatic order of rows saves, table by table, in one row group each.
 *
 * <pre>
 * RowOrderBenchmark DIRECTORY [TABLES] [ROUNDS]
 * </pre>
 *
 * Tables: {@code star}, {@code star-shuffled}, {@code taxi}, {@code lineitem}, {@code sales}, and those that no order helps: {@code sorted}, {@code uniform},
 * {@code nulls}, {@code single}, {@code wide}; joined by commas, all by default. For each table and codec it prints the bytes as read; in relation to these
 * the bytes of the automatic order, of the order of increasing cardinality, and of the best of all candidates, each really written; the CPU time of the thread
 * in relation to that of rewriting as read; and the start of the SHA-256 of the output, which must be the same in every run, on every JDK.
 */
public final class RowOrderBenchmark {
    private static final Storage STORAGE = new LocalStorage();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long MEMORY = 1L << 30;

    private RowOrderBenchmark() {}

    /** A table in the order of its arrival. */
    private record Table(RowGenerator rows, long count) {}

    /** Rows by a function. */
    private record Rows(ValueType.Struct columns, LongFunction<List<@Nullable Object>> rows) implements RowGenerator {
        @Override
        public List<@Nullable Object> row(long number) {
            return rows.apply(number);
        }
    }

    private static Map<String, Table> tables() {
        Map<String, Table> tables = new LinkedHashMap<>();
        long million = 1 << 20;
        StarFactGenerator star = new StarFactGenerator();
        tables.put("star", new Table(star, million));
        // An odd factor is a bijection of the numbers below a power of two.
        tables.put(
                "star-shuffled",
                new Table(
                        new Rows(star.columns(), number -> star.row((number * 0x9E37_79B1L + 12345) & million - 1)),
                        million));
        tables.put("taxi", new Table(new TaxiGenerator(), 4_000_000));
        tables.put("lineitem", new Table(new LineitemGenerator(), 300_000));
        tables.put("sales", new Table(new SalesGenerator(), 2_000_000));
        ValueType.Struct pair = ValueType.columns("a", ValueType.Primitive.LONG, "b", ValueType.Primitive.LONG);
        tables.put("sorted", new Table(new Rows(pair, number -> List.of(number, number / 7)), 300_000));
        tables.put(
                "uniform",
                new Table(new Rows(pair, number -> List.of(random(2 * number), random(2 * number + 1))), 300_000));
        tables.put("nulls", new Table(new Rows(pair, number -> Collections.nCopies(2, null)), 300_000));
        tables.put(
                "single",
                new Table(
                        new Rows(
                                ValueType.columns("a", ValueType.Primitive.LONG),
                                number -> List.of(random(number) % 1000)),
                        300_000));
        tables.put("wide", new Table(wide(), 2_000));
        return tables;
    }

    private static long random(long number) {
        return new SplittableRandom(number).nextLong();
    }

    private static RowGenerator wide() {
        Object[] columns = new Object[4000];
        for (int i = 0; i < 2000; i++) {
            columns[2 * i] = "c" + i;
            columns[2 * i + 1] = ValueType.Primitive.INTEGER;
        }
        return new Rows(ValueType.columns(columns), number -> {
            List<@Nullable Object> row = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                row.add((int) (random(number * 2000 + i) & 0xFF));
            }
            return row;
        });
    }

    /** See the class comment. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 1) {
            System.err.println("RowOrderBenchmark DIRECTORY [TABLES] [ROUNDS]");
            System.exit(2);
        }
        Path directory = Path.of(arguments[0]);
        Map<String, Table> tables = tables();
        if (arguments.length > 1) {
            tables.keySet().retainAll(List.of(arguments[1].split(",")));
        }
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 3;
        System.out.println(
                "| table | codec | as read | automatic | increasing | best | CPU | SHA-256 | what was chosen |");
        System.out.println("|---|---|--:|--:|--:|--:|--:|---|---|");
        for (Map.Entry<String, Table> table : tables.entrySet()) {
            Path input = input(directory, table.getKey(), table.getValue());
            for (Compression codec : List.of(Compression.SNAPPY, Compression.ZSTD)) {
                measure(table.getKey(), input, codec, rounds);
            }
        }
    }

    private static Path input(Path directory, String name, Table table) throws IOException {
        Path folder = directory.resolve(name);
        if (!Files.exists(folder)) {
            Path unfinished = directory.resolve(name + ".unfinished");
            table.rows().writeFiles(unfinished, table.count(), 1);
            Files.move(unfinished, folder);
        }
        return folder.resolve("part-00000.parquet");
    }

    /** An output. */
    private record Output(WrittenFile file, double cpuSeconds, String hash) {
        RowGroupLayout layout() {
            return file.layouts().get(0);
        }
    }

    private static void measure(String name, Path input, Compression codec, int rounds) throws Exception {
        Output asRead = rewrite(input, codec, RowOrder.asRead());
        Output automatic = rewrite(input, codec, RowOrder.automatic());
        double ratio = Double.MAX_VALUE;
        for (int round = 1; round < rounds; round++) {
            Output plain = rewrite(input, codec, RowOrder.asRead());
            Output again = rewrite(input, codec, RowOrder.automatic());
            if (!again.hash().equals(automatic.hash())) {
                throw new IllegalStateException(name + ": another run gave other bytes");
            }
            ratio = Math.min(ratio, again.cpuSeconds() / plain.cpuSeconds());
        }
        long best = asRead.file().length();
        double increasing = Double.NaN;
        for (Candidate candidate : automatic.layout().candidates()) {
            if (!candidate.columns().isEmpty()) {
                SortColumn[] columns =
                        candidate.columns().stream().map(SortColumn::of).toArray(SortColumn[]::new);
                long bytes =
                        rewrite(input, codec, RowOrder.columns(columns)).file().length();
                best = Math.min(best, bytes);
                if (candidate.name().equals("increasing cardinality")) {
                    increasing = (double) bytes / asRead.file().length();
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.2f MB | %.3f | %s | %.3f | %.1f x | %s | %s |%n",
                name,
                codec,
                asRead.file().length() / 1e6,
                (double) automatic.file().length() / asRead.file().length(),
                Double.isNaN(increasing) ? "" : String.format(Locale.ROOT, "%.3f", increasing),
                (double) best / asRead.file().length(),
                ratio,
                automatic.hash().substring(0, 12),
                chosen(automatic.layout()));
        if (name.equals("taxi") && codec == Compression.SNAPPY) {
            automatic.layout().columns().forEach(System.err::println);
        }
    }

    private static String chosen(RowGroupLayout layout) {
        return layout.decision() == RowGroupLayout.Decision.SORTED_SMALLER
                ? String.join(", ", layout.orderedBy())
                : layout.decision().toString();
    }

    private static Output rewrite(Path input, Compression codec, RowOrder order) throws IOException {
        Path output = input.resolveSibling("output");
        Files.deleteIfExists(output);
        long start = THREADS.getCurrentThreadCpuTime();
        try (ParquetFile open = ParquetFile.open(STORAGE.open(input.toString()))) {
            WriteSettings settings = WriteSettings.builder()
                    .compression(codec)
                    .rowGroupBytes(1L << 40)
                    .build();
            WrittenFile file = ParquetRewriter.rewrite(RewriteRequest.builder(open.schema())
                            .settings(settings)
                            .order(order)
                            .memoryLimitBytes(MEMORY)
                            .outputs(index -> STORAGE.create(output.toString()))
                            .input(RewriteInput.of(input.toString(), () -> STORAGE.open(input.toString())))
                            .build())
                    .files()
                    .get(0);
            double seconds = (THREADS.getCurrentThreadCpuTime() - start) / 1e9;
            return new Output(file, seconds, hash(output));
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static String hash(Path file) throws IOException {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
