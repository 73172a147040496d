package io.github.deltamaint.vacuum;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.common.DataSize;
import io.github.deltamaint.common.InvalidOperationException;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.ParquetJavaReader;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Whatever a table's past: nothing that is needed goes, and everything that is not needed and old enough does. A naive model decides which is which. */
class VacuumModelTest {
    private static final ParquetJavaReader JUDGE = new ParquetJavaReader();

    private Path path = Path.of("");
    private List<String> partitionColumns = List.of();
    private Instant now = Instant.EPOCH;
    private UnaryOperator<VacuumSettings.Builder> settings = UnaryOperator.identity();

    @Property(tries = 15, shrinking = ShrinkingMode.OFF)
    void deletesExactlyWhatNobodyNeeds(@ForAll long seed) throws IOException {
        checkOne(seed);
        for (int more = Integer.getInteger("deltamaint.vacuum.morePasts", 0); more > 0; more--) {
            checkOne(seed + more);
        }
    }

    private void checkOne(long seed) throws IOException {
        Path directory = Files.createTempDirectory("vacuum");
        try {
            check(directory.resolve("table"), new Random(seed));
        } finally {
            try (Stream<Path> contents = Files.walk(directory)) {
                contents.sorted(Comparator.reverseOrder())
                        .forEach(each -> each.toFile().delete());
            }
        }
    }

    private void check(Path directory, Random random) throws IOException {
        RandomHistory history = new RandomHistory(directory, random);
        TestTable table = history.make();
        path = directory;
        partitionColumns = table.partitionColumns();
        Instant cutoff =
                random.nextInt(4) == 0 ? NeededFiles.modified(table.commitFile(table.version())) : history.someTime();
        now = history.end().plusMillis(random.nextInt(86_400_000));
        Set<Long> named = random.nextInt(4) == 0 ? readable(table, random) : Set.of();
        Set<Long> pinned = random.nextInt(4) == 0 ? readable(table, random) : Set.of();
        pinned.forEach(version -> pin(version, "reader", now.plusSeconds(random.nextInt(2) * 3600L + 1)));
        readable(table, random).forEach(version -> pin(version, "somebody of yesterday", now));
        Set<Long> kept = new TreeSet<>(named);
        kept.addAll(pinned);
        boolean tiny = random.nextInt(4) == 0;
        settings = builder -> {
            builder.retain(Duration.between(cutoff, now)).allowUnsafeRetention("a model decides");
            named.forEach(builder::keepVersions);
            return tiny ? builder.memoryLimit(DataSize.mebibytes(1)) : builder;
        };
        NeededFiles needed = new NeededFiles(directory, cutoff, kept);
        Set<String> unneeded = needed.unneeded(partitionColumns);
        Map<Long, List<String>> rows = new TreeMap<>();
        needed.retainedVersions()
                .forEach(version ->
                        rows.put(version, JUDGE.rows(directory, version).texts()));
        kept.forEach(version -> rows.put(version, JUDGE.rows(directory, version).texts()));

        VacuumPlan full = plan(UnaryOperator.identity());
        assertThat(files(full)).as("full").isEqualTo(unneeded);
        directories(full, cutoff);

        Path inventory = Files.writeString(directory.resolveSibling("inventory.csv"), inventory());
        VacuumPlan byInventory = plan(builder -> builder.inventory(inventory.toString()));
        assertThat(files(byInventory)).as("inventory").isEqualTo(unneeded);

        boolean lite = checkLite(unneeded);
        if (lite && random.nextBoolean()) {
            VacuumPlan plan = plan(builder -> builder.mode(VacuumMode.LITE));
            assertThat(plan.execute().failureCount()).isZero();
            assertReadable(rows);
            // What is held back makes it look at the same commits again, but there is nothing left to delete.
            assertThat(files(plan(builder -> builder.mode(VacuumMode.LITE))))
                    .as("lite again")
                    .noneMatch(each -> Files.exists(path.resolve(each)));
            unneeded.removeAll(files(plan));
        }
        VacuumPlan last = plan(builder -> builder.quarantine(random.nextBoolean()));
        assertThat(files(last)).as("full after lite").isEqualTo(unneeded);
        assertThat(last.execute().filesDeleted()).isEqualTo(unneeded.size());
        assertReadable(rows);
        for (String gone : unneeded) {
            assertThat(directory.resolve(gone)).doesNotExist();
        }
        assertThat(files(plan(UnaryOperator.identity()))).as("again").isEmpty();
    }

