package io.github.deltamaint.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.deltamaint.common.DeltaMaintenanceException;
import io.github.deltamaint.log.storage.LocalStorage;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.Corpus;
import io.github.deltamaint.testsupport.CorpusTable;
import io.github.deltamaint.testsupport.Fixture;
import io.github.deltamaint.testsupport.Fixtures;
import io.github.deltamaint.testsupport.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Version checksum files: those of Delta Spark agree with what we read, and whatever is changed in one is noticed. */
class ChecksumTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a corpus of many writers has on purpose, and the first thing that differs. */
    private static final Map<String, String> WRONG = Map.of(
            "trino/deltalake__checksum_trailing_json_content", "it is no JSON: ",
            "trino/deltalake__checksum_invalid_json_mapping", "protocol cannot be understood: ",
            "derived/crc-wrong-counts", "numFiles is 1, but should be 7",
            "kernel-rs/crc-full", "numFiles is 10, but should be 0");

    @TempDir
    Path directory;

    private static DeltaLog log(Path table) {
        return DeltaLog.forTable(new LocalStorage(), table.toString(), Clock.systemUTC());
    }

    private static List<Long> checksums(Path table) {
        try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\d{20}\\.crc"))
                    .map(name -> Long.parseLong(name.substring(0, 20)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<Fixture> readable() {
        return FixtureTablesTest.readable()
                .filter(fixture -> !checksums(fixture.table()).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("readable")
    void thoseOfDeltaSparkAgreeAtEveryVersion(Fixture fixture) {
        DeltaLog log = log(fixture.table());
        LogCoverage coverage = log.coverage(log.snapshot());
        List<Long> versions =
                checksums(fixture.table()).stream().filter(coverage::canRebuild).toList();
        assertThat(versions).isNotEmpty();
        for (long version : versions) {
            assertThat(log.compareChecksum(log.snapshotAt(version))
                            .orElseThrow()
                            .differences())
                    .as("version %d", version)
                    .isEmpty();
        }
    }

    @Test
    void thoseOfOtherWritersAgreeExceptWhereTheyAreWrongOnPurpose() {
        Corpus.assumePresent();
        Map<String, List<String>> wrong = new TreeMap<>();
        int compared = 0;
        for (CorpusTable table : Corpus.tables()) {
            if (!table.isFor("read") || table.refuse().isPresent()) {
                continue;
            }
            DeltaLog log = log(table.table());
            Snapshot snapshot;
            try {
                snapshot = log.snapshot();
            } catch (DeltaMaintenanceException e) {
                continue; // Whether that is right is for another test.
            }
            Optional<ChecksumReport> report = log.compareChecksum(snapshot);
            compared += report.isPresent() ? 1 : 0;
            report.filter(found -> !found.agrees()).ifPresent(found -> wrong.put(table.id(), found.differences()));
        }
        assertThat(compared).isGreaterThan(20);
        assertThat(wrong).containsOnlyKeys(WRONG.keySet());
        wrong.forEach((id, differences) -> assertThat(differences.get(0)).startsWith(WRONG.get(id)));
    }

    private ChecksumReport changed(Fixture fixture, Consumer<ObjectNode> change) throws IOException {
        Path table = fixture.copyTo(Files.createTempDirectory(directory, "copy"));
        DeltaLog log = log(table);
        Snapshot snapshot = log.snapshot();
        Path file = table.resolve("_delta_log").resolve("%020d.crc".formatted(snapshot.version()));
        ObjectNode checksum = (ObjectNode) JSON.readTree(Files.readString(file));
        change.accept(checksum);
        Files.writeString(file, checksum.toString());
        return log.compareChecksum(snapshot).orElseThrow();
    }

    private static void lie(ObjectNode checksum, String name) {
        JsonNode value = checksum.get(name);
        if (value.isNumber()) {
            checksum.put(name, value.asLong() + 1);
        } else if (value.isArray()) {
            ((ArrayNode) value).remove(0);
        } else {
            ObjectNode object = (ObjectNode) value;
            switch (name) {
                case "metadata" -> object.put("id", "another");
                case "protocol" -> object.put("minWriterVersion", 1);
                case "fileSizeHistogram", "histogramOpt" ->
                    ((ArrayNode) object.get("fileCounts"))
                            .set(0, JSON.getNodeFactory().numberNode(77));
                case "deletedRecordCountsHistogramOpt" ->
                    ((ArrayNode) object.get("deletedRecordCounts"))
                            .set(0, JSON.getNodeFactory().numberNode(77));
                default -> throw new AssertionError(name);
            }
        }
    }

    @Test
    void everyMemberThatLiesIsNamed() throws IOException {
        for (String name : List.of("dv_dml", "ict", "clustering", "txn_and_user_metadata", "row_tracking")) {
            Fixture fixture = Fixtures.named(name);
            List<String> members = new ArrayList<>();
            changed(fixture, checksum -> checksum.fieldNames().forEachRemaining(members::add));
            assertThat(members).contains("numFiles", "tableSizeBytes", "protocol", "metadata", "allFiles");
            for (String member : members) {
                boolean isEmpty = changed(fixture, checksum -> {}).differences().isEmpty();
                assertThat(isEmpty).isTrue();
                List<String> differences = changed(fixture, checksum -> {
                            JsonNode value = checksum.get(member);
                            if (!member.equals("txnId") && !(value.isArray() && value.isEmpty())) {
                                lie(checksum, member);
                            } else {
                                checksum.put("numFiles", -1);
                            }
                        })
                        .differences();
                assertThat(differences).as("%s of %s", member, name).hasSize(1);
            }
        }
    }

    @Test
    void aFileThatIsListedTwiceOrOtherwiseIsNamed() throws IOException {
        Fixture fixture = Fixtures.named("plain");
        ChecksumReport size = changed(fixture, checksum -> ((ObjectNode) checksum.at("/allFiles/0")).put("size", 1));
        assertThat(size.differences()).singleElement().asString().startsWith("allFiles has another part-");
        ChecksumReport stats = changed(
                fixture, checksum -> ((ObjectNode) checksum.at("/allFiles/0")).put("stats", "{\"numRecords\":1}"));
        assertThat(stats.differences()).singleElement().asString().startsWith("allFiles has another part-");
        ChecksumReport path = changed(fixture, checksum -> ((ObjectNode) checksum.at("/allFiles/0")).put("path", "x"));
        assertThat(path.differences())
                .hasSize(2)
                .anyMatch(text -> text.equals("allFiles has x, which the version has not"));
    }

    @Test
    void whatCannotBeUnderstoodIsADifferenceAndNoError() throws IOException {
        TestTable table = TestTable.in(directory).append(Columns.sales(0, 3));
        DeltaLog log = log(directory);
        Snapshot snapshot = log.snapshot();
        assertThat(log.compareChecksum(snapshot)).isEmpty();
        Path file = table.log().resolve("%020d.crc".formatted(table.version()));
        Files.writeString(file, "");
        assertThat(differences(log, snapshot)).containsExactly("it is no JSON object");
        Files.writeString(file, "[1]");
        assertThat(differences(log, snapshot)).containsExactly("it is no JSON object");
        Files.writeString(file, "{\"numFiles\":1,\"numFiles\":1}");
        assertThat(differences(log, snapshot)).singleElement().asString().startsWith("it is no JSON: ");
        Files.writeString(
                file,
                "{\"protocol\":[],\"metadata\":{\"id\":3},\"allFiles\":[null],\"numFiles\":\"1\","
                        + "\"fileSizeHistogram\":{\"sortedBinBoundaries\":[5]},\"setTransactions\":5,\"domainMetadata\":{}}");
        assertThat(differences(log, snapshot)).hasSizeGreaterThan(6).allMatch(text -> text.length() < 300);
    }

    private static List<String> differences(DeltaLog log, Snapshot snapshot) {
        return log.compareChecksum(snapshot).orElseThrow().differences();
    }
}
