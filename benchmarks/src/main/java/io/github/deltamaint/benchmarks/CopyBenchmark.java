package io.github.deltamaint.benchmarks;

import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.ByteSink;
import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.parquet.ParquetFile;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Merges a file that has large row groups with itself, and compares the time with that of copying as many bytes through the same storage.
 *
 * <pre>
 * CopyBenchmark FILE [COPIES] [ROUNDS]
 * </pre>
 *
 * The outputs of {@link RewriteBenchmark} are such files. The first third of the rounds warms up and is not counted.
 */
public final class CopyBenchmark {
    private static final Storage STORAGE = new LocalStorage();
    private static final int PIECE = 1 << 20;

    private CopyBenchmark() {}

    /** See the class comment. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 1) {
            System.err.println("CopyBenchmark FILE [COPIES] [ROUNDS]");
            System.exit(2);
        }
        String file = arguments[0];
        int copies = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 4;
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 9;
        Path output = Files.createTempFile("copies", ".parquet");
        long[] plain = new long[rounds];
        long[] merged = new long[rounds];
        RewriteResult result = null;
        for (int round = 0; round < rounds; round++) {
            Files.deleteIfExists(output);
            long start = cpuNanos();
            copy(file, copies, output);
            plain[round] = cpuNanos() - start;
            Files.deleteIfExists(output);
            start = cpuNanos();
            result = merge(file, copies, output);
            merged[round] = cpuNanos() - start;
        }
        Files.deleteIfExists(output);
        System.out.printf(
                Locale.ROOT,
                "%s%nplain copy %.3f s of CPU, merging %.3f s: %.2f%n",
                result == null ? "" : result.copied(),
                Medians.afterWarmUp(plain) / 1e9,
                Medians.afterWarmUp(merged) / 1e9,
                (double) Medians.afterWarmUp(merged) / Medians.afterWarmUp(plain));
    }

    private static void copy(String file, int copies, Path output) throws IOException {
        byte[] piece = new byte[PIECE];
        try (ByteSink sink = STORAGE.create(output.toString())) {
            for (int i = 0; i < copies; i++) {
                try (ByteSource source = STORAGE.open(file)) {
                    for (long at = 0; at < source.length(); at += PIECE) {
                        int length = (int) Math.min(PIECE, source.length() - at);
                        source.readFully(at, piece, 0, length);
                        sink.write(piece, 0, length);
                    }
                }
            }
        }
    }

    private static RewriteResult merge(String file, int copies, Path output) throws IOException {
        RewriteRequest.Builder request;
        try (ParquetFile open = ParquetFile.open(STORAGE.open(file))) {
            request = RewriteRequest.builder(open.schema());
        }
        for (int i = 0; i < copies; i++) {
            request.input(RewriteInput.of(file, () -> STORAGE.open(file)));
        }
        return ParquetRewriter.rewrite(request.copying(true)
                .outputs(index -> STORAGE.create(output.toString()))
                .build());
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
