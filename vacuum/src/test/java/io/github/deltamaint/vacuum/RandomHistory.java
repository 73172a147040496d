package io.github.deltamaint.vacuum;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.testsupport.CheckpointOptions;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveLog;
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
        "_regional/"
    };

    private final Random random;
    private final TestTable table;
    private final List<TestFile> removed = new ArrayList<>();
    private final boolean changeData;
    private Instant time = START;
    private int names;

    RandomHistory(Path directory, Random random) {
        this.random = random;
        this.changeData = random.nextBoolean();
        TestTable.Builder builder =
                TestTable.in(directory).feature("deletionVectors", "changeDataFeed", "v2Checkpoint");
        if (random.nextInt(3) == 0) {
            builder.property("delta.deletedFileRetentionDuration", "interval 2 days");
        }
        if (changeData) {
            builder.property("delta.enableChangeDataFeed", "true");
        }
        if (random.nextInt(4) > 0) {
            builder.partitionedBy("region");
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
        int what = random.nextInt(10);
        if (files.isEmpty() || what < 3) {
            table.append(rows());
        } else if (what == 3) {
            update(any(files));
        } else if (what == 4) {
            remove(any(files));
        } else if (what < 7) {
            deleteRow(any(files));
        } else if (what == 7 && !removed.isEmpty()) {
            restore();
        } else if (what == 8) {
            optimize(files);
        } else {
            table.properties(Map.of("note", String.valueOf(random.nextInt())));
        }
        if (random.nextInt(6) == 0) {
            table.checkpoint(random.nextBoolean() ? CheckpointOptions.classic() : CheckpointOptions.v2Json(2));
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
        return new Columns().longs("id", ids).strings("region", regions);
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
            VectorStorage[] storages = VectorStorage.values();
            table.deleteRows(file, storages[random.nextInt(storages.length)], left[random.nextInt(left.length)]);
        }
    }

    private void update(TestFile file) {
        removed.add(file);
        table.commit(commit -> {
            commit.operation("UPDATE").remove(file).add(rows());
            if (changeData) {
                String name =
                        "_change_data/" + (random.nextBoolean() ? "region=West/" : "") + "cdc-" + names++ + ".parquet";
                write(name, time);
                ObjectNode cdc = JsonNodeFactory.instance.objectNode();
                cdc.put("path", name).put("size", 7).put("dataChange", false);
                cdc.putObject("partitionValues");
                commit.action("cdc", cdc);
            }
        });
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
