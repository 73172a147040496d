package io.github.deltamaint.vacuum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.common.StorageException;
import io.github.deltamaint.log.storage.FileListing;
import io.github.deltamaint.log.storage.FileStatus;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.parquet.ByteSource;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the log is read and the store listed at the same time: within the limit, and neither goes on when the other fails. */
class VacuumListingTest {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    private static final Instant NOW = START.plus(Duration.ofDays(30));
    private static final int PARTITIONS = 24;
    private static final int THREADS = 3;

    @TempDir
    Path directory;

    private final Store store = new Store();

    @SuppressWarnings("NullAway.Init") // made before each test
    private TestTable table;

    /** Each partition has a live file, one that a commit has removed, and one that was never committed. */
    @BeforeEach
    void makeTable() {
        table = TestTable.in(directory)
                .partitionedBy("region")
                .startingAt(START)
                .append(rows(0));
        for (int i = 1; i < PARTITIONS; i++) {
            table.append(rows(i));
        }
        for (int i = 0; i < PARTITIONS; i++) {
            table.append(rows(i));
            table.remove(table.files().get(0));
            table.orphan("region=r" + i + "/stray.parquet", START);
        }
    }

    private static Columns rows(int region) {
        return new Columns().longs("id", (long) region).strings("region", "r" + region);
    }

    private VacuumPlan plan() {
        return plan(Duration.ofDays(7));
    }

    private VacuumPlan plan(Duration retention) {
        return Vacuums.of(store.proxy(), directory.toString(), Clock.fixed(NOW, ZoneOffset.UTC))
                .plan(settings -> settings.retain(retention).maxConcurrency(THREADS));
    }

    @Test
    void listsWhileTheLogIsRead() {
        CountDownLatch listed = new CountDownLatch(PARTITIONS);
        store.onList = path -> listed.countDown();
        // What the commits removed is read after the latest version is known, so each for the second time. One of them
        // waits: the others leave room for the listing.
        store.onRead = (path, times) -> {
            if (times == 2 && path.endsWith("/00000000000000000030.json")) {
                await(listed);
            }
        };
        assertThat(plan().candidateCount()).isEqualTo(2 * PARTITIONS);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).as("listed by now").isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void findsWhatIsOnEveryPageOfALargeDirectory() {
        for (int i = 0; i < 2500; i++) {
            table.orphan("region=r3/stray-" + i + ".parquet", START);
        }
        assertThat(plan().candidateCount()).isEqualTo(2 * PARTITIONS + 2500);
    }

    @Test
    void asksForNoMoreAtTheSameTimeThanItMay() {
        store.delayMillis = 2;
        plan();
        assertThat(store.mostAtOnce).hasValueBetween(2, THREADS);
    }

    @Test
    void stopsListingWhenTheLogCannotBeUnderstood() throws Exception {
        store.delayMillis = 2;
        store.onRead = (path, times) -> {
            if (times == 2) {
                throw new IOException("the log is gone");
            }
        };
        assertThatThrownBy(() -> plan(Duration.ofDays(60))).hasStackTraceContaining("the log is gone");
        assertThat(store.running).hasValue(0);
        int listings = store.listings.get();
        Thread.sleep(50);
        assertThat(store.listings).hasValue(listings);
    }

    @Test
    void aListingThatBreaksOffBecauseTheStoreHasTooMuchToDoGoesOnWhereItWas() {
        store.breakOff = Map.of(1, new IOException("503 Slow Down"));
        VacuumPlan plan = plan();
        assertThat(plan.candidateCount()).isEqualTo(2 * PARTITIONS);
        assertThat(store.listings.get()).isGreaterThan(PARTITIONS + 1);
        assertThat(Vacuums.paths(plan)).doesNotHaveDuplicates();
    }

    /** What is on pages that had come before the listing broke off is not looked at twice. */
    @Test
    void aLargeDirectoryWhoseListingBreaksOffIsStillSeenOnce() {
        for (int i = 0; i < 2500; i++) {
            table.orphan("region=r3/stray-" + i + ".parquet", START);
        }
        store.breakOff = Map.of(1500, new IOException("503 Slow Down"));
        VacuumPlan plan = plan();
        assertThat(plan.candidateCount()).isEqualTo(2 * PARTITIONS + 2500);
        assertThat(Vacuums.paths(plan)).doesNotHaveDuplicates();
        assertThat(plan.kept().stream()
                        .filter(kept -> kept.reason() == KeptFiles.Reason.LIVE)
                        .mapToLong(KeptFiles::files)
                        .sum())
                .isEqualTo(PARTITIONS);
    }

