package io.github.deltamaint.vacuum;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.testsupport.CheckpointOptions;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestCommit;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.VectorStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A table with a random past: everything that writers do, at random times, and random things beside it that no writer did. */
final class RandomHistory {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    private static final @Nullable String[] REGIONS = {null, "West", "East/ä", "50%", "=#?&", "a b", "%41", "."};
    private static final String[] PLACES = {
        "",
        "region=West/",
        "region=new/",
        "_change_data/",
        "_change_data/region=West/",
        "_delta_index/",
        "_hidden/",
        ".dot/",
        "folder/",
        "folder/_hidden/",
        "folder/deep/",
        "_changes/",
        "region=50%25/",
        "_regional/",
        "_region=odd/",
        "_region=odd/_hidden/",
        "_delta_log/_deltamaint_other/"
    };

    private final Random random;
    private final TestTable table;
    private final List<TestFile> removed = new ArrayList<>();
    private final List<ObjectNode> absolute = new ArrayList<>();
    private final boolean changeData;
    private final String partition;
    private Instant time = START;
    private int names;

    RandomHistory(Path directory, Random random) {
        this.random = random;
        this.changeData = random.nextBoolean();
        this.partition = random.nextInt(4) == 0 ? "_region" : "region";
        TestTable.Builder builder =
                TestTable.in(directory).feature("deletionVectors", "changeDataFeed", "v2Checkpoint", "domainMetadata");
        if (random.nextInt(3) == 0) {
            builder.property("delta.deletedFileRetentionDuration", "interval 2 days");
        }
        if (changeData) {
            builder.property("delta.enableChangeDataFeed", "true");
        }
        if (random.nextInt(4) > 0) {
            builder.partitionedBy(partition);
        }
        this.table = builder.startingAt(time).append(rows());
    }

    /** The table after some commits. */
    TestTable make() {
        int commits = 3 + random.nextInt(12);
        for (int i = 0; i < commits; i++) {
            step();
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            beside();
        }
        cleanUp();
        return table;
    }

    /** When the last commit was made. */
    Instant end() {
        return time;
    }

    /** A time at or around one of the commits. */
    Instant someTime() {
        long span = Duration.between(START, time).toMillis();
        return START.plusMillis((long) (random.nextDouble() * (span + 1)));
    }

    private void step() {
        time = time.plusMillis(1 + random.nextInt(36 * 3_600_000));
        table.at(time);
        List<TestFile> files = table.files();
        if (files.isEmpty()) {
            table.append(rows());
        } else {
            change(files);
        }
        if (random.nextInt(6) == 0) {
            skewTombstones();
        }
        if (random.nextInt(6) == 0) {
            table.checkpoint(random.nextBoolean() ? CheckpointOptions.classic() : CheckpointOptions.v2Json(2));
        } else if (random.nextInt(6) == 0) {
            table.compactLog(random.nextInt((int) table.version()), table.version());
        }
    }

    private void change(List<TestFile> files) {
        switch (random.nextInt(15)) {
            case 0, 1, 2 -> table.append(rows());
            case 3 -> update(any(files));
            case 4 -> remove(any(files));
            case 5, 6 -> deleteRow(any(files));
            case 7 -> restore();
            case 8 -> optimize(files);
            case 9 -> overwrite(files);
            case 10 -> merge(files);
            case 11 -> addByAbsolutePath(any(files));
            case 12 -> removeByAbsolutePath();
            case 13 ->
                table.commit(commit -> commit.operation("STREAMING UPDATE")
                        .transaction("app", time.toEpochMilli())
                        .domain("domain", "{}")
                        .add(rows()));
            default -> table.properties(Map.of("note", String.valueOf(random.nextInt())));
        }
    }

    private TestFile any(List<TestFile> files) {
        return files.get(random.nextInt(files.size()));
    }

    private Columns rows() {
        int count = 1 + random.nextInt(3);
        Long[] ids = new Long[count];
        @Nullable String[] regions = new @Nullable String[count];
        String region = REGIONS[random.nextInt(REGIONS.length)];
        for (int i = 0; i < count; i++) {
            ids[i] = random.nextLong();
            regions[i] = region;
        }
        return new Columns().longs("id", ids).strings(partition, regions);
    }

    private void remove(TestFile file) {
        removed.add(file);
        table.remove(file);
    }

    private void deleteRow(TestFile file) {
        long[] left = LongStream.range(0, file.rows().size())
                .filter(row -> !file.deleted().contains(row))
                .toArray();
        if (left.length == 0) {
            remove(file);
        } else {
            table.deleteRows(file, anyStorage(), left[random.nextInt(left.length)]);
        }
    }

    private VectorStorage anyStorage() {
        VectorStorage[] storages = VectorStorage.values();
        return storages[random.nextInt(storages.length)];
    }

    private void update(TestFile file) {
        removed.add(file);
        table.commit(commit -> {
            commit.operation("UPDATE").remove(file).add(rows());
            addChangeData(commit);
        });
    }

