package io.github.deltamaint.parquet.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.MemoryFile;
import io.github.deltamaint.parquet.MemoryOutputs;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.RowSelection;
import io.github.deltamaint.parquet.Shredded;
import io.github.deltamaint.parquet.Shredded.Entry;
import io.github.deltamaint.parquet.SortColumn;
import io.github.deltamaint.parquet.SpilledRows;
import io.github.deltamaint.parquet.WriteSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The same rows and settings give the same bytes: in any run, with any number of threads, on any JDK. The digests of these bytes are written down here. Who changes what is written on
 * purpose writes down the new ones; anybody else has found an accident.
 */
class DeterminismTest {
    private static final int ROWS_OF_FILE = 30_000;
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message m {"
            + " required int64 id; optional int32 category; required binary name (STRING); optional double price;"
            + " required int64 day; optional group tags (LIST) { repeated group list { optional binary element; } } }");

    @TempDir
    Path directory;

    private enum Way {
        AS_READ,
        COLUMNS,
        AUTOMATIC,
        SPILLED,
        SPILLED_AUTOMATIC;

        RowOrder order() {
            return switch (this) {
                case AS_READ, SPILLED -> RowOrder.asRead();
                case COLUMNS -> RowOrder.columns(SortColumn.of("category"), SortColumn.of("day"));
                case AUTOMATIC, SPILLED_AUTOMATIC -> RowOrder.automatic();
            };
        }
    }

    private static List<RewriteInput> inputs() {
        Random random = new Random(20_261_130);
        List<RewriteInput> inputs = new ArrayList<>();
        for (int file = 0; file < 3; file++) {
            Shredded rows = Shredded.empty(SCHEMA);
            for (int row = 0; row < ROWS_OF_FILE; row++) {
                int category = random.nextInt(40);
                add(rows, 0, new Entry(0, 0, (long) file * ROWS_OF_FILE + row));
                add(rows, 1, category == 7 ? new Entry(0, 0, null) : new Entry(0, 1, category));
                add(rows, 2, new Entry(0, 0, Binary.fromString("name " + category + " " + random.nextInt(300))));
                add(
                        rows,
                        3,
                        row % 11 == 0
                                ? new Entry(0, 0, null)
                                : new Entry(0, 1, Double.doubleToRawLongBits(random.nextInt(5000) / 100.0)));
                add(rows, 4, new Entry(0, 0, (long) row / 300));
                add(rows, 5, new Entry(0, 3, Binary.fromString("t" + random.nextInt(5))));
            }
            MemoryFile written = rows.write(
                    "input-" + file,
                    ParquetProperties.builder().build(),
                    CompressionCodecName.UNCOMPRESSED,
                    ROWS_OF_FILE / 2,
                    Map.of());
            inputs.add(written.input()
                    .select(RowSelection.builder()
                            .delete(file * 100L, file * 100L + 50)
                            .build()));
        }
        return inputs;
    }

    private static void add(Shredded rows, int leaf, Entry entry) {
        rows.columns().get(leaf).add(List.of(entry));
    }

    @ParameterizedTest
    @CsvSource({
        "AS_READ, 70fc30691aee4efaa61eacb0aff83948",
        "COLUMNS, b8d6889cf26f402fe4dc792e8d003543",
        "AUTOMATIC, e6e356ded1d501a0628e52c86a2606f7",
        "SPILLED, 710cf1cedb5af6bdac2444f8651bed67",
        "SPILLED_AUTOMATIC, 6c739fbff55024b63daab1dae9dc0f64"
    })
    void theBytesAreThoseWrittenDown(Way way, String digest) throws IOException {
        List<RewriteInput> inputs = inputs();
        for (int helpers : new int[] {0, 1, 3}) {
            assertThat(digest(rewrite(way, inputs, helpers)))
                    .as("%s with %d helpers", way, helpers)
                    .isEqualTo(digest);
        }
    }

    private MemoryOutputs rewrite(Way way, List<RewriteInput> inputs, int helpers) throws IOException {
        ExecutorService executor = Executors.newFixedThreadPool(3);
        MemoryOutputs outputs = new MemoryOutputs();
        try {
            RewriteRequest request = RewriteRequest.builder(SCHEMA)
                    .inputs(inputs)
                    .settings(WriteSettings.builder()
                            .compression(Compression.UNCOMPRESSED)
                            .createdBy("determinism")
                            .build())
                    .order(way.order())
                    .helpers(executor, helpers)
                    .outputs(outputs)
                    .build();
            if (way.name().startsWith("SPILLED")) {
                int rows = 3 * (ROWS_OF_FILE - 50);
                SpillJobTest.Listed buckets = SpillJobTest.Listed.random(4, rows, new Random(1));
                try (SpilledRows spilled = new SpillJob(request, buckets, directory, Clock.systemUTC(), 20_000).run()) {
                    new PieceJob(
                                    request,
                                    new SpillJobTest.ShuffledBuckets(spilled, buckets, new Random(2)),
                                    Integer.MAX_VALUE)
                            .run();
                }
            } else {
                ParquetRewriter.rewrite(request);
            }
        } finally {
            executor.shutdownNow();
        }
        return outputs;
    }

    private static String digest(MemoryOutputs outputs) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int file = 0; file < outputs.files.size(); file++) {
                digest.update(("file " + file).getBytes(StandardCharsets.UTF_8));
                digest.update(outputs.files.get(file).content());
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
