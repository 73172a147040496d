package io.github.deltamaint.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.deltamaint.log.actions.Action;
import io.github.deltamaint.log.actions.ActionJson;
import io.github.deltamaint.log.actions.AddFile;
import io.github.deltamaint.log.actions.CommitInfo;
import io.github.deltamaint.log.actions.DeletionVectorDescriptor;
import io.github.deltamaint.log.actions.DomainMetadata;
import io.github.deltamaint.log.actions.Metadata;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.actions.RemoveFile;
import io.github.deltamaint.log.storage.Storage;
import io.github.deltamaint.log.testing.ManualClock;
import io.github.deltamaint.log.testing.MemoryStorage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A log in memory that tests write commit by commit, as other writers would. Each commit is a minute after the one before. */
final class TestLog {
    static final String ROOT = "/lake/t";
    static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    static final Protocol PLAIN = new Protocol(1, 2, Optional.empty(), Optional.empty());

    final ManualClock clock = new ManualClock(START);
    final MemoryStorage storage = new MemoryStorage(clock);
    private final AtomicLong identities = new AtomicLong();
    private long next;

    /** A table without files whose protocol has some writer features, and some properties. */
    static TestLog with(List<String> writerFeatures, Map<String, String> properties) {
        Protocol protocol =
                writerFeatures.isEmpty() ? PLAIN : new Protocol(1, 7, Optional.empty(), Optional.of(writerFeatures));
        return new TestLog().commit(protocol, metadata(properties));
    }

    /** A plain table with files {@code a}, {@code b} and {@code c} in version 1. */
    static TestLog withFiles() {
        return with(List.of(), Map.of()).commit(add("a"), add("b"), add("c"));
    }

    static Metadata metadata(Map<String, String> properties) {
        return metadata(
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"id\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}}]}",
                properties);
    }

    static Metadata metadata(String schema, Map<String, String> properties) {
        return new Metadata(
                "table-id",
                Optional.empty(),
                Optional.empty(),
                new Metadata.Format("parquet", Map.of()),
                schema,
                List.of(),
                Map.copyOf(properties),
                OptionalLong.of(1));
    }

    static AddFile add(String path) {
        return AddFile.of(path, Map.of(), 10, 1, true, Optional.of("{\"numRecords\":5}"));
    }

    static AddFile add(String path, String vector) {
        AddFile add = add(path);
        return new AddFile(
                path,
                add.partitionValues(),
                add.size(),
                add.modificationTime(),
                true,
                add.stats(),
                add.tags(),
                Optional.of(new DeletionVectorDescriptor("u", vector, OptionalInt.of(1), 34, 2)),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    static RemoveFile remove(AddFile file) {
        return file.remove(true).withDeletionTimestamp(7);
    }

    static DomainMetadata domain(String name, String configuration) {
        return new DomainMetadata(name, configuration, false);
    }

    static CommitInfo info(String operation) {
        return CommitInfo.of(operation).build();
    }

    /** Another writer's commit, without a commitInfo unless there is one among the actions. */
    TestLog commit(Action... actions) {
        return commit(Arrays.asList(actions));
    }

    TestLog commit(List<? extends Action> actions) {
        return commitBytes(ActionJson.write(actions));
    }

    /** Another writer's commit as text. */
    TestLog commitText(String text) {
        return commitBytes(text.getBytes(UTF_8));
    }

    private TestLog commitBytes(byte[] bytes) {
        clock.advance(Duration.ofMinutes(1));
        storage.put(file(next), bytes);
        next++;
        return this;
    }

    /** The next version to write is that after the newest one there is. */
    TestLog catchUp() {
        while (storage.paths().contains(file(next))) {
            next++;
        }
        return this;
    }

    static String file(long version) {
        return file(String.format("%020d.json", version));
    }

    static String file(String name) {
        return ROOT + "/_delta_log/" + name;
    }

    DeltaLog log() {
        return log(storage);
    }

    DeltaLog log(Storage through) {
        return DeltaLog.forTable(through, ROOT, clock, this::identity);
    }

    private UUID identity() {
        return new UUID(0, identities.incrementAndGet());
    }

    Snapshot snapshot() {
        return log().snapshot();
    }

    static Transaction start(DeltaLog log, Snapshot snapshot) {
        return log.startTransaction(snapshot, TableOperation.REWRITE);
    }

    /** The active files by path, with the deletion vector where there is one. */
    static List<String> files(Snapshot snapshot) {
        TreeSet<String> files = new TreeSet<>();
        snapshot.forEachActiveFile(
                FileProjection.WITH_STATS, file -> files.add(file.key().toString()));
        return List.copyOf(files);
    }

    /** The actions of a commit. */
    List<Action> actions(long version) {
        List<Action> actions = new ArrayList<>();
        try (var iterator = log().actions(version)) {
            iterator.forEachRemaining(actions::add);
        }
        return actions;
    }
}
