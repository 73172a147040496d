package io.github.deltamaint.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.DeltaMaintenance;
import io.github.deltamaint.interop.VacuumProcess.Task;
import io.github.deltamaint.testsupport.CheckpointOptions;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.VectorStorage;
import io.github.deltamaint.vacuum.Candidate;
import io.github.deltamaint.vacuum.QuarantineRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that delete, move aside and put back files are killed (SIGKILL) at random moments: no file that is needed is ever missing, none is lost, and doing
 * it again finishes it.
 */
class VacuumKillTest {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    private static final List<Task> TASKS = List.of(Task.values());
    private static final int STRAYS = 600;
    private static final String QUARANTINE = "_delta_maintenance/quarantine/";

    @TempDir
    Path directory;

    private final Random random = new Random();
    private final KernelReader kernel = new KernelReader();
    private final Map<Long, List<String>> rows = new TreeMap<>();
    /** Always the same, because deletion vectors are named by it. */
    private Path path;

    private Path template;
    private Instant cutoff = START;
    private Set<String> candidates = Set.of();
    private Set<String> all = Set.of();
    private int interrupted;

    /** Versions within the retention have data files, deletion vectors of each kind, and change data; among them is much that nobody needs. */
    @BeforeEach
    void makeTable() throws IOException {
        path = directory.resolve("table");
        template = directory.resolve("template");
        TestTable table = TestTable.in(path)
                .feature("deletionVectors", "changeDataFeed")
                .partitionedBy("region")
                .startingAt(START)
                .append(columns(0));
        for (int i = 1; i < 12; i++) {
            table.append(columns(4L * i));
            switch (i % 3) {
                case 0 -> table.remove(table.files().get(0));
                case 1 -> table.deleteRows(table.files().get(1), VectorStorage.FILE, 0);
                default -> table.deleteRows(table.files().get(2), VectorStorage.ABSOLUTE_FILE, 0);
            }
        }
        table.checkpoint(10, CheckpointOptions.classic());
        for (int i = 0; i < STRAYS; i++) {
            table.orphan("region=" + i % 40 + "/stray-" + i + ".parquet", START.minusSeconds(1));
        }
        long atCutoff = table.version() - 5;
        cutoff = Files.getLastModifiedTime(table.commitFile(atCutoff))
                .toInstant()
                .plusSeconds(30);
        for (long version = atCutoff; version <= table.version(); version++) {
            rows.put(version, table.rows(version).texts());
        }
        all = files();
        candidates = candidates();
        assertThat(candidates).hasSizeGreaterThan(STRAYS);
        assertReadable();
        Files.move(path, template);
    }

    private static Columns columns(long first) {
        return new Columns()
                .longs("id", first, first + 1, first + 2, first + 3)
                .strings("region", "West", "50% ä", "West", "50% ä");
    }

    private Set<String> candidates() {
        Set<String> paths = new TreeSet<>();
        for (Candidate candidate : VacuumProcess.vacuum(path, cutoff).plan().candidates()) {
            if (!candidate.isDirectory()) {
                paths.add(candidate.path());
            }
        }
        return paths;
    }

    @Test
    void nothingIsLostWhenItIsKilled() throws Exception {
        kill(5);
    }

    @Test
    @Soak
    void nothingIsLostWhenItIsKilledSixtyTimes() throws Exception {
        int middle = kill(60);
        System.out.println("killed 60 times, " + middle + " of them in the middle");
    }