    /** A file system that does not tell cases apart may list a live file under a name that the log does not know. */
    @Test
    void aLiveFileThatIsListedUnderAnotherNameStopsThePlan() {
        String live = table.files().get(0).file().getFileName().toString();
        store.shown = status -> status.name().equals(live)
                ? new FileStatus(
                        status.path().replace(live, live.toUpperCase(Locale.ROOT)),
                        status.size(),
                        status.modificationTimeMillis(),
                        false)
                : status;
        assertThatThrownBy(this::plan)
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining(live)
                .hasMessageContaining("is there, but the listing of the table does not show it");
    }

    @Test
    void aListingThatBreaksOffForAnotherReasonFailsThePlan() {
        store.breakOff = Map.of(1, new IOException("the disk is gone"));
        assertThatThrownBy(this::plan)
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("list")
                .hasStackTraceContaining("the disk is gone");
        assertThat(store.running).hasValue(0);
    }

    /** A local storage that counts what goes on at the same time, and fails when it is told to. */
    private static final class Store {
        private final LocalStorage local = new LocalStorage();
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger mostAtOnce = new AtomicInteger();
        private final AtomicInteger listings = new AtomicInteger();
        private final Map<String, Integer> reads = new ConcurrentHashMap<>();
        private volatile long delayMillis;
        private volatile OnList onList = path -> {};
        private volatile UnaryOperator<FileStatus> shown = UnaryOperator.identity();
        private volatile OnRead onRead = (path, times) -> {};

        /** After so many entries the first listing of a directory fails. */
        private volatile Map<Integer, IOException> breakOff = Map.of();

        private interface OnList {
            void listed(String path);
        }

        private interface OnRead {
            void read(String path, int times) throws IOException;
        }

        Storage proxy() {
            return proxy(Storage.class, local, (method, arguments, result) -> switch (method.getName()) {
                case "list", "listRecursively" -> list((String) arguments[0], (FileListing) result);
                case "open" -> open((String) arguments[0], (ByteSource) result);
                default -> result;
            });
        }

        /** Is given what a call gave, and gives what the caller gets. */
        private interface After {
            @Nullable Object of(Method method, Object[] arguments, @Nullable Object result) throws IOException;
        }

        private static <T> T proxy(Class<T> type, T target, After after) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        try {
                            return after.of(method, arguments, method.invoke(target, arguments));
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }

        private ByteSource open(String path, ByteSource source) throws IOException {
            if (!path.endsWith(".json")) {
                return source;
            }
            begin();
            ByteSource watched = proxy(ByteSource.class, source, (method, arguments, result) -> {
                if (method.getName().equals("close")) {
                    running.decrementAndGet();
                }
                return result;
            });
            try {
                onRead.read(path, reads.merge(path, 1, Integer::sum));
                return watched;
            } catch (IOException e) {
                watched.close();
                throw e;
            }
        }

        private void begin() {
            mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                Thread.sleep(delayMillis);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private FileListing list(String path, FileListing listing) {
            if (path.contains("_delta_log")) {
                return listing;
            }
            begin();
            running.decrementAndGet();
            listings.incrementAndGet();
            onList.listed(path);
            boolean first = reads.merge("list " + path, 1, Integer::sum) == 1;
            return new FileListing() {
                private int delivered;

                @Override
                public @Nullable FileStatus next() throws IOException {
                    IOException failure = first ? breakOff.get(delivered) : null;
                    if (failure != null) {
                        throw failure;
                    }
                    if (delivered++ == 0) {
                        begin();
                        running.decrementAndGet();
                    }
                    FileStatus next = listing.next();
                    return next == null ? null : shown.apply(next);
                }

                @Override
                public void close() throws IOException {
                    listing.close();
                }
            };
        }
    }
}
