package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.testsupport.CheckpointOptions;
import io.github.deltamaint.testsupport.CheckpointOptions.StatisticsForm;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random histories in random forms: whatever mixture of commits, checkpoints of every kind, compactions and hints the log is made of, every
 * version that can be read is what a naive replay of all commits makes of it.
 */
class ReplayPropertyTest {

    @Property(tries = 40)
    void readsEveryVersionAsANaiveReplayDoes(@ForAll long seed) throws IOException {
        Path directory = Files.createTempDirectory("replay");
        try {
            new History(directory.resolve("table"), new Random(seed)).check();
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static final class History {
        private static final List<String> PATHS =
                List.of("a", "b c", "p=%2541/x", "p=%3A/y", "/absolute/z", "file:/absolute/w");

        private final Random random;
        private final Path root;
        private final TestTable table;
        private final Map<String, AddFile> active = new TreeMap<>();
        private final List<List<String>> expected = new ArrayList<>();

        History(Path root, Random random) {
            this.root = root;
            this.random = random;
            this.table = TestTable.in(root)
                    .columns(ValueType.struct("id", ValueType.Primitive.LONG))
                    .feature("v2Checkpoint", "deletionVectors", "domainMetadata")
                    .create();
        }

        void check() {
            int versions = 2 + random.nextInt(14);
            while (table.version() < versions) {
                commit();
                if (random.nextInt(3) == 0) {
                    table.checkpoint(checkpointOptions());
                }
            }
            for (long version = 0; version <= versions; version++) {
                expected.add(SnapshotContents.of(NaiveLog.fromCommits(root, version)));
            }
            disturb();
            long first = cleanUp();
            DeltaLog log = DeltaLog.forTable(new LocalStorage(), root.toString(), Clock.systemUTC());
            assertThat(SnapshotContents.of(log.snapshot())).isEqualTo(expected.get(versions));
            for (long version = 0; version <= versions; version++) {
                long wanted = version;
                if (version < first && !NaiveLog.hasCheckpoint(root, version)) {
                    assertThatThrownBy(() -> log.snapshotAt(wanted)).isInstanceOf(DeltaMaintenanceException.class);
                } else {
                    assertThat(SnapshotContents.of(log.snapshotAt(version)))
                            .as("version %s", version)
                            .isEqualTo(expected.get((int) version));
                }
            }
        }

        private void commit() {
            List<Action> actions = new ArrayList<>();
            for (String path : PATHS) {
                if (random.nextInt(3) == 0) {
                    change(path, actions);
                }
            }
            if (random.nextInt(4) == 0) {
                actions.add(new SetTransaction("app" + random.nextInt(2), table.version(), OptionalLong.empty()));
            }
            if (random.nextInt(4) == 0) {
                actions.add(new DomainMetadata("domain" + random.nextInt(2), "{}", random.nextBoolean()));
            }
            table.commitRaw(actions.stream().map(ActionJson::write).toArray(String[]::new));
        }

        private void change(String path, List<Action> actions) {
            AddFile before = active.get(path);
            AddFile after = random.nextInt(3) == 0 ? null : file(path);
            boolean sameKey = before != null && after != null && before.key().equals(after.key());
            if (before != null && !sameKey) {
                actions.add(before.remove(true).withDeletionTimestamp(table.version() + 1));
                active.remove(path);
            }
            if (after != null) {
                actions.add(after);
                active.put(path, after);
            }
        }

        private AddFile file(String path) {
            Optional<DeletionVectorDescriptor> vector = random.nextInt(2) == 0
                    ? Optional.empty()
                    : Optional.of(new DeletionVectorDescriptor(
                            "u",
                            "vector" + random.nextInt(2),
                            random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(1),
                            30,
                            2));
            return new AddFile(
                    path,
                    Map.of(),
                    random.nextInt(1000),
                    table.version() + 1,
                    true,
                    random.nextInt(4) == 0
                            ? Optional.empty()
                            : Optional.of("{\"numRecords\":" + random.nextInt(9) + ",\"minValues\":{\"id\":-5},"
                                    + "\"maxValues\":{\"id\":7},\"nullCount\":{\"id\":0}}"),
                    random.nextBoolean() ? Map.of() : Map.of("tag", "" + random.nextInt(3)),
                    vector,
                    random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextInt(50)),
                    OptionalLong.empty(),
                    random.nextBoolean() ? Optional.empty() : Optional.of("liquid"));
        }

        private CheckpointOptions checkpointOptions() {
            CheckpointOptions options = switch (random.nextInt(5)) {
                case 0 -> CheckpointOptions.classic();
                case 1 -> CheckpointOptions.multiPart(1 + random.nextInt(3));
                case 2 -> CheckpointOptions.v2Json(random.nextInt(3));
                case 3 -> CheckpointOptions.v2Parquet(random.nextInt(3));
                default -> CheckpointOptions.v2ClassicName(random.nextInt(3));
            };
            StatisticsForm[] forms = {StatisticsForm.JSON, StatisticsForm.STRUCT, StatisticsForm.BOTH};
            options = options.withStatistics(forms[random.nextInt(forms.length)]);
            return random.nextBoolean() ? options : options.withoutHint();
        }

        private void disturb() {
            for (int i = random.nextInt(3); i > 0 && table.version() > 1; i--) {
                long from = 1 + random.nextInt((int) table.version() - 1);
                table.compactLog(from, from + 1 + random.nextInt((int) (table.version() - from)));
            }
            switch (random.nextInt(6)) {
                case 0 -> table.lastCheckpoint("{\"version\":");
                case 1 -> table.lastCheckpoint("{\"version\":" + random.nextInt(30) + ",\"size\":1}");
                case 2 -> table.lastCheckpoint("");
                default -> {
                    // The hint stays as it is.
                }
            }
        }

        /** Deletes commits that a checkpoint replaces, now and then; returns the first version that has its commit. */
        private long cleanUp() {
            if (random.nextInt(3) != 0) {
                return 0;
            }
            for (long version = table.version(); version > 0; version--) {
                if (NaiveLog.hasCheckpoint(root, version)) {
                    table.deleteCommitsBefore(version);
                    return version;
                }
            }
            return 0;
        }
    }
}
