package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.actions.SetTransaction;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.testsupport.CheckpointOptions;
import io.github.deltamaint.testsupport.CheckpointOptions.StatisticsForm;
import io.github.deltamaint.testsupport.CheckpointWriter;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.ValueType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table to which random things happen, and a model of it in memory: every commit, its time, which files of the log make which checkpoint, and from which version on
 * the log must still give every version.
 *
 * <p>Time passes with each commit. Files of the log have the times of the clock, so that clean-up by age has something to decide.
 */
final class LogHistory {
    /** What can happen. */
    enum Kind {
        COMMIT,
        FOREIGN_COMMIT,
        CHECKPOINT,
        FOREIGN_CHECKPOINT,
        COMPACTION,
        CLEAN_UP,
        HINT,
        LOSS,
        DAMAGE
    }

    /**
     * One thing that happens.
     *
     * @param choice decides everything that the kind leaves open
     */
    record Step(Kind kind, int choice) {}

    private record FileSet(long version, Set<Path> files) {}

    private static final List<String> PATHS =
            List.of("a", "b c", "p=%2541/x", "p=%3A/y", "/absolute/z", "file:/absolute/w");
    private static final Duration LOG_RETENTION = Duration.ofHours(6);
    private static final Duration TOMBSTONE_RETENTION = Duration.ofDays(2);
    private static final int MOST_ATTEMPTS = 10;

    private final Path root;
    private final Path logDirectory;
    private final ManualClock clock = new ManualClock(Instant.parse("2024-01-01T00:00:00Z"));
    private final DeltaLog log;

    private final List<List<JsonNode>> commits = new ArrayList<>();
    private final List<Instant> times = new ArrayList<>();
    private final List<FileSet> checkpoints = new ArrayList<>();
    private final Map<String, AddFile> active = new TreeMap<>();
    private Metadata metadata;
    private long firstPromised;
    private final List<Throwable> wrongCleanUps = new ArrayList<>();
    private final Map<Kind, Integer> happened = new TreeMap<>();

    LogHistory(Path root) {
        this.root = root;
        this.logDirectory = root.resolve("_delta_log");
        TestTable.in(root)
                .columns(ValueType.struct("id", ValueType.Primitive.LONG))
                .feature("v2Checkpoint", "deletionVectors", "domainMetadata")
                .property("delta.checkpointInterval", "4")
                .property("delta.logRetentionDuration", "interval " + LOG_RETENTION.toHours() + " hours")
                .property("delta.deletedFileRetentionDuration", "interval " + TOMBSTONE_RETENTION.toHours() + " hours")
                .create();
        log = open();
        learn();
        metadata = log.snapshot().metadata();
    }

    private DeltaLog open() {
        return DeltaLog.forTable(new LocalStorage(), root.toString(), clock);
    }

    long latest() {
        return commits.size() - 1L;
    }

    /** How often each kind of step had an effect. */
    Map<Kind, Integer> happened() {
        return happened;
    }

    private Path file(long version, String suffix) {
        return logDirectory.resolve(String.format(Locale.ROOT, "%020d", version) + suffix);
    }

