package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.deltamaint.Append;
import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.HistoryEntry;
import io.github.deltamaint.TableMaintenance;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two services share a lakehouse that a third one writes to; one of them is killed in the middle of a table. */
class LakehouseProcessesTest {
    private static final int TABLES = 3;

    @TempDir
    Path directory;

    private Path lake;
    private final List<String> services = new ArrayList<>();
    private long appended;

    @Test
    void noTableIsMaintainedTwiceAtOnceAndTheSurvivorTakesOver() throws Exception {
        run(Duration.ofSeconds(3), Duration.ofSeconds(5));
    }

    /** The same for a minute. */
    @Test
    @Soak
    void noTableIsMaintainedTwiceAtOnceForAMinute() throws Exception {
        run(Duration.ofSeconds(25), Duration.ofSeconds(35));
    }

    private void run(Duration before, Duration after) throws Exception {
        lake = directory.resolve("lake");
        for (int i = 0; i < TABLES; i++) {
            TestTable.in(lake.resolve("table" + i))
                    .columns(new Columns().longs("id", 1L).strings("note", "x").type())
                    .create();
        }
        Process survivor = start("survivor");
        Process victim = start("victim1");
        Optional<String> interrupted = Optional.empty();
        long killedAt = 0;
        try {
            append(before);
            // Processes cannot be stopped at a line, so one that had just finished is no proof, and another one is
            // started.
            for (int victims = 2; interrupted.isEmpty(); victims++) {
                awaitWork(services.get(services.size() - 1));
                victim.destroyForcibly().waitFor();
                killedAt = System.currentTimeMillis();
                interrupted = tableHeldBy(services.get(services.size() - 1), killedAt);
                assertThat(victims)
                        .as("attempts to kill a service in the middle of a table")
                        .isLessThan(20);
                if (interrupted.isEmpty()) {
                    victim = start("victim" + victims);
                }
            }
            long optimizes = optimizes(interrupted.get());
            append(after);
            awaitMoreThan(optimizes, interrupted.get());
            assertThat(survivor.isAlive()).isTrue();
        } finally {
            victim.destroyForcibly();
            survivor.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
        }
        int spans = requireNoTwoAtOnce(killedAt);
        for (int i = 0; i < TABLES; i++) {
            assertThat(new KernelReader().rows(lake.resolve("table" + i)).texts())
                    .doesNotHaveDuplicates()
                    .hasSize((int) appended);
        }
        System.out.printf(
                "%d rows to each of %d tables, %d times maintained by %d services, killed in the middle of %s%n",
                appended, TABLES, spans, services.size(), interrupted.orElseThrow());
    }

    private Process start(String name) throws IOException {
        services.add(name);
        return JavaProcesses.of(LakehouseLoop.class, "256m", lake.toString(), name)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile())
                .start();
    }

    private String output(String service) throws IOException {
        return Files.readString(directory.resolve(service + ".log"));
    }

    /** What a service has done, without what the library logs. */
    private List<String> said(String service) throws IOException {
        return output(service)
                .lines()
                .filter(line -> line.matches("(work|commit|done) table\\d \\d+"))
                .toList();
    }

    /** Appends until a service is working on a table. */
    private void awaitWork(String service) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            List<String> said = said(service);
            if (!said.isEmpty() && said.get(said.size() - 1).startsWith("work ")) {
                return;
            }
            assertThat(System.nanoTime())
                    .as("%s never began: %s", service, said)
                    .isLessThan(end);
            appendOnce();
        }
    }

    /** Appends until somebody takes care of a table again, which takes as long as a lease. */
    private void awaitMoreThan(long optimizes, String table) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (optimizes(table) <= optimizes) {
            assertThat(System.nanoTime())
                    .as("the survivor never took over %s", table)
                    .isLessThan(end);
            appendOnce();
        }
    }

    /** The table whose lease a service still had at a time. */
    private Optional<String> tableHeldBy(String service, long time) throws IOException {
        for (int i = 0; i < TABLES; i++) {
            Path leases = lake.resolve("table" + i).resolve("_deltamaint");
            if (!Files.isDirectory(leases)) {
                continue;
            }
            try (Stream<Path> files = Files.list(leases)) {
                Optional<Path> top = files.filter(
                                file -> file.getFileName().toString().matches("lease-\\d+\\.json"))
                        .max(Path::compareTo);
                if (top.isPresent()) {
                    JsonNode lease = new ObjectMapper().readTree(Files.readString(top.get()));
                    if (lease.get("holder").asText().equals(service)
                            && lease.get("expiresAt").asLong() > time) {
                        return Optional.of("table" + i);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** What a service certainly did to a table under one lease: from its first rewrite to its last commit. */
    private record Span(String service, long from, long to) {}

    private int requireNoTwoAtOnce(long killedAt) throws IOException {
        Map<String, List<Span>> spans = new HashMap<>();
        int count = 0;
        for (String service : services) {
            assertThat(output(service))
                    .as("what %s said", service)
                    .doesNotContain("lost to version")
                    .doesNotContain("Exception")
                    .doesNotContain("failure");
            Map<String, Span> open = new HashMap<>();
            for (String line : said(service)) {
                String[] words = line.split(" ");
                String table = words[1];
                if (words[0].equals("done")) {
                    Span span = open.remove(table);
                    if (span != null) {
                        spans.computeIfAbsent(table, any -> new ArrayList<>()).add(span);
                        count++;
                    }
                } else {
                    long time = Long.parseLong(words[2]);
                    Span begun = open.getOrDefault(table, new Span(service, time, time));
                    open.put(table, new Span(service, begun.from(), time));
                }
            }
            // What was killed worked until then.
            open.forEach((table, span) -> spans.computeIfAbsent(table, any -> new ArrayList<>())
                    .add(new Span(
                            service,
                            span.from(),
                            service.equals("survivor") ? span.to() : Math.max(span.to(), killedAt))));
        }
        spans.forEach((table, all) -> {
            all.sort((left, right) -> Long.compare(left.from(), right.from()));
            for (int i = 1; i < all.size(); i++) {
                if (!all.get(i).service().equals(all.get(i - 1).service())) {
                    assertThat(all.get(i).from())
                            .as("%s: %s", table, all)
                            .isGreaterThanOrEqualTo(all.get(i - 1).to());
                }
            }
        });
        return count;
    }

    private void append(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            appendOnce();
        }
    }

    /** The same row to all tables, a commit each. */
    private void appendOnce() {
        for (int i = 0; i < TABLES; i++) {
            try (Append append =
                    DeltaMaintenance.table(lake.resolve("table" + i).toString()).append()) {
                append.row(Map.of("id", appended, "note", "row")).commit();
            }
        }
        appended++;
    }

    private long optimizes(String name) {
        TableMaintenance table = DeltaMaintenance.table(lake.resolve(name).toString());
        long count = 0;
        for (HistoryEntry commit : table.history(Integer.MAX_VALUE)) {
            count += commit.operation().equals(Optional.of("OPTIMIZE")) ? 1 : 0;
        }
        return count;
    }
}
