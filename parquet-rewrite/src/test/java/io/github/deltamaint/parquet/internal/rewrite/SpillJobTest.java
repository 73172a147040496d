package io.github.deltamaint.parquet.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.deltamaint.parquet.ArrangedPieces;
import io.github.deltamaint.parquet.Compression;
import io.github.deltamaint.parquet.Dictionaries;
import io.github.deltamaint.parquet.Encodings;
import io.github.deltamaint.parquet.MemoryOutputs;
import io.github.deltamaint.parquet.ParquetRewriter;
import io.github.deltamaint.parquet.RandomInputs;
import io.github.deltamaint.parquet.RandomSchemas;
import io.github.deltamaint.parquet.RewriteInput;
import io.github.deltamaint.parquet.RewriteRequest;
import io.github.deltamaint.parquet.RewriteResult;
import io.github.deltamaint.parquet.RowArrangement;
import io.github.deltamaint.parquet.RowBuckets;
import io.github.deltamaint.parquet.RowOrder;
import io.github.deltamaint.parquet.Shredded;
import io.github.deltamaint.parquet.SpillException;
import io.github.deltamaint.parquet.SpilledRows;
import io.github.deltamaint.parquet.WriteSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that go through temporary files, compared with records that a naive model picks one by one and with what parquet-java reads. */
class SpillJobTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2001-09-09T01:46:40Z"), ZoneOffset.UTC);

    @TempDir
    Path directory;

    /** Buckets as a list says. */
    static final class Listed implements RowBuckets {
        private final int count;
        private final int[] buckets;
        private int at;

        Listed(int count, int[] buckets) {
            this.count = count;
            this.buckets = buckets;
        }

        static Listed random(int count, int rows, Random random) {
            return new Listed(count, random.ints(rows, 0, count).toArray());
        }

        @Override
        public int count() {
            return count;
        }

        @Override
        public void next(int[] target, int rows) {
            System.arraycopy(buckets, at, target, 0, rows);
            at += rows;
        }

        int[] rowsOf(int bucket) {
            List<Integer> rows = new ArrayList<>();
            for (int row = 0; row < buckets.length; row++) {
                if (buckets[row] == bucket) {
                    rows.add(row);
                }
            }
            return rows.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /** Each bucket is a piece of one output, its rows in any order. */
    static final class ShuffledBuckets implements ArrangedPieces {
        private final SpilledRows spilled;
        private final Listed listed;
        private final Random random;
        private final List<Integer> rows = new ArrayList<>();
        private int bucket;

        ShuffledBuckets(SpilledRows spilled, Listed listed, Random random) {
            this.spilled = spilled;
            this.listed = listed;
            this.random = random;
        }

        /** The rows of all buckets so far, as they are arranged. */
        int[] rows() {
            return rows.stream().mapToInt(Integer::intValue).toArray();
        }

        @Override
        public Piece next() {
            while (bucket < listed.count() && spilled.rows(bucket) == 0) {
                bucket++;
            }
            if (bucket == listed.count()) {
                return null;
            }
            int[] ofBucket = listed.rowsOf(bucket);
            int[] order = ArrangedJobTest.shuffled(ofBucket.length, random);
            for (int place : order) {
                rows.add(ofBucket[place]);
            }
            return new Piece(spilled.inputs(bucket++), RowArrangement.of(order, new int[] {order.length}));
        }
    }

    @Property(tries = 150)
    void whatIsSpilledComesBackInAnyOrder(
            @ForAll @IntRange(min = 1, max = 4) int inputs,
            @ForAll @IntRange(min = 1, max = 300) int records,
            @ForAll @IntRange(min = 1, max = 12) int buckets,
            @ForAll @IntRange(min = 1, max = 400) int rowsAtOnce,
            @ForAll @IntRange(min = 1, max = 400) int rowGroupRows,
            @ForAll Encodings encodings,
            @ForAll Dictionaries dictionaries,
            @ForAll Compression compression,
            @ForAll boolean helped,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 4);
        Shredded surviving = Shredded.empty(schema);
        List<RewriteInput> requested = ArrangedJobTest.inputs(inputs, records, schema, surviving, random);
        Listed listed = Listed.random(buckets, surviving.records(), random);
        MemoryOutputs outputs = new MemoryOutputs();
        Path spill = Files.createTempDirectory("spill");
        ExecutorService executor = Executors.newFixedThreadPool(2);
        RewriteRequest request = RewriteRequest.builder(schema)
                .inputs(requested)
                .settings(WriteSettings.builder()
                        .compression(compression)
                        .rowGroupRows(rowGroupRows)
                        .pageRows(1 + random.nextInt(300))
                        .pageBytes(64 + random.nextInt(4000))
                        .dictionaryBytes(random.nextInt(3000))
                        .encodings(encodings)
                        .dictionaries(dictionaries)
                        .build())
                .helpers(executor, helped ? 2 : 0)
                .outputs(outputs)
                .build();
        try (SpilledRows spilled = new SpillJob(request, listed, spill, CLOCK, rowsAtOnce).run()) {
            assertThat(spilled.rows()).isEqualTo(surviving.records());
            for (int leaf = 0; leaf < schema.getColumns().size(); leaf++) {
                assertThat(spilled.nullCounts().get(leaf)).isEqualTo(surviving.nullCount(leaf));
            }
            assertThat(list(spill)).as("files have no name").isEmpty();
            if (surviving.records() > 0) {
                ShuffledBuckets pieces = new ShuffledBuckets(spilled, listed, random);
                RewriteResult result = new PieceJob(request, pieces, rowsAtOnce).run();

                outputs.check(
                        result,
                        surviving.pick(
                                pieces.rows.stream().mapToInt(Integer::intValue).toArray()));
                assertThat(result.nullCounts()).isEqualTo(spilled.nullCounts());
                assertThat(result.rowsWritten()).isEqualTo(surviving.records());
            }
        } finally {
            executor.shutdownNow();
            Files.delete(spill);
        }
    }

    @Property(tries = 60)
    void anOrderWithinRowGroupsKeepsTheRowsOfEachPiece(
            @ForAll @IntRange(min = 1, max = 300) int records,
            @ForAll @IntRange(min = 1, max = 6) int buckets,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        MessageType schema = RandomSchemas.schema(random, 4);
        Shredded surviving = Shredded.empty(schema);
        List<RewriteInput> requested = ArrangedJobTest.inputs(2, records, schema, surviving, random);
        if (surviving.records() == 0) {
            return;
        }
        Listed listed = Listed.random(buckets, surviving.records(), random);
        MemoryOutputs outputs = new MemoryOutputs();
        RewriteRequest request = RewriteRequest.builder(schema)
                .inputs(requested)
                .order(RowOrder.automatic())
                .outputs(outputs)
                .build();
        Path spill = Files.createTempDirectory("spill");
        try (SpilledRows spilled = ParquetRewriter.spill(request, listed, spill, CLOCK)) {
            ShuffledBuckets pieces = new ShuffledBuckets(spilled, listed, random);
            ParquetRewriter.rewrite(request, pieces);

            List<List<Object>> written = ArrangedJobTest.rows(Shredded.read(outputs.files.get(0)));
            int from = 0;
            for (int bucket = 0; bucket < buckets; bucket++) {
                int[] rows = listed.rowsOf(bucket);
                assertThat(written.subList(from, from + rows.length))
                        .containsExactlyInAnyOrderElementsOf(ArrangedJobTest.rows(surviving.pick(rows)));
                from += rows.length;
            }
        } finally {
            Files.delete(spill);
        }
    }

    private static RewriteRequest.Builder request(int records, MemoryOutputs outputs) {
        Random random = new Random(3);
        MessageType schema = RandomSchemas.schema(random, 2);
        return RewriteRequest.builder(schema)
                .input(RandomInputs.write(Shredded.random(schema, records, random), "input", random)
                        .input())
                .outputs(outputs);
    }

    @Test
    void nothingIsLeftAfterAFailureOrACancellation() throws IOException {
        Path spill = directory.resolve("deep/spill");
        RowBuckets failing = new RowBuckets() {
            @Override
            public int count() {
                return 2;
            }

            @Override
            public void next(int[] target, int rows) throws IOException {
                throw new IOException("the keys are gone");
            }
        };
        RewriteRequest.Builder builder = request(100, new MemoryOutputs());
        assertThatThrownBy(() -> ParquetRewriter.spill(builder.build(), failing, spill, CLOCK))
                .hasMessage("the keys are gone");
        assertThat(list(spill)).isEmpty();

        AtomicInteger asked = new AtomicInteger();
        RewriteRequest cancelled =
                builder.cancelled(() -> asked.incrementAndGet() > 5).build();
        assertThatThrownBy(() -> ParquetRewriter.spill(cancelled, new Listed(1, new int[100]), spill, CLOCK))
                .isInstanceOf(CancellationException.class);
        assertThat(list(spill)).isEmpty();
        SpillSpace space = SpillSpace.in(spill, CLOCK, 1, () -> false);
        space.close();
        assertThatThrownBy(space::take).isInstanceOf(SpillException.class);
    }

    @Test
    void whatWasReadAfterTheSpaceIsFreedFails() throws IOException {
        SpilledRows spilled = ParquetRewriter.spill(
                request(100, new MemoryOutputs()).build(), new Listed(1, new int[100]), directory, CLOCK);
        assertThat(spilled.bytes()).isPositive();
        spilled.close();
        assertThatThrownBy(() -> spilled.inputs(0).get(0).opener().open()).isInstanceOf(SpillException.class);
    }

    @Test
    void aDirectoryThatIsTooSmallOrCannotBeUsedIsRefusedAndSaysWhatToDo() throws IOException {
        assertThatThrownBy(() -> SpillSpace.in(directory, CLOCK, 1L << 60, () -> false))
                .isInstanceOf(SpillException.class)
                .hasMessageStartingWith("cannot spill to the directory " + directory + ": it has ")
                .hasMessageContaining("MiB free, and about 1,099,511,627,776 MiB are needed")
                .hasMessageEndingWith(
                        "Choose another spill directory, or a higher memory limit, so that less is spilled");
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> SpillSpace.in(file.resolve("below"), CLOCK, 1, () -> false))
                .isInstanceOf(SpillException.class)
                .hasMessageContaining("it cannot be written or read");
    }

    @Test
    @SuppressWarnings("try") // to have the space is enough
    void whatWasPromisedToOthersIsWaitedForOrRefused() throws Exception {
        long most = Files.getFileStore(directory).getUsableSpace() / 3 * 2;
        CountDownLatch opened = new CountDownLatch(1);
        CountDownLatch enough = new CountDownLatch(1);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<?> first = other.submit(() -> {
                try (SpillSpace space = SpillSpace.in(directory, CLOCK, most, () -> false)) {
                    opened.countDown();
                    enough.await();
                }
                return null;
            });
            opened.await();
            AtomicInteger asked = new AtomicInteger();
            assertThatThrownBy(() -> SpillSpace.in(directory, CLOCK, most, () -> asked.incrementAndGet() == 2))
                    .isInstanceOf(CancellationException.class);
            SpillSpace.in(directory, CLOCK, 1, () -> true).close();
            SpillSpace.in(directory, CLOCK, most, () -> {
                        enough.countDown();
                        return false;
                    })
                    .close();
            first.get();
            try (SpillSpace own = SpillSpace.in(directory, CLOCK, most, () -> false)) {
                assertThatThrownBy(() -> SpillSpace.in(directory, CLOCK, most, () -> false))
                        .as("who waited for itself would wait for ever")
                        .isInstanceOf(SpillException.class)
                        .hasMessageContaining("are needed");
            }
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void aDiskThatIsFullInTheMiddleIsNamed() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full));
        try (SpillFile file = new SpillFile(0, directory, FileChannel.open(full, StandardOpenOption.WRITE))) {
            file.write(new byte[100], 0, 100);
            assertThatThrownBy(file::flush)
                    .isInstanceOf(SpillException.class)
                    .hasMessageContaining("cannot spill to the directory " + directory)
                    .hasMessageContaining("Choose another spill directory");
        }
    }

    @Test
    void emptyFilesThatKilledProcessesLeftAreRemovedAndNothingElse() throws IOException {
        Path left = aged("delta-maintenance-1.spill", "", 3600);
        Path young = aged("delta-maintenance-2.spill", "", 60);
        Path full = aged("delta-maintenance-3.spill", "data", 3600);
        Path other = aged("other.spill", "", 3600);
        SpillSpace.in(directory, CLOCK, 1, () -> false).close();
        assertThat(left).doesNotExist();
        assertThat(list(directory)).containsExactlyInAnyOrder(young, full, other);
    }

    private Path aged(String name, String content, int seconds) throws IOException {
        Path file = Files.writeString(directory.resolve(name), content);
        return Files.setLastModifiedTime(file, FileTime.from(CLOCK.instant().minusSeconds(seconds)));
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