    /** Takes up the commit that has just been written. */
    private void learn() {
        long version = commits.size();
        try {
            Files.setLastModifiedTime(file(version, ".json"), FileTime.from(clock.instant()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        commits.add(NaiveLog.commit(root, version));
        times.add(clock.instant());
    }

    // What happens.

    /** Lets one thing happen, then looks at the latest version. */
    void happen(Step step) throws IOException {
        Random random = new Random(step.choice());
        Map<Path, Integer> before = contents();
        boolean effect = switch (step.kind()) {
            case COMMIT -> commit(random, true);
            case FOREIGN_COMMIT -> commit(random, false);
            case CHECKPOINT -> checkpoint(random);
            case FOREIGN_CHECKPOINT -> foreignCheckpoint(random);
            case COMPACTION -> compact(random);
            case CLEAN_UP -> cleanUp(random);
            case HINT -> disturbHint(random);
            case LOSS -> lose(random, false);
            case DAMAGE -> lose(random, true);
        };
        if (effect) {
            happened.merge(step.kind(), 1, Integer::sum);
        }
        learnCheckpoints(before, step.kind());
        requireVersion(log, latest());
    }

    private boolean commit(Random random, boolean ours) throws IOException {
        clock.advance(Duration.ofHours(1 + random.nextInt(12)));
        List<Action> actions = new ArrayList<>();
        Map<String, AddFile> after = new TreeMap<>(active);
        for (String path : PATHS) {
            if (random.nextInt(3) == 0) {
                change(random, path, ours, actions, after);
            }
        }
        if (random.nextInt(4) == 0) {
            actions.add(new SetTransaction("app" + random.nextInt(2), latest(), OptionalLong.empty()));
        }
        if (random.nextInt(4) == 0) {
            actions.add(new DomainMetadata("domain" + random.nextInt(2), "{}", random.nextBoolean()));
        }
        Metadata changed = random.nextInt(5) == 0 ? changed(random) : metadata;
        if (changed != metadata) {
            actions.add(changed);
        }
        if (ours) {
            long version = attempt(() -> log.startTransaction(log.snapshot(), TableOperation.REWRITE)
                    .listener(new CleanUps())
                    .commit(CommitRequest.of(CommitInfo.of("WRITE").build(), actions))
                    .version());
            assertThat(version).isEqualTo(latest() + 1);
            assertThat(wrongCleanUps).isEmpty();
        } else {
            Files.write(file(latest() + 1, ".json"), ActionJson.write(actions));
        }
        active.clear();
        active.putAll(after);
        metadata = changed;
        learn();
        return true;
    }

    private void change(Random random, String path, boolean ours, List<Action> actions, Map<String, AddFile> after) {
        AddFile before = active.get(path);
        AddFile next = random.nextInt(3) == 0 ? null : addFile(random, path);
        boolean sameKey = before != null && next != null && before.key().equals(next.key());
        if (sameKey && ours) {
            return; // What others do as an update of statistics, a transaction of ours refuses.
        }
        if (before != null && !sameKey) {
            RemoveFile remove = before.remove(true);
            actions.add(ours ? remove : remove.withDeletionTimestamp(clock.millis()));
            after.remove(path);
        }
        if (next != null) {
            actions.add(next);
            after.put(path, next);
        }
    }

    private AddFile addFile(Random random, String path) {
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
                clock.millis(),
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

    private Metadata changed(Random random) {
        Map<String, @Nullable String> configuration = new LinkedHashMap<>(metadata.configuration());
        configuration.put("delta.checkpointPolicy", random.nextBoolean() ? "v2" : "classic");
        configuration.put("delta.checkpoint.writeStatsAsStruct", String.valueOf(random.nextBoolean()));
        configuration.put("note", String.valueOf(random.nextInt(100)));
        return metadata.withConfiguration(configuration);
    }

    private long promisedVersion(Random random) {
        return random.nextBoolean() ? latest() : firstPromised + random.nextInt((int) (latest() - firstPromised) + 1);
    }

    private boolean checkpoint(Random random) {
        long version = promisedVersion(random);
        attempt(() -> log.checkpoint(log.snapshotAt(version)));
        return true;
    }

    private boolean foreignCheckpoint(Random random) throws IOException {
        long version = promisedVersion(random);
        CheckpointOptions options = switch (random.nextInt(5)) {
            case 0 -> CheckpointOptions.classic();
            case 1 -> CheckpointOptions.multiPart(1 + random.nextInt(3));
            case 2 -> CheckpointOptions.v2Json(random.nextInt(3));
            case 3 -> CheckpointOptions.v2Parquet(random.nextInt(3));
            default -> CheckpointOptions.v2ClassicName(random.nextInt(3));
        };
        StatisticsForm[] forms = {StatisticsForm.JSON, StatisticsForm.STRUCT, StatisticsForm.BOTH};
        options = options.withStatistics(forms[random.nextInt(forms.length)]);
        if (random.nextBoolean()) {
            options = options.withoutHint();
        }
        String prefix = String.format(Locale.ROOT, "%020d.checkpoint.", version);
        if (contents().keySet().stream()
                .anyMatch(file -> file.getFileName().toString().startsWith(prefix))) {
            return false; // Its writer gives the parts of all checkpoints of a version the same names.
        }
        new CheckpointWriter(expected(version), options, clock.instant()).write();
        return true;
    }

    private boolean compact(Random random) {
        if (latest() < 2) {
            return false;
        }
        long from = 1 + random.nextInt((int) latest() - 1);
        long to = from + 1 + random.nextInt((int) (latest() - from));
        for (long version = from; version <= to; version++) {
            if (!Files.exists(file(version, ".json"))) {
                return false;
            }
        }
        TestTable.compactLog(root, from, to, clock.instant());
        return true;
    }

    private boolean cleanUp(Random random) throws IOException {
        clock.advance(Duration.ofHours(random.nextInt(30)));
        return learnCleanUp(attempt(log::cleanUpLog));
    }

    /** Versions before the retention are promised no more once something was deleted; true if it was. */
    private boolean learnCleanUp(LogCleanupResult result) {
        OptionalLong needed = versionAt(clock.instant().minus(LOG_RETENTION).truncatedTo(ChronoUnit.DAYS));
        assertThat(result.failedFiles()).isEmpty();
        if (result.firstKeptVersion().isEmpty()) {
            return false;
        }
        assertThat(result.firstKeptVersion().getAsLong()).isLessThanOrEqualTo(needed.orElseThrow());
        firstPromised = Math.max(firstPromised, needed.getAsLong());
        return true;
    }

    /** Hears of the clean-ups that commits bring along; what fails here would be swallowed, so it is kept for the end. */
    private final class CleanUps implements CommitListener {
        @Override
        public void logCleanedUp(LogCleanupResult result) {
            try {
                learnCleanUp(result);
            } catch (AssertionError e) {
                wrongCleanUps.add(e);
            }
        }

        @Override
        public void logCleanupFailed(long version, Throwable cause) {
            // A damaged checkpoint that was believed until then; the next clean-up knows.
            if (!(cause instanceof CorruptTableException)) {
                wrongCleanUps.add(cause);
            }
        }
    }

    /** The version that was current at a time. */
    private OptionalLong versionAt(Instant time) {
        OptionalLong found = OptionalLong.empty();
        for (int version = 0; version < times.size() && !times.get(version).isAfter(time); version++) {
            found = OptionalLong.of(version);
        }
        return found;
    }

    private boolean disturbHint(Random random) throws IOException {
        Path hint = logDirectory.resolve("_last_checkpoint");
        switch (random.nextInt(4)) {
            case 0 -> Files.deleteIfExists(hint);
            case 1 -> Files.writeString(hint, "{\"version\":");
            case 2 -> Files.writeString(hint, "");
            default -> Files.writeString(hint, "{\"version\":" + random.nextInt((int) latest() + 5) + ",\"size\":1}");
        }
        return true;
    }

    /** Deletes a file, or makes a checkpoint file unreadable, if every promised version can still be told without it. */
    private boolean lose(Random random, boolean damage) throws IOException {
        List<Path> candidates = contents().keySet().stream()
                .filter(file -> !file.equals(file(latest(), ".json")))
                .filter(file -> !damage || file.getFileName().toString().contains(".checkpoint."))
                .sorted()
                .toList();
        if (candidates.isEmpty()) {
            return false;
        }
        Path lost = candidates.get(random.nextInt(candidates.size()));
        List<FileSet> without = checkpoints.stream()
                .filter(checkpoint -> !checkpoint.files().contains(lost))
                .toList();
        for (long version = firstPromised; version <= latest(); version++) {
            if (!canBeTold(version, without, lost)) {
                return false;
            }
        }
        checkpoints.retainAll(without);
        if (damage) {
            byte[] content = Files.readAllBytes(lost);
            Files.write(lost, random.nextBoolean() ? new byte[0] : Arrays.copyOf(content, content.length / 2));
        } else {
            Files.delete(lost);
        }
        return true;
    }

    private boolean canBeTold(long version, List<FileSet> sound, @Nullable Path lost) {
        Set<Long> starts = new HashSet<>(Set.of(-1L));
        sound.forEach(checkpoint -> starts.add(checkpoint.version()));
        for (long at = version; at >= -1; at--) {
            if (starts.contains(at)) {
                return true;
            }
            Path commit = file(at, ".json");
            if (!Files.exists(commit) || commit.equals(lost)) {
                return false;
            }
        }
        return false;
    }

    // What there is.

    private Map<Path, Integer> contents() throws IOException {
        Map<Path, Integer> contents = new HashMap<>();
        try (Stream<Path> files = Files.walk(logDirectory)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                contents.put(file, Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    /** The files of the log that are new or changed make a checkpoint, if there are such files among them; those that are gone make none any more. */
    private void learnCheckpoints(Map<Path, Integer> before, Kind kind) throws IOException {
        Map<Path, Integer> after = contents();
        checkpoints.removeIf(checkpoint -> !after.keySet().containsAll(checkpoint.files()));
        if (kind == Kind.DAMAGE) {
            return;
        }
        Set<Path> written = new HashSet<>(after.keySet());
        written.removeIf(file -> after.get(file).equals(before.get(file))
                || !file.getFileName().toString().contains(".checkpoint."));
        if (!written.isEmpty()) {
            checkpoints.removeIf(checkpoint -> checkpoint.files().stream().anyMatch(written::contains));
            String name = written.iterator().next().getFileName().toString();
            checkpoints.add(new FileSet(Long.parseLong(name.substring(0, 20)), Set.copyOf(written)));
        }
    }

    // What must hold.

    /** What a version is. */
    private NaiveSnapshot expected(long version) {
        List<JsonNode> actions = new ArrayList<>();
        commits.subList(0, (int) version + 1).forEach(actions::addAll);
        return NaiveLog.of(root, version, actions);
    }

    /** Every promised version is what the model says; any other one as well, or it is refused. */
    void requireAllVersions() {
        DeltaLog fresh = open();
        requireVersion(fresh, latest());
        for (long version = 0; version <= latest(); version++) {
            if (version >= firstPromised) {
                requireVersion(log, version);
                requireVersion(fresh, version);
            } else {
                requireVersionOrRefusal(version);
            }
        }
    }

    private void requireVersionOrRefusal(long version) {
        boolean canBeTold = canBeTold(version, checkpoints, null);
        try {
            requireVersion(log, version);
        } catch (DeltaMaintenanceException e) {
            assertThat(canBeTold).as("version %s: %s", version, e).isFalse();
        }
    }

    private void requireVersion(DeltaLog reader, long version) {
        List<String> found = attempt(
                () -> SnapshotContents.of(version == latest() ? reader.snapshot() : reader.snapshotAt(version)));
        NaiveSnapshot expected = expected(version);
        assertThat(found).as("version %s of %s", version, latest()).doesNotHaveDuplicates();
        assertThat(SnapshotContents.of(expected))
                .as("version %s of %s holds nothing else", version, latest())
                .containsAll(found);
        assertThat(found)
                .as("version %s of %s holds everything", version, latest())
                .containsAll(SnapshotContents.of(withoutExpiredTombstones(expected)));
    }

    /** A checkpoint leaves out what had expired when it was written. */
    private NaiveSnapshot withoutExpiredTombstones(NaiveSnapshot state) {
        long expired = clock.instant().minus(TOMBSTONE_RETENTION).toEpochMilli();
        return new NaiveSnapshot(
                state.table(),
                state.version(),
                state.protocol(),
                state.metadata(),
                state.files(),
                state.tombstones().stream()
                        .filter(remove -> remove.path("deletionTimestamp").asLong() > expired)
                        .toList(),
                state.transactions(),
                state.domains());
    }

    /** Who meets a checkpoint that turns out damaged while it is read is told so, and finds another way the next time. */
    private static <T> T attempt(Supplier<T> what) {
        for (int i = 1; ; i++) {
            try {
                return what.get();
            } catch (CorruptTableException e) {
                if (i == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
