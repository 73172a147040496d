package io.github.deltamaint.benchmarks;

import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowGroupLayout;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.WriteSettings;
import io.github.deltamaint.testsupport.RowGenerator;
import io.github.deltamaint.testsupport.StarFactGenerator;
import io.github.deltamaint.testsupport.TaxiGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

public final class RowOrderBenchmark {
    private static final Storage STORAGE = new LocalStorage();

    private RowOrderBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        String table = arguments[1];
        RowGenerator generator = table.equals("star")
                ? new StarFactGenerator()
                : table.equals("taxi")
                        ? new TaxiGenerator()
                        : table.equals("sales")
                                ? new io.github.deltamaint.testsupport.SalesGenerator()
                                : new io.github.deltamaint.testsupport.LineitemGenerator();
        long rows = Long.parseLong(arguments[2]);
        Path folder = directory.resolve(table + rows);
        if (!Files.exists(folder)) {
            generator.writeFiles(folder, rows, 1);
        }
        List<Path> inputs;
        try (var files = Files.list(folder)) {
            inputs = files.sorted().toList();
        }
        for (Compression c : List.of(Compression.SNAPPY, Compression.ZSTD)) {
            WriteSettings settings = WriteSettings.builder()
                    .compression(c)
                    .rowGroupBytes(1L << 40)
                    .build();
            long asRead = 0;
            for (int round = 0; round < 3; round++)
                for (RowOrder order : List.of(RowOrder.asRead(), RowOrder.automatic())) {
                    Path out = directory.resolve("out.parquet");
                    Files.deleteIfExists(out);
                    long cpu = java.lang.management.ManagementFactory.getThreadMXBean()
                            .getCurrentThreadCpuTime();
                    RewriteResult r = rewrite(inputs, out, settings, order);
                    cpu = java.lang.management.ManagementFactory.getThreadMXBean()
                                    .getCurrentThreadCpuTime()
                            - cpu;
                    long length = Files.size(out);
                    if (order == RowOrder.asRead()) asRead = length;
                    System.out.printf(
                            Locale.ROOT,
                            "%s %s %s: %d bytes, %.3f, cpu %.3f s%n",
                            table,
                            c,
                            order,
                            length,
                            (double) length / asRead,
                            cpu / 1e9);
                    if (round == 2)
                        for (RowGroupLayout l : r.files().get(0).layouts()) {
                            System.out.println(
                                    "  " + l.rowGroup() + " " + l.rows() + " " + l.decision() + " " + l.orderedBy());
                            l.candidates().forEach(x -> System.out.println("    " + x));
                            l.columns().forEach(x -> System.out.println("      " + x));
                        }
                }
        }
    }

    private static RewriteResult rewrite(List<Path> inputs, Path output, WriteSettings settings, RowOrder order)
            throws Exception {
        try (ParquetFile open = ParquetFile.open(STORAGE.open(inputs.get(0).toString()))) {
            RewriteRequest.Builder request = RewriteRequest.builder(open.schema())
                    .settings(settings)
                    .order(order)
                    .memoryLimitBytes(1L << 30)
                    .outputs(index -> STORAGE.create(output.toString()));
            for (Path input : inputs) {
                request.input(RewriteInput.of(input.toString(), () -> STORAGE.open(input.toString())));
            }
            return ParquetRewriter.rewrite(request.build());
        }
    }
}