    private void addChangeData(TestCommit commit) {
        if (changeData) {
            String directory = "_change_data/" + (random.nextBoolean() ? partition + "=50%25 ä/" : "");
            String name = "cdc-" + names++ + ".parquet";
            write(directory + name, time);
            ObjectNode cdc = JsonNodeFactory.instance.objectNode();
            // In the log the name of the directory is encoded once more.
            cdc.put("path", directory.replace("%", "%25").replace(" ", "%20") + name);
            cdc.put("size", 7).put("dataChange", false);
            cdc.putObject("partitionValues");
            commit.action("cdc", cdc);
        }
    }

    private void overwrite(List<TestFile> files) {
        table.commit(commit -> {
            commit.operation("WRITE");
            removed.addAll(files);
            files.forEach(commit::remove);
            if (random.nextBoolean()) {
                commit.add(rows());
            }
        });
    }

    /** Rows of one file hidden, another one removed, rows and change data added, all in one commit. */
    private void merge(List<TestFile> files) {
        TestFile hidden = files.get(0);
        table.commit(commit -> {
            commit.operation("MERGE");
            if (hidden.deleted().isEmpty() && hidden.rows().size() > 1) {
                commit.deleteRows(hidden, anyStorage(), 0);
            }
            if (files.size() > 1) {
                removed.add(files.get(1));
                commit.remove(files.get(1));
            }
            commit.add(rows());
            addChangeData(commit);
        });
    }

    /** As some clones and imports do it: the file is named by its whole URI. */
    private void addByAbsolutePath(TestFile like) {
        Path file = table.path().resolve(partition + "=a%25b ä").resolve("absolute " + names++ + ".parquet");
        try {
            Files.createDirectories(file.getParent());
            Files.copy(like.file(), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        touch(file, time);
        ObjectNode add = like.add().deepCopy().put("path", file.toUri().toString());
        add.remove("deletionVector");
        absolute.add(add);
        table.commit(commit -> commit.operation("CLONE").action("add", add));
    }

    private void removeByAbsolutePath() {
        if (!absolute.isEmpty()) {
            ObjectNode remove = JsonNodeFactory.instance.objectNode();
            remove.set("path", absolute.remove(0).get("path"));
            remove.put("deletionTimestamp", time.toEpochMilli()).put("dataChange", true);
            table.commit(commit -> commit.operation("DELETE").action("remove", remove));
        }
    }

    /** Writers whose clock is wrong, and writers that leave the optional time out. */
    private void skewTombstones() {
        String skewed = switch (random.nextInt(3)) {
            case 0 -> "";
            case 1 -> "\"deletionTimestamp\":0,";
            default ->
                "\"deletionTimestamp\":"
                        + time.plusMillis(random.nextInt(200_000_000) - 100_000_000L)
                                .toEpochMilli() + ",";
        };
        Path commit = table.commitFile(table.version());
        try {
            String text = Files.readString(commit).replaceAll("\"deletionTimestamp\":\\d+,", skewed);
            Files.writeString(commit, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        touch(commit, time);
    }

    private void optimize(List<TestFile> files) {
        table.commit(commit -> {
            commit.operation("OPTIMIZE").dataChange(false);
            files.subList(0, 1 + random.nextInt(files.size())).forEach(file -> {
                removed.add(file);
                commit.remove(file);
            });
            commit.add(rows());
        });
    }

    /** A file that was removed is there again, as RESTORE does it. */
    private void restore() {
        if (removed.isEmpty()) {
            return;
        }
        TestFile file = removed.remove(random.nextInt(removed.size()));
        if (table.files().stream().anyMatch(live -> live.path().equals(file.path()))) {
            return;
        }
        table.commit(
                commit -> commit.operation("RESTORE").action("add", file.add().deepCopy()));
    }

    /** Something that no commit names. */
    private void beside() {
        String place = PLACES[random.nextInt(PLACES.length)];
        switch (random.nextInt(5)) {
            case 0 -> emptyDirectory(place + "empty" + names++, someTime());
            case 1 -> {
                String other = place + "other" + names++;
                write(other + "/_delta_log/00000000000000000000.json", START);
                write(other + "/part.parquet", START);
                write(other + "/region=a/part.parquet", START);
            }
            case 2 -> {
                List<TestFile> files = table.files();
                if (!files.isEmpty()) {
                    touch(any(files).file(), someTime());
                }
            }
            default -> write(place + "stray-" + names++ + (random.nextBoolean() ? ".parquet" : " 50%.txt"), someTime());
        }
    }

    private void write(String name, Instant modified) {
        table.orphan(name, modified);
    }

    private void emptyDirectory(String name, Instant modified) {
        try {
            Path path = Files.createDirectories(table.path().resolve(name));
            Files.setLastModifiedTime(path, FileTime.from(modified));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void touch(Path file, Instant modified) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(modified));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As log clean-up does it: commits before a checkpoint go. */
    private void cleanUp() {
        if (random.nextInt(3) == 0) {
            long checkpoint = random.nextInt((int) table.version() + 1);
            if (!NaiveLog.hasCheckpoint(table.path(), checkpoint)) {
                table.checkpoint(checkpoint, CheckpointOptions.classic());
            }
            table.deleteCommitsBefore(random.nextInt((int) checkpoint + 1));
        }
    }
}