    /** A version, unless the log cannot give it any more. */
    private Set<Long> readable(TestTable table, Random random) {
        long version = random.nextInt((int) table.version() + 1);
        return isReadable(version) ? Set.of(version) : Set.of();
    }

    private void pin(long version, String owner, Instant until) {
        Path directory = path.resolve("_delta_log/_deltamaint_pins");
        try {
            Files.createDirectories(directory);
            Files.writeString(
                    directory.resolve("pin-" + version + "-" + owner.length() + ".json"),
                    "{\"version\":" + version + ",\"owner\":\"" + owner + "\",\"created\":\"2024-01-01T00:00:00Z\","
                            + "\"until\":\"" + until + "\"}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isReadable(long version) {
        try {
            NaiveLog.at(path, version);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private VacuumPlan plan(UnaryOperator<VacuumSettings.Builder> more) {
        return Vacuums.of(path, Clock.fixed(now, ZoneOffset.UTC)).plan(builder -> more.apply(settings.apply(builder)));
    }

    private static Set<String> files(VacuumPlan plan) {
        Set<String> files = new TreeSet<>();
        for (Candidate candidate : plan.candidates()) {
            if (!candidate.isDirectory()) {
                assertThat(files.add(candidate.path())).as(candidate.path()).isTrue();
            }
        }
        return files;
    }

    private void directories(VacuumPlan plan, Instant cutoff) throws IOException {
        for (Candidate candidate : plan.candidates()) {
            if (candidate.isDirectory()) {
                Path directory = path.resolve(candidate.path());
                assertThat(NeededFiles.filesBelow(directory)).isEmpty();
                assertThat(NeededFiles.modified(directory)).isBefore(cutoff);
                assertThat(NeededFiles.isHidden(candidate.path(), partitionColumns))
                        .isFalse();
            }
        }
    }

    /** Everything that is there, the log and hidden things included, as a store would write it. */
    private String inventory() throws IOException {
        StringBuilder csv = new StringBuilder("path,length,isDir,modificationTime\n");
        try (Stream<Path> contents = Files.walk(path)) {
            for (Path each : contents.filter(each -> !each.equals(path)).toList()) {
                csv.append('"')
                        .append(each.toString().replace("\"", "\"\""))
                        .append("\",")
                        .append(Files.size(each))
                        .append(',')
                        .append(Files.isDirectory(each))
                        .append(',')
                        .append(NeededFiles.modified(each).toEpochMilli())
                        .append('\n');
            }
        }
        return csv.toString();
    }

    /** The log alone finds no more than a listing, apart from files that are gone already; it says so if it is cut short. */
    private boolean checkLite(Set<String> unneeded) {
        if (!Files.exists(path.resolve("_delta_log/00000000000000000000.json"))) {
            try {
                assertThat(unneeded).containsAll(files(plan(builder -> builder.mode(VacuumMode.LITE))));
            } catch (InvalidOperationException e) {
                assertThat(e).hasMessageContaining("cannot vacuum from the log alone");
            }
            return false;
        }
        Set<String> lite = files(plan(builder -> builder.mode(VacuumMode.LITE)));
        assertThat(unneeded).as("lite").containsAll(lite);
        return true;
    }

    private void assertReadable(Map<Long, List<String>> rows) {
        rows.forEach((version, before) -> assertThat(JUDGE.rows(path, version).texts())
                .as("version " + version)
                .isEqualTo(before));
    }
}
