package io.github.deltamaint.benchmarks;

import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowOrder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.parquet.schema.MessageType;

/**
 * Merges the files of a folder into one, with one thread and with two in turn, and compares the time that passes.
 *
 * <pre>
 * ThreadsBenchmark FOLDER [ROUNDS] [as-read|automatic]
 * </pre>
 *
 * {@link RewriteBenchmark} makes such folders. The first third of the rounds warms up and is not counted. Where the machine does something else
 * meanwhile, the time that passes says nothing; the processor time of the thread that had most to do then says how well the work was divided.
 */
public final class ThreadsBenchmark {
    private static final Storage STORAGE = new LocalStorage();

    private ThreadsBenchmark() {}

    /** See the class comment. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 1) {
            System.err.println("ThreadsBenchmark FOLDER [ROUNDS] [as-read|automatic]");
            System.exit(2);
        }
        List<Path> inputs;
        try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            inputs = files.sorted().toList();
        }
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 9;
        RowOrder order =
                arguments.length > 2 && arguments[2].equals("automatic") ? RowOrder.automatic() : RowOrder.asRead();
        Path output = Files.createTempFile("threads", ".parquet");
        ExecutorService helper = Executors.newSingleThreadExecutor();
        try {
            long[][] times = new long[2][rounds];
            long[][] busiest = new long[2][rounds];
            for (int round = 0; round < rounds; round++) {
                for (int helpers = 0; helpers < 2; helpers++) {
                    Files.deleteIfExists(output);
                    long helperCpu = helper.submit(ThreadsBenchmark::cpuNanos).get();
                    long cpu = cpuNanos();
                    long start = System.nanoTime();
                    ParquetRewriter.rewrite(request(inputs, output, order)
                            .helpers(helper, helpers)
                            .build());
                    times[helpers][round] = System.nanoTime() - start;
                    busiest[helpers][round] = Math.max(
                            cpuNanos() - cpu,
                            helper.submit(ThreadsBenchmark::cpuNanos).get() - helperCpu);
                }
            }
            print("time", times);
            print("CPU of the busiest thread", busiest);
        } finally {
            helper.shutdown();
            Files.deleteIfExists(output);
        }
    }

    private static RewriteRequest.Builder request(List<Path> inputs, Path output, RowOrder order) throws IOException {
        RewriteRequest.Builder request = RewriteRequest.builder(schema(inputs.get(0)))
                .order(order)
                .memoryLimitBytes(1L << 30)
                .outputs(index -> STORAGE.create(output.toString()));
        inputs.forEach(input -> request.input(RewriteInput.of(input.toString(), () -> STORAGE.open(input.toString()))));
        return request;
    }

    private static MessageType schema(Path file) throws IOException {
        try (ParquetFile open = ParquetFile.open(STORAGE.open(file.toString()))) {
            return open.schema();
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void print(String what, long[][] times) {
        System.out.printf(
                Locale.ROOT,
                "%s: one thread %.3f s, two threads %.3f s: %.2f%n",
                what,
                Medians.afterWarmUp(times[0]) / 1e9,
                Medians.afterWarmUp(times[1]) / 1e9,
                (double) Medians.afterWarmUp(times[1]) / Medians.afterWarmUp(times[0]));
    }
}