    private int kill(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            copyTemplate();
            switch (TASKS.get(i % TASKS.size())) {
                case DELETE -> killDeleting();
                case QUARANTINE -> killMovingAside();
                case RESTORE -> killPuttingBack();
            }
            deleteTable();
        }
        assertThat(interrupted).as("killed in the middle, of %d", times).isPositive();
        return interrupted;
    }

    private void killDeleting() throws Exception {
        killed(Task.DELETE);
        Set<String> left = files();
        assertThat(left).containsAll(needed());
        noteWhether(left.size() < all.size() && !left.equals(needed()));

        VacuumProcess.vacuum(path, cutoff).execute();

        assertThat(files()).isEqualTo(needed());
        assertReadable();
    }

    private void killMovingAside() throws Exception {
        killed(Task.QUARANTINE);
        assertNothingIsLost();
        noteWhether(!inQuarantine().isEmpty() && !files().equals(needed()));

        VacuumProcess.vacuum(path, cutoff).quarantine().execute();

        assertThat(files()).isEqualTo(needed());
        assertThat(inQuarantine()).isEqualTo(candidates);
        VacuumProcess.restore(path);
        assertThat(files()).isEqualTo(all);
        assertReadable();
    }

    private void killPuttingBack() throws Exception {
        VacuumProcess.vacuum(path, cutoff).quarantine().execute();
        killed(Task.RESTORE);
        assertNothingIsLost();
        noteWhether(!inQuarantine().isEmpty() && inQuarantine().size() < candidates.size());

        VacuumProcess.restore(path);

        assertThat(files()).isEqualTo(all);
        assertThat(inQuarantine()).isEmpty();
        List<QuarantineRun> runs =
                DeltaMaintenance.table(path.toString()).quarantine().runs();
        assertThat(runs).isEmpty();
        assertReadable();
    }

    private void noteWhether(boolean inTheMiddle) {
        interrupted += inTheMiddle ? 1 : 0;
    }

    private Set<String> needed() {
        Set<String> needed = new TreeSet<>(all);
        needed.removeAll(candidates);
        return needed;
    }

    private void assertNothingIsLost() throws IOException {
        Set<String> left = files();
        Set<String> aside = inQuarantine();
        assertThat(left).containsAll(needed());
        Set<String> together = new TreeSet<>(left);
        together.addAll(aside);
        assertThat(together).isEqualTo(all);
    }

    /** Starts it, and kills it: mostly once a file taken at random is gone or back, and sometimes at any time after its beginning. */
    private void killed(Task task) throws Exception {
        Path errors = directory.resolve("errors.txt");
        Path sign = path.resolve(List.copyOf(candidates).get(random.nextInt(candidates.size())));
        boolean early = random.nextInt(5) == 0;
        Process process = JavaProcesses.of(VacuumProcess.class, "256m", path.toString(), task.name(), cutoff.toString())
                .redirectError(errors.toFile())
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.readLine()).as("%s", Files.readString(errors)).isEqualTo(VacuumProcess.BEGINS);
            if (early) {
                Thread.sleep(random.nextInt(300));
            } else {
                while (process.isAlive() && Files.exists(sign) != (task == Task.RESTORE)) {
                    Thread.sleep(1);
                }
            }
            if (!process.isAlive()) {
                assertThat(process.exitValue())
                        .as("%s", Files.readString(errors))
                        .isZero();
            }
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private void assertReadable() {
        rows.forEach(
                (version, expected) -> assertThat(kernel.rows(path, version).texts())
                        .as("version %d", version)
                        .isEqualTo(expected));
    }

    /** The files of the table outside hidden folders. */
    private Set<String> files() throws IOException {
        return filesBelow(path, name -> !name.startsWith("_delta"));
    }

    private Set<String> inQuarantine() throws IOException {
        Set<String> files = new TreeSet<>();
        Path quarantine = path.resolve(QUARANTINE);
        if (!Files.exists(quarantine)) {
            return files;
        }
        try (Stream<Path> runs = Files.list(quarantine)) {
            for (Path run : (Iterable<Path>) runs::iterator) {
                Path moved = run.resolve("files");
                if (Files.exists(moved)) {
                    for (String file : filesBelow(moved, name -> true)) {
                        files.add(file);
                        assertSameFile(moved.resolve(file), path.resolve(file));
                    }
                }
            }
        }
        return files;
    }

    /** A file that was about to move may have both names, and is one file then. */
    private static void assertSameFile(Path one, Path other) throws IOException {
        if (Files.exists(other)) {
            assertThat(Files.isSameFile(one, other)).as("%s and %s", one, other).isTrue();
        }
    }

    private static Set<String> filesBelow(Path root, Predicate<String> wanted) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            Set<String> files = new TreeSet<>();
            paths.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> root.relativize(file).toString())
                    .filter(wanted)
                    .forEach(files::add);
            return files;
        }
    }

    private void copyTemplate() throws IOException {
        try (Stream<Path> contents = Files.walk(template)) {
            for (Path each : (Iterable<Path>) contents::iterator) {
                Path to = path.resolve(template.relativize(each).toString());
                if (each.toString().endsWith(".parquet")) {
                    // Nobody changes a data file, so another name is as good as a copy.
                    Files.createLink(to, each);
                } else {
                    Files.copy(each, to, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    private void deleteTable() throws IOException {
        List<Path> contents = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(path)) {
            paths.sorted(Comparator.reverseOrder()).forEach(contents::add);
        }
        for (Path each : contents) {
            Files.delete(each);
        }
    }
}
