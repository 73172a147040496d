package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.CorruptTableException;
import io.github.deltamaint.common.UnsupportedTableFeatureException;
import io.github.deltamaint.log.stats.FileStatistics;
import io.github.deltamaint.log.stats.StatisticsSchema;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.NaiveSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of tables that others wrote: a naive reader of ours alone sees what it saw in the log of the others. */
class ForeignCheckpointsTest {
    /** Long ago, so that nothing has expired. */
    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private record Table(String id, Path root, boolean lenient) {}

    private static Stream<Table> tables() {
        Stream<Table> fixtures = Fixtures.all().stream()
                .filter(fixture -> fixture.refuse().isEmpty())
                .map(fixture -> new Table(fixture.name(), fixture.table(), false));
        Stream<Table> corpus = Corpus.isPresent()
                ? Corpus.tables().stream()
                        .filter(table -> !table.template() && (table.isFor("read") || table.isFor("vacuum")))
                        .filter(table -> table.refuse().isEmpty())
                        .map(table -> new Table(table.id(), table.table(), lenient(table)))
                : Stream.empty();
        return Stream.concat(fixtures, corpus);
    }

    private static boolean lenient(CorpusTable table) {
        return table.lenient();
    }

    @TestFactory
    Stream<DynamicTest> holdWhatTheLogHeldAsTheTableWantsThem() {
        return tables().map(table -> DynamicTest.dynamicTest(table.id(), () -> check(table, "")));
    }

    @TestFactory
    Stream<DynamicTest> holdWhatTheLogHeldWithStatisticsAsColumnsAlone() {
        return tables().map(table -> DynamicTest.dynamicTest(
                table.id(),
                () -> check(
                        table,
                        "{\"delta.checkpoint.writeStatsAsStruct\":\"true\","
                                + "\"delta.checkpoint.writeStatsAsJson\":\"false\"}")));
    }

    private void check(Table table, String properties) {
        Path copy = copyOfLog(table.root());
        DeltaLog log = DeltaLog.forTable(new LocalStorage(), copy.toString(), CLOCK);
        Snapshot before;
        try {
            if (!properties.isEmpty()) {
                setProperties(copy, log.snapshot().version() + 1, properties);
            }
            before = log.snapshot();
            DeltaLog.requireAllowed(before, TableOperation.CHECKPOINT, java.util.Set.of());
        } catch (UnsupportedTableFeatureException e) {
            Assumptions.abort("refused: " + e.getMessage());
            return;
        } catch (CorruptTableException e) {
            Assumptions.assumeFalse(table.lenient(), "the table is damaged");
            throw e;
        }
        List<String> expected;
        List<String> expectedStatistics;
        Assumptions.assumeFalse(before.configuration().toString().contains("=%"), "a template with holes");
        boolean asColumns = before.properties().checkpointsHoldStatsAsStruct().orElse(true);
        CheckpointResult result;
        try {
            expected = SnapshotContents.of(before);
            expectedStatistics = statistics(before, asColumns);
            result = log.checkpoint(before);
        } catch (CorruptTableException e) {
            if (table.lenient()) {
                return;
            }
            throw e;
        }
        assertThat(result.version()).isEqualTo(before.version());
        keepOnly(copy, result);
        NaiveSnapshot after = NaiveLog.latest(copy);
        assertThat(after.version()).isEqualTo(before.version());
        if (before.properties().checkpointsHoldStatsAsJson()) {
            assertThat(SnapshotContents.of(after)).isEqualTo(expected);
            assertThat(SnapshotContents.of(log.snapshot())).isEqualTo(expected);
        } else {
            assertThat(statistics(log.snapshot(), asColumns)).isEqualTo(expectedStatistics);
            assertThat(withoutStatistics(SnapshotContents.of(after))).isEqualTo(withoutStatistics(expected));
            assertThat(withoutStatistics(SnapshotContents.of(log.snapshot()))).isEqualTo(withoutStatistics(expected));
        }
    }

    private static List<String> withoutStatistics(List<String> lines) {
        return lines.stream()
                .map(line -> {
                    int space = line.indexOf(' ');
                    return line.substring(0, space) + SnapshotContents.without("stats", line.substring(space));
                })
                .sorted()
                .toList();
    }

    /** What columns can hold of the statistics of each file. */
    private static List<String> statistics(Snapshot snapshot, boolean wanted) {
        StatisticsSchema schema = StatisticsSchema.wanted(
                snapshot.schema(),
                snapshot.metadata().partitionColumns(),
                snapshot.columnMapping(),
                snapshot.properties().statistics(),
                List.of());
        List<String> lines = new ArrayList<>();
        snapshot.forEachActiveFile(FileProjection.WITH_STATS, file -> {
            FileStatistics known = FileStatistics.parse(wanted ? file.stats().orElse(null) : null, schema);
            StringBuilder line = new StringBuilder(file.path()).append(known.numRecords());
            for (StatisticsSchema.Column column : schema.columns()) {
                line.append(", ")
                        .append(column.physicalPath())
                        .append(known.nullCount(column))
                        .append(known.min(column))
                        .append(known.max(column));
            }
            lines.add(line.toString());
        });
        lines.sort(null);
        return lines;
    }

    private Path copyOfLog(Path root) {
        Path source = root.resolve("_delta_log");
        try (Stream<Path> files = Files.walk(source)) {
            Path copy = Files.createTempDirectory(directory, "copy");
            for (Path file : files.toList()) {
                Path target = copy.resolve("_delta_log")
                        .resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void setProperties(Path root, long version, String properties) {
        NaiveSnapshot snapshot = NaiveLog.latest(root);
        ObjectNode metadata = snapshot.metadata().deepCopy();
        ObjectNode configuration = metadata.withObjectProperty("configuration");
        try {
            configuration.setAll((ObjectNode) JSON.readTree(properties));
            JsonNode line = JSON.createObjectNode().set("metaData", metadata);
            String commit = snapshot.metadata().isMissingNode() ? "" : line + "\n";
            Files.writeString(
                    root.resolve("_delta_log").resolve(String.format(Locale.ROOT, "%020d.json", version)),
                    "{\"commitInfo\":{\"inCommitTimestamp\":" + Long.MAX_VALUE / 2 + "}}\n" + commit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void keepOnly(Path root, CheckpointResult checkpoint) {
        Path log = root.resolve("_delta_log");
        try (Stream<Path> files = Files.walk(log)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = log.relativize(file).toString().replace('\\', '/');
                boolean kept = checkpoint.alreadyExisted()
                        ? name.contains("checkpoint")
                        : checkpoint.files().contains(name) || name.equals("_last_checkpoint");
                if (!kept) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
