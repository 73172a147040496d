package io.github.deltamaint;

import static io.github.deltamaint.Tables.maintain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.FileProblem.Kind;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.testsupport.CheckpointOptions;
import io.github.deltamaint.testsupport.NaiveFile;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of damage, seeded into a sound table: it is found, and repaired where nothing that is there is lost by it. */
class FsckDamageTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    @FunctionalInterface
    private interface Seed {
        void into(TestTable table) throws IOException;
    }

    /** What is done about damage. */
    private enum Outcome {
        /** It is gone, and all rows are there. */
        REPAIRED,
        /** It is gone, and so are the rows that were lost. */
        REPAIRED_WITHOUT_LOST_ROWS,
        /** It is named and stays, and nothing is changed. */
        NAMED,
        /** As before, and no version can be read. */
        NAMED_AND_FATAL
    }

    enum Damage {
        MISSING_DATA_FILE(
                Kind.MISSING_DATA_FILE,
                Outcome.REPAIRED_WITHOUT_LOST_ROWS,
                table -> Files.delete(withVector(table).file())),
        SHORT_DATA_FILE(Kind.SIZE_MISMATCH, Outcome.NAMED, table -> {
            Path file = table.files().get(0).file();
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        }),
        UNREADABLE_FOOTER(Kind.UNREADABLE_DATA_FILE, Outcome.NAMED, true, table -> {
            Path file = table.files().get(0).file();
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 2] ^= 1;
            Files.write(file, bytes);
        }),
        MISSING_VECTOR(Kind.MISSING_DELETION_VECTOR, Outcome.NAMED, table -> Files.delete(vector(table))),
        CORRUPT_VECTOR(Kind.DAMAGED_DELETION_VECTOR, Outcome.NAMED, table -> {
            Path file = vector(table);
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 6] ^= 1;
            Files.write(file, bytes);
        }),
        SIZE_BELOW_ZERO(Kind.SIZE_MISMATCH, Outcome.NAMED, table -> readd(table, add -> add.put("size", -5))),
        PATH_THAT_NAMES_NO_FILE(
                Kind.UNUSABLE_PATH, Outcome.NAMED, table -> readd(table, add -> add.put("path", "region=West/%zz"))),
        FILE_ADDED_TWICE(Kind.DUPLICATE_FILE, Outcome.NAMED_AND_FATAL, table -> {
            ObjectNode add = (ObjectNode) withVector(table).add().deepCopy();
            add.remove("deletionVector");
            commit(table, add);
        }),
        ORPHANED_TEMPORARY_FILE(
                Kind.ORPHANED_LOG_FILE,
                Outcome.REPAIRED,
                table -> write(table, ".00000000000000000009.json.3f0a1d2e-1111-4222-8333-0123456789ab.tmp", "{")),
        GAP_BEFORE_THE_CHECKPOINT(Kind.GAP_IN_LOG, Outcome.NAMED, table -> Files.delete(table.commitFile(3))),
        GAP_AFTER_THE_CHECKPOINT(
                Kind.GAP_IN_LOG, Outcome.NAMED_AND_FATAL, table -> Files.delete(table.commitFile(table.version() - 1))),
        UNREADABLE_OLD_COMMIT(
                Kind.UNREADABLE_COMMIT,
                Outcome.NAMED,
                true,
                table -> Files.writeString(table.commitFile(2), "{\"add\":{\"path\":")),
        UNREADABLE_COMMIT(
                Kind.UNREADABLE_COMMIT,
                Outcome.NAMED_AND_FATAL,
                table -> Files.writeString(table.commitFile(table.version()), "{\"add\":{\"path\":")),
        CORRUPT_CHECKPOINT(Kind.DAMAGED_CHECKPOINT, Outcome.REPAIRED, table -> {
            Path file = checkpoint(table);
            byte[] bytes = Files.readAllBytes(file);
            Arrays.fill(bytes, 4, bytes.length / 2, (byte) 0x5A);
            Files.write(file, bytes);
        }),
        EMPTY_CHECKPOINT(Kind.DAMAGED_CHECKPOINT, Outcome.REPAIRED, table -> {
            Files.write(checkpoint(table), new byte[0]);
            old(checkpoint(table));
        }),
        CORRUPT_CHECKPOINT_WITHOUT_COMMITS(Kind.DAMAGED_CHECKPOINT, Outcome.NAMED_AND_FATAL, table -> {
            Path file = checkpoint(table);
            Files.writeString(file, "PAR1 no more");
            Files.delete(table.commitFile(0));
        }),
        WRONG_CHECKPOINT(Kind.DAMAGED_CHECKPOINT, Outcome.REPAIRED, true, table -> {
            long version = table.version();
            Files.move(
                    table.commitFile(0).resolveSibling("%020d.checkpoint.parquet".formatted(version - 2)),
                    table.commitFile(0).resolveSibling("%020d.checkpoint.parquet".formatted(version)));
        }),
        MISSING_SIDECAR(Kind.MISSING_SIDECAR, Outcome.REPAIRED, table -> {
            table.checkpoint(CheckpointOptions.v2Json(2));
            try (Stream<Path> sidecars = Files.list(table.log().resolve("_sidecars"))) {
                Files.delete(sidecars.sorted().findFirst().orElseThrow());
            }
        }),
        CORRUPT_LAST_CHECKPOINT(
                Kind.WRONG_LAST_CHECKPOINT, Outcome.REPAIRED, table -> table.lastCheckpoint("{\"version\":")),
        LAST_CHECKPOINT_WITH_A_WRONG_CHECKSUM(
                Kind.WRONG_LAST_CHECKPOINT,
                Outcome.REPAIRED,
                table -> table.lastCheckpoint("{\"version\":" + (table.version() - 2)
                        + ",\"size\":8,\"checksum\":\"00000000000000000000000000000000\"}")),
        LAST_CHECKPOINT_THAT_IS_GONE(
                Kind.WRONG_LAST_CHECKPOINT,
                Outcome.REPAIRED,
                table -> table.lastCheckpoint("{\"version\":4,\"size\":5}")),
        STALE_LAST_CHECKPOINT(Kind.WRONG_LAST_CHECKPOINT, Outcome.REPAIRED, table -> {
            table.checkpoint(CheckpointOptions.classic().withoutHint());
        }),
        WRONG_CHECKSUM(
                Kind.WRONG_CHECKSUM,
                Outcome.REPAIRED,
                table -> write(table, "%020d.crc".formatted(table.version()), "{\"tableSizeBytes\":1,\"numFiles\":1}")),
        CORRUPT_CHECKSUM(
                Kind.WRONG_CHECKSUM,
                Outcome.REPAIRED,
                table -> write(table, "%020d.crc".formatted(table.version()), "{\"tableSize"));

        private final Kind kind;
        private final Outcome outcome;
        private final boolean deep;
        private final Seed seed;

        Damage(Kind kind, Outcome outcome, Seed seed) {
            this(kind, outcome, false, seed);
        }

        Damage(Kind kind, Outcome outcome, boolean deep, Seed seed) {
            this.kind = kind;
            this.outcome = outcome;
            this.deep = deep;
            this.seed = seed;
        }
    }

    private static NaiveFile withVector(TestTable table) {
        return NaiveLog.latest(table.path()).files().stream()
                .filter(file -> file.add().has("deletionVector"))
                .findFirst()
                .orElseThrow();
    }

    private static Path vector(TestTable table) throws IOException {
        try (Stream<Path> files = Files.walk(table.path())) {
            return files.filter(file -> file.getFileName().toString().startsWith("deletion_vector_"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path checkpoint(TestTable table) throws IOException {
        try (Stream<Path> files = Files.list(table.log())) {
            return files.filter(file -> file.getFileName().toString().endsWith(".checkpoint.parquet"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void readd(TestTable table, java.util.function.Consumer<ObjectNode> change) throws IOException {
        ObjectNode add =
                (ObjectNode) NaiveLog.latest(table.path()).files().get(0).add().deepCopy();
        change.accept(add);
        commit(table, add);
    }

    private static void commit(TestTable table, ObjectNode add) throws IOException {
        table.commitRaw(JSON.writeValueAsString(JSON.createObjectNode().set("add", add)));
    }

    private static void write(TestTable table, String name, String text) throws IOException {
        Path file = table.log().resolve(name);
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        old(file);
    }

    private static void old(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    }

    private TestTable table() {
        TestTable table = TestTable.in(directory)
                .feature("deletionVectors", "v2Checkpoint")
                .partitionedBy("region")
                .columns(Tables.rows("", 0, 0).type())
                .create();
        for (int i = 0; i < 4; i++) {
            table.append(Tables.rows("West", 10L * i, 10));
        }
        table.deleteRows(table.files().get(1), 2, 3);
        table.checkpoint();
        return table.append(Tables.rows("West", 100, 10)).append(Tables.rows("East", 200, 10));
    }

    private Fsck fsck(TestTable table, Damage damage) {
        Fsck fsck = maintain(table).fsck();
        return damage.deep ? fsck.deep() : fsck;
    }

    @Test
    void aSoundTableHasNone() {
        TestTable table = table();
        assertThat(maintain(table).fsck().deep().plan().problems()).isEmpty();
        table.checkpoint(CheckpointOptions.v2Parquet(2));
        assertThat(maintain(table).fsck().deep().plan().problems()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void damageIsFoundAndRepairedWhereItCanBe(Damage damage) throws Exception {
        TestTable table = table();
        damage.seed.into(table);
        TreeSnapshot before = TreeSnapshot.of(directory);

        FsckReport report = fsck(table, damage).plan();

        assertThat(report.problems()).extracting(FileProblem::kind).contains(damage.kind);
        assertThat(before.differenceNow(directory)).isEmpty();
        FileProblem found = report.problems().stream()
                .filter(problem -> problem.kind() == damage.kind)
                .findFirst()
                .orElseThrow();
        boolean isRepaired = damage.outcome == Outcome.REPAIRED || damage.outcome == Outcome.REPAIRED_WITHOUT_LOST_ROWS;
        assertThat(found.repair().isPresent()).isEqualTo(isRepaired);
        if (damage.outcome == Outcome.NAMED_AND_FATAL) {
            assertThat(report.version()).isEqualTo(-1);
            assertThat(found.detail()).containsAnyOf("from a copy", "take one of the two out");
            assertThatThrownBy(() -> fsck(table, damage).execute()).isInstanceOf(CorruptTableException.class);
            assertThat(before.differenceNow(directory)).isEmpty();
            return;
        }

        FsckResult result = fsck(table, damage).execute();

        if (isRepaired) {
            assertThat(result.repaired()).extracting(FileProblem::kind).contains(damage.kind);
            assertThat(result.unrepaired()).isEmpty();
            assertThat(fsck(table, damage).plan().problems()).isEmpty();
            List<String> rows = Tables.judge(directory);
            if (damage.outcome == Outcome.REPAIRED) {
                assertThat(rows).isEqualTo(table.rows().texts());
            } else {
                assertThat(rows).hasSize(table.rows().texts().size() - 8);
            }
        } else {
            assertThat(result.unrepaired()).contains(found);
            assertThat(result.versions()).isEmpty();
            assertThat(before.differenceNow(directory)).isEmpty();
        }
    }

    @Test
    void filesOfWritersThatMayBeAliveAreLeftAlone() throws Exception {
        TestTable table = table();
        String temporary = ".00000000000000000009.json.3f0a1d2e-1111-4222-8333-0123456789ab.tmp";
        Files.writeString(table.log().resolve(temporary), "{");
        Files.writeString(table.log().resolve("%020d.checkpoint.parquet".formatted(table.version())), "");
        assertThat(maintain(table).fsck().plan().problems()).isEmpty();
    }

    @Test
    void aDamagedCheckpointIsKeptAsideAndReadersFindAnOlderOne() throws Exception {
        TestTable table = table();
        Path older = checkpoint(table);
        table.checkpoint();
        Path newest = table.log().resolve("%020d.checkpoint.parquet".formatted(table.version()));
        Files.writeString(newest, "PAR1 no more");

        FsckResult result = maintain(table).fsck().execute();

        assertThat(result.repaired())
                .extracting(FileProblem::kind)
                .containsExactlyInAnyOrder(Kind.DAMAGED_CHECKPOINT, Kind.WRONG_LAST_CHECKPOINT);
        assertThat(newest).doesNotExist();
        try (Stream<Path> aside = Files.list(table.log().resolve("_deltamaint_damaged"))) {
            assertThat(aside).singleElement().satisfies(file -> assertThat(file).hasContent("PAR1 no more"));
        }
        long named = JSON.readTree(table.log().resolve("_last_checkpoint").toFile())
                .get("version")
                .asLong();
        assertThat(older.getFileName().toString()).isEqualTo("%020d.checkpoint.parquet".formatted(named));
        assertThat(Tables.judge(directory)).isEqualTo(table.rows().texts());
    }
}
