package io.github.deltamaint.log.actions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActionJsonTest {

    private static List<Action> read(String json) throws IOException {
        try (ActionReader reader = ActionReader.open(new ByteArrayInputStream(json.getBytes(UTF_8)))) {
            List<Action> actions = new ArrayList<>();
            for (Action action = reader.next(); action != null; action = reader.next()) {
                actions.add(action);
            }
            return actions;
        }
    }

    private static Action one(String json) throws IOException {
        List<Action> actions = read(json);
        assertThat(actions).hasSize(1);
        return actions.get(0);
    }

    @Test
    void writesAnAddWithNothingThatIsAbsent() {
        Map<String, @Nullable String> partition = new LinkedHashMap<>();
        partition.put("p", null);
        partition.put("q", "ü \"x\"");
        assertThat(ActionJson.write(AddFile.of("p=a%2520b/x.parquet", partition, 7, 9, false, Optional.empty())))
                .isEqualTo(
                        "{\"add\":{\"path\":\"p=a%2520b/x.parquet\",\"partitionValues\":{\"p\":null,\"q\":\"ü \\\"x\\\"\"},"
                                + "\"size\":7,\"modificationTime\":9,\"dataChange\":false}}");
        assertThat(ActionJson.write(AddFile.of("x", Map.of(), 0, 0, true, Optional.of("{\"numRecords\":1}"))))
                .isEqualTo("{\"add\":{\"path\":\"x\",\"partitionValues\":{},\"size\":0,\"modificationTime\":0,"
                        + "\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":1}\"}}");
    }

    @Test
    void writesTheTombstoneOfAFileWithItsDeletionVectorAndRowIds() {
        AddFile add = new AddFile(
                "x",
                Map.of("p", "1"),
                7,
                9,
                true,
                Optional.of("{}"),
                Map.of("t", "u"),
                Optional.of(new DeletionVectorDescriptor("u", "ab^-aqEH.-t@S}K{vb[*k^", OptionalInt.of(4), 40, 6)),
                OptionalLong.of(100),
                OptionalLong.of(3),
                Optional.of("liquid"));
        assertThat(ActionJson.write(add.remove(false).withDeletionTimestamp(12)))
                .isEqualTo("{\"remove\":{\"path\":\"x\",\"deletionTimestamp\":12,\"dataChange\":false,"
                        + "\"extendedFileMetadata\":true,\"partitionValues\":{\"p\":\"1\"},\"size\":7,\"stats\":\"{}\","
                        + "\"tags\":{\"t\":\"u\"},\"deletionVector\":{\"storageType\":\"u\","
                        + "\"pathOrInlineDv\":\"ab^-aqEH.-t@S}K{vb[*k^\",\"offset\":4,\"sizeInBytes\":40,\"cardinality\":6},"
                        + "\"baseRowId\":100,\"defaultRowCommitVersion\":3}}");
        assertThat(add.remove(false).key()).isEqualTo(add.key());
        assertThat(add.key().deletionVectorId()).contains("uab^-aqEH.-t@S}K{vb[*k^@4");
    }

    @Test
    void writesOneActionPerLine() {
        byte[] bytes = ActionJson.write(List.of(
                new Protocol(1, 2, Optional.empty(), Optional.empty()),
                new SetTransaction("app", 3, OptionalLong.empty())));
        assertThat(new String(bytes, UTF_8))
                .isEqualTo("{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
                        + "{\"txn\":{\"appId\":\"app\",\"version\":3}}\n");
        assertThat(ActionJson.write(List.of())).isEmpty();
    }

    @Test
    void writesParametersAsDeltaSparkDoes() {
        CommitInfo info = CommitInfo.of("OPTIMIZE")
                .parameter("predicate", List.of())
                .parameter("zOrderBy", List.of("a", "b\"c"))
                .parameter("auto", false)
                .parameter("specifiedRetentionMillis", 3_600_000)
                .parameter("status", "COMPLETED")
                .metric("numAddedFiles", 1)
                .engineInfo("delta-maintenance/1")
                .build();
        assertThat(ActionJson.write(info))
                .isEqualTo("{\"commitInfo\":{\"operation\":\"OPTIMIZE\",\"operationParameters\":{\"predicate\":\"[]\","
                        + "\"zOrderBy\":\"[\\\"a\\\",\\\"b\\\\\\\"c\\\"]\",\"auto\":false,\"specifiedRetentionMillis\":3600000,"
                        + "\"status\":\"COMPLETED\"},\"operationMetrics\":{\"numAddedFiles\":\"1\"},"
                        + "\"engineInfo\":\"delta-maintenance/1\"}}");
    }

    @Test
    void ignoresActionsAndMembersThatNobodyKnows() throws IOException {
        assertThat(read(
                        "{\"future\":{\"add\":{\"path\":\"no\"}}}\n{\"add\":null,\"txn\":{\"appId\":\"a\",\"x\":[{\"y\":[]}],"
                                + "\"version\":1}}\n{}\n"))
                .containsExactly(new SetTransaction("a", 1, OptionalLong.empty()));
    }

    @Test
    void acceptsBlankLinesCarriageReturnsByteOrderMarksAndObjectsOverSeveralLines() throws IOException {
        assertThat(read("\uFEFF\r\n{\"txn\":{\"appId\":\"a\",\r\n \"version\":1}}\r\n\r\n"
                        + "{\"txn\":{\"appId\":\"b\",\"version\":2}}"))
                .containsExactly(
                        new SetTransaction("a", 1, OptionalLong.empty()),
                        new SetTransaction("b", 2, OptionalLong.empty()));
    }

    @Test
    void keepsStatisticsExactlyUnlessTheyAreNotWanted() throws IOException {
        String stats = "{\"numRecords\":1,\"minValues\":{\"d\":1.50000000000000000000000001,\"s\":\"\\u20ac\"}}";
        String line = ActionJson.write(AddFile.of("x", Map.of(), 1, 1, true, Optional.of(stats)));
        assertThat(one(line)).isEqualTo(AddFile.of("x", Map.of(), 1, 1, true, Optional.of(stats)));
        try (ActionReader reader = ActionReader.open(line.getBytes(UTF_8), EnumSet.allOf(ActionKind.class), false)) {
            assertThat(reader.next()).isEqualTo(AddFile.of("x", Map.of(), 1, 1, true, Optional.empty()));
        }
    }

    @Test
    void passesOverKindsThatAreNotWanted() throws IOException {
        byte[] bytes = ("{\"add\":{\"no\":\"path\"}}\n{\"txn\":{\"appId\":\"a\",\"version\":1}}").getBytes(UTF_8);
        try (ActionReader reader = ActionReader.open(bytes, EnumSet.of(ActionKind.TXN), true)) {
            assertThat(reader.next()).isEqualTo(new SetTransaction("a", 1, OptionalLong.empty()));
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void readsStringsOfAnyLength() throws IOException {
        String stats = "x".repeat(30_000_000);
        Action add = one("{\"add\":{\"path\":\"x\",\"partitionValues\":{},\"size\":1,\"modificationTime\":1,"
                + "\"dataChange\":true,\"stats\":\"" + stats + "\"}}");
        assertThat(((AddFile) add).stats().orElseThrow()).hasSize(30_000_000);
    }

    @Test
    void turnsScalarsInMapsIntoTheirText() throws IOException {
        AddFile add = (AddFile)
                one("{\"add\":{\"path\":\"x\",\"partitionValues\":{\"a\":1.50,\"b\":true,\"c\":null,\"d\":\"t\"},"
                        + "\"size\":1,\"modificationTime\":1,\"dataChange\":true,\"tags\":{\"k\":{\"n\":[1]}}}}");
        Map<String, @Nullable String> expected = new HashMap<>();
        expected.put("a", "1.50");
        expected.put("b", "true");
        expected.put("c", null);
        expected.put("d", "t");
        assertThat(add.partitionValues()).isEqualTo(expected);
        assertThat(add.tags()).isEqualTo(Map.of("k", "{\"n\":[1]}"));
    }

    @Test
    void keepsWhatItDoesNotKnowOfACommitInfo() throws IOException {
        CommitInfo info = (CommitInfo) one("{\"commitInfo\":{\"timestamp\":5,\"operation\":\"WRITE\","
                + "\"operationParameters\":{\"mode\":\"Append\",\"n\":1,\"partitionBy\":\"[]\",\"o\":{\"a\":1.10}},"
                + "\"operationMetrics\":{\"numFiles\":\"1\",\"rows\":7},\"notebook\":{\"notebookId\":\"9\"},"
                + "\"readVersion\":\"unexpected\",\"isBlindAppend\":true,\"userName\":\"x\"}}");
        assertThat(info.timestamp()).hasValue(5);
        assertThat(info.operation()).contains("WRITE");
        assertThat(info.operationParameters())
                .containsExactly(
                        Map.entry("mode", "\"Append\""),
                        Map.entry("n", "1"),
                        Map.entry("partitionBy", "\"[]\""),
                        Map.entry("o", "{\"a\":1.10}"));
        assertThat(info.operationMetrics()).containsEntry("rows", "7");
        assertThat(info.isBlindAppend()).contains(true);
        assertThat(info.readVersion()).isEmpty();
        assertThat(info.others())
                .containsExactly(
                        Map.entry("notebook", "{\"notebookId\":\"9\"}"),
                        Map.entry("readVersion", "\"unexpected\""),
                        Map.entry("userName", "\"x\""));
        assertThat(one(ActionJson.write(info))).isEqualTo(info);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"add\":{\"path\":\"x\" | line 1, column 19",
                "{\"txn\":{\"appId\":\"a\",\"version\":1}}¶{\"txn\":{\"appId\":1,\"version\":1}} | line 2, column 17: 'appId' must be text but is VALUE_NUMBER_INT",
                "{\"txn\":{\"appId\":\"a\"}} | 'txn' has no 'version'",
                "{\"txn\":{\"appId\":\"a\",\"version\":1.5}} | 'version' is not a whole 64-bit number",
                "{\"txn\":{\"appId\":\"a\",\"version\":9223372036854775808}} | 'version' is not a whole 64-bit number",
                "{\"add\":{\"path\":\"x\",\"partitionValues\":{},\"size\":1,\"modificationTime\":1}} | 'add' has no 'dataChange'",
                "{\"add\":{\"path\":\"x\",\"size\":1,\"modificationTime\":1,\"dataChange\":true}} | 'add' has no 'partitionValues'",
                "{\"add\":[]} | 'add' must be an object but is START_ARRAY",
                "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2},\"txn\":{\"appId\":\"a\",\"version\":1}} | a second action (txn) in one line",
                "[] | expected an action in braces but found START_ARRAY",
                "{\"remove\":{\"path\":\"x\",\"deletionVector\":{\"storageType\":\"u\"}}} | 'deletionVector' needs storageType, pathOrInlineDv, sizeInBytes and cardinality",
                "{\"future\":{}}x | Unrecognized token 'x'"
            })
    void saysWhereTheTextIsWrong(String json, String problem) {
        assertThatThrownBy(() -> read(json.replace('¶', '\n')))
                .isInstanceOf(MalformedActionException.class)
                .hasMessageContaining(problem.strip());
    }

    @Property(tries = 300)
    void readsBackWhatItWrites(@ForAll("actions") Action action) throws IOException {
        assertThat(one(ActionJson.write(action))).isEqualTo(action);
    }

    private static Arbitrary<String> text() {
        return Arbitraries.strings().ofMaxLength(12).filter(ActionJsonTest::isWellFormed);
    }

    private static boolean isWellFormed(String text) {
        return new String(text.getBytes(UTF_8), UTF_8).equals(text);
    }

    private static Arbitrary<Map<String, @Nullable String>> textMap() {
        return Arbitraries.maps(text(), text().injectNull(0.2)).ofMaxSize(12).map(map -> map);
    }

    private static Arbitrary<OptionalLong> number() {
        return Arbitraries.longs()
                .injectNull(0.3)
                .map(value -> value == null ? OptionalLong.empty() : OptionalLong.of(value));
    }

    private static Arbitrary<Optional<DeletionVectorDescriptor>> deletionVector() {
        return Combinators.combine(
                        Arbitraries.of("u", "p", "i"),
                        text(),
                        Arbitraries.integers().injectNull(0.5),
                        Arbitraries.integers(),
                        Arbitraries.longs())
                .as((type, path, offset, size, cardinality) -> new DeletionVectorDescriptor(
                        type, path, offset == null ? OptionalInt.empty() : OptionalInt.of(offset), size, cardinality))
                .optional();
    }

    @Provide
    Arbitrary<Action> actions() {
        Arbitrary<Action> add = Combinators.combine(
                        text(), textMap(), Arbitraries.longs(), text().optional(), deletionVector(), number(), number())
                .as((path, map, size, stats, vector, base, version) -> new AddFile(
                        path, map, size, size / 2, size % 2 == 0, stats, map, vector, base, version, stats));
        Arbitrary<Action> remove = Combinators.combine(
                        text(), textMap(), number(), text().optional(), deletionVector(), number(), number())
                .as((path, map, size, stats, vector, base, version) -> new RemoveFile(
                        path,
                        base,
                        stats.isPresent(),
                        stats.map(String::isEmpty),
                        map,
                        size,
                        stats,
                        map,
                        vector,
                        version,
                        base));
        Arbitrary<Action> metadata = Combinators.combine(text(), text().optional(), textMap(), number())
                .as((id, name, map, created) -> new Metadata(
                        id, name, name, new Metadata.Format(id, map), id, List.copyOf(map.keySet()), map, created));
        Arbitrary<Action> protocol = Combinators.combine(
                        Arbitraries.integers(), text().list().ofMaxSize(3).optional())
                .as((version, features) -> new Protocol(version, version / 2, features, features));
        Arbitrary<Action> others = Combinators.combine(text(), textMap(), Arbitraries.longs(), number())
                .flatAs((name, map, size, time) -> Arbitraries.of(Arrays.<Action>asList(
                        new SetTransaction(name, size, time),
                        new DomainMetadata(name, name, size > 0),
                        new AddCdcFile(name, map, size, size > 0, map),
                        new CheckpointMetadata(size, map),
                        new SidecarFile(name, size, -size, map))));
        return Arbitraries.oneOf(add, remove, metadata, protocol, others);
    }
}
